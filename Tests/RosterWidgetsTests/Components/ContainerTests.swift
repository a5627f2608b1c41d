import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

@Suite("Touchable containers")
struct TouchableTests {
  private struct Row: Component {
    var isLong = false
    func body(_ scope: Scope<Self>) -> Node<String> {
      Touchable(
        onTap: scope.send("open", "open"), onDoubleTap: scope.send("like", "like"),
        onLongPress: isLong ? scope.send("menu", "menu") : Action()
      ) {
        Text("one")
        Text("two")
        Button("x", action: scope.send("close", "close"))
      }
    }
  }

  @Test func eventsCountForEverythingInIt() throws {
    let tree = WidgetTree(Row(isLong: true))
    #expect(tree.view.spec.className == "touchable")
    #expect(Set(tree.view.events.keys) == [.tap, .doubleTap, .longPress])
    #expect(try tree.perform(.tap, on: "touchable") == ["open"])
    #expect(try tree.perform(.doubleTap, on: "touchable") == ["like"])
    #expect(try tree.perform(.longPress, on: "touchable") == ["menu"])
    #expect(try tree.perform(.tap, on: "button") == ["close"])
    #expect(Set(WidgetTree(Row()).view.events.keys) == [.tap, .doubleTap])
  }

  @Test func swipeSaysWhereItGoes() throws {
    struct Page: Component {
      func body(_ scope: Scope<Self>) -> Node<String> {
        Touchable(
          onSwipe: scope.send("turn") { (direction: GestureKind.Direction) in direction.rawValue }
        ) {
          Text("one")
        }
      }
    }
    let tree = WidgetTree(Page())
    #expect(Set(tree.view.events.keys) == [.swipe])
    for direction in GestureKind.Direction.allCases {
      let event = try #require(GestureKind.swipe(direction).event)
      let value = try #require(event.values.first)
      #expect(try tree.perform(event.name, on: "touchable", value) == [direction.rawValue])
    }
    #expect(throws: (any Error).self) { try tree.perform(.swipe, on: "touchable", "north") }
    #expect(tree.tree.views.accessibilityElements().map(\.label) == ["one"])
  }

  @Test func itIsReadAsAWhole() {
    let elements = WidgetTree(Row()).tree.views.accessibilityElements()
    #expect(elements.map(\.label) == ["one, two, x"])
    let named = WidgetTree<Never>(
      Touchable { Text("one") }.accessibility(label: "Post", hint: "Opens")
        .accessibilityAction("Menu", on: .longPress))
    #expect(named.tree.views.accessibilityElements().map(\.label) == ["Post"])
    #expect(named.view.spec.accessibility?.actions.map(\.label) == ["Menu"])
    let plain = WidgetTree<Never>(
      Touchable {
        Text("one")
        Text("two")
      })
    #expect(plain.tree.views.accessibilityElements().map(\.label) == ["one", "two"])
  }

  @Test func itIsAColumnAroundItsContent() throws {
    #expect(
      try WidgetTree(Row()).frames(width: 9) == [
        ViewFrame(0, 0, 9, 3), ViewFrame(0, 0, 9, 1), ViewFrame(0, 1, 9, 1), ViewFrame(0, 2, 9, 1),
      ])
  }
}

@Suite("Slots and maps")
struct SlotTests {
  private struct Chart: Codable, Equatable, ActionArgument {
    var points: [Double]
  }

  @Test func valuesAreSentAsJSON() throws {
    let tree = WidgetTree(
      Reporting { tap, value in
        CustomView(
          "chart", Chart(points: [1, 2.5]), size: Size(width: 8, height: 3), label: "Sales"
        )
        .on(.tap, tap).on("select", value)
      })
    #expect(
      tree.view.spec.attributes == ["name": "chart", "values": ["points": [1, 2.5]]])
    #expect(tree.view.spec.accessibility?.label == "Sales")
    #expect(try tree.perform("select", on: "slot", 1) == [.value(1)])
    #expect(try tree.perform(.tap, on: "slot") == [.tapped])
    #expect(try tree.frames(width: 20) == [ViewFrame(0, 0, 20, 3)])
  }

  @Test func valuesThatDoNotEncodeAreNull() {
    let view = CustomView("chart", Chart(points: [.nan]), size: .zero)
    #expect(WidgetTree(view).view.spec.attributes["values"] == .null)
  }

  @Test func aMapIsASlotWithARegionAndPins() throws {
    struct Shops: Component {
      func body(_ scope: Scope<Self>) -> Node<String> {
        MapView(
          MapRegion(latitude: 47, longitude: 8.5, span: 0.5),
          pins: [
            MapPin("a", latitude: 47.1, longitude: 8.4, title: "A"),
            MapPin("moon", latitude: .nan, longitude: 0), MapPin("b", latitude: 91, longitude: 0),
          ]
        )
        .onSelect(scope.send("select") { (pin: String) in pin })
        .onMove(scope.send("move") { (region: MapRegion) in "\(region.latitude)" })
      }
    }
    let tree = WidgetTree(Shops())
    #expect(
      tree.view.spec.attributes == [
        "name": "map",
        "values": [
          "region": [
            "latitude": 47, "longitude": 8.5, "latitudeSpan": 0.5, "longitudeSpan": 0.5,
          ],
          "pins": [["id": "a", "latitude": 47.1, "longitude": 8.4, "title": "A"]],
        ],
      ])
    #expect(try tree.perform("select", on: "slot", "a") == ["a"])
    #expect(
      try tree.perform(
        .change, on: "slot",
        ["latitude": 200, "longitude": 8.5, "latitudeSpan": 1, "longitudeSpan": 1])
        == ["90.0"])
    #expect(throws: EditError.self) { try tree.perform(.change, on: "slot", "nowhere") }
  }

  @Test func aRegionIsOnTheEarth() {
    let region = MapRegion(
      latitude: -100, longitude: 200, latitudeSpan: -1, longitudeSpan: .infinity)
    #expect(
      region
        == MapRegion(latitude: -90, longitude: 180, latitudeSpan: 0, longitudeSpan: 360))
    #expect(MapRegion(latitude: .nan, longitude: 0, span: .nan).latitude == 0)
  }
}

@Suite("Pictures")
struct ImageViewTests {
  @Test func aPictureHasASource() {
    let view = WidgetTree(ImageView(.name("sun"), alternative: "A sun", fit: .cover)).view
    #expect(view.spec.className == "image")
    #expect(
      view.spec.attributes == ["source": "sun", "alternative": "A sun", "fit": "cover"])
    #expect(view.spec.accessibility == Accessibility(label: "A sun", traits: [.image]))
  }

  @Test func aDecorationIsNotRead() {
    let tree = WidgetTree(ImageView(.address("https://a.example/b.png")))
    #expect(tree.view.spec.attributes == ["source": "https://a.example/b.png"])
    #expect(tree.tree.views.accessibilityElements { _ in true }.isEmpty)
  }

  @Test func aPlaceholderStandsWhereThePictureIsNotKnown() {
    let tree = WidgetTree(ImageView(nil, placeholder: .name("person"))) { $0.style = .points }
    #expect(
      tree.view.spec.attributes
        == ["source": "person", "background": Palette.light.surface.json])
    #expect(WidgetTree(ImageView(nil)).view.spec.attributes.isEmpty)
  }

  @Test func pixelsTravelWithTheView() throws {
    let pixels = try #require(
      PixelImage(width: 2, height: 1, rgb: [0, 16, 131, 255, 254, 253]))
    let tree = WidgetTree(ImageView(.pixels(pixels)))
    #expect(
      tree.view.spec.attributes == ["pixels": ["width": 2, "height": 1, "rgb": "ABCD//79"]])
    // Two to one as seen, so four columns for a line.
    #expect(try tree.frames(width: 16) == [ViewFrame(0, 0, 16, 4)])
  }

  @Test(arguments: [
    (0, 1, 0), (1, 0, 0), (-1, -1, 3), (1, 1, 2), (1, 1, 4), (Int.max, Int.max, 3),
    (Int.max, 2, 3), (1, -1, 3),
  ])
  func pixelsThatDoNotFitAreRefused(_ width: Int, _ height: Int, _ count: Int) {
    #expect(
      PixelImage(width: width, height: height, rgb: Array(repeating: 0, count: count)) == nil)
  }

  @Test func bytesAreWrittenInGroups() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map {
      Base64.text(of: Array($0.utf8))
    }
    #expect(texts == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
  }

  @Test func theAspectRatioDecidesTheHeight() throws {
    let square = ImageView(.name("a"), aspectRatio: 1)
    #expect(try WidgetTree(square).frames(width: 20) == [ViewFrame(0, 0, 20, 10)])
    let tree = WidgetTree(square) { $0.style = .points }
    #expect(try tree.frames(width: 20) == [ViewFrame(0, 0, 20, 20)])
    let row = WidgetTree(Node<Never> { Flex(.row) { square.size(height: 3) } })
    #expect(try row.frames(width: 20) == [ViewFrame(0, 0, 6, 3)])
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func anAspectRatioThatIsNoneDoesNotCount(_ ratio: Double) throws {
    let tree = WidgetTree(ImageView(.name("a"), aspectRatio: ratio))
    #expect(try tree.frames(width: 20) == [ViewFrame(0, 0, 20, 4)])
  }
}
