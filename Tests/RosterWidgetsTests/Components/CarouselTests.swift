import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

/// Counts its taps, and is as high as its text.
private struct Photo: Component, Equatable {
  struct State: ComponentState { var taps = 0 }
  static let typeName = "Photo"
  var text: String
  var identifier: ScopeIdentifier?
  func initialState() -> State { State() }
  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("photo") { Text(text) }.attribute("taps", .number(Double(scope.state.taps)))
      .on(.tap, scope.edit("tap") { $0.taps += 1 })
  }
}

@Suite("Carousels")
struct CarouselTests {
  private func photos(_ count: Int) -> [Photo] { (0..<count).map { Photo(text: "\($0)") } }

  private func texts(_ tree: WidgetTree<Never>) -> [JSONValue?] {
    tree.all.filter { $0.spec.className == "text" }.map { $0.spec.attributes["text"] }
  }

  @Test func itemsStandSideBySide() throws {
    let tree = WidgetTree(
      Carousel([Photo(text: "a"), Photo(text: "b\nb"), Photo(text: "c")], itemWidth: 6))
    #expect(
      tree.view.spec.attributes == ["axis": "horizontal", "offset": 0, "length": 20])
    let view = try tree.views(width: 10)[0]
    #expect(view.frame == ViewFrame(0, 0, 10, 2))
    #expect(
      view.children.map(\.frame)
        == [ViewFrame(0, 0, 6, 2), ViewFrame(7, 0, 6, 2), ViewFrame(14, 0, 6, 2)])
  }

  @Test func whereTheUserHasScrolledToIsKept() throws {
    let tree = WidgetTree(Carousel(photos(10), itemWidth: 6))
    try tree.perform(.scroll, on: "scroll", 30)
    #expect(tree.view.spec.attributes["offset"] == 30)
    tree.build(Node(Carousel(photos(9), itemWidth: 6)))
    #expect(tree.view.spec.attributes["offset"] == 30)
    // Nothing is behind the end.
    tree.build(Node(Carousel(photos(2), itemWidth: 6)))
    #expect(tree.view.spec.attributes["offset"] == 13)
    try tree.perform(.scroll, on: "scroll", -5)
    #expect(tree.view.spec.attributes["offset"] == 0)
  }

  @Test func itIsScrolledFromOutside() throws {
    let tree = WidgetTree(Carousel(photos(10), itemWidth: 6))
    let path = try #require(tree.tree.paths(of: Carousel<Photo>.self).first)
    func show(_ index: Int) throws -> JSONValue? {
      let actions = Carousel<Photo>.show(in: path)(index).references
      try tree.apply(actions.map { .perform($0) })
      return tree.view.spec.attributes["offset"]
    }
    #expect(try show(3) == 21)
    #expect(try show(99) == 63)
    #expect(try show(-1) == 0)
  }

  @Test func theApplicationLearnsOfScrolling() throws {
    struct Screen: Component {
      func body(_ scope: Scope<Self>) -> Node<Double> {
        Carousel([Photo(text: "a")], itemWidth: 6)
          .onScroll(scope.send("scrolled") { (offset: Double) in offset })
      }
    }
    #expect(try WidgetTree(Screen()).perform(.scroll, on: "scroll", 4) == [4])
  }

  @Test func onlyItemsNearTheVisiblePartHaveViews() throws {
    let tree = WidgetTree(Carousel(photos(1000), itemWidth: 9).windowed()) {
      $0.style.carousel.windowLength = 100
    }
    #expect(texts(tree).count == 15)
    try tree.perform(.scroll, on: "scroll", 5000)
    let view = try tree.views(width: 50)[0]
    #expect(view.children.count == 20)
    #expect(view.children.first?.frame?.origin.x == 4950)
    #expect(texts(tree).first == "495")
    #expect(view.spec.attributes["length"] == 9999)
    try tree.perform(.scroll, on: "scroll", 1e9)
    #expect(texts(tree).last == "999")
    #expect(tree.view.spec.attributes["offset"] == 9999)
  }

  @Test func anItemNearbyKeepsItsStateWhenTheWindowMoves() throws {
    let tree = WidgetTree(Carousel(photos(1000), itemWidth: 9).windowed()) {
      $0.style.carousel.windowLength = 100
    }
    try tree.perform(.scroll, on: "scroll", 200)
    try tree.perform(.tap, on: "photo")
    func tapped() -> [JSONValue?] {
      tree.all.filter { $0.spec.attributes["taps"] == 1 }.map {
        $0.children[0].spec.attributes["text"]
      }
    }
    #expect(tapped() == ["15"])
    try tree.perform(.scroll, on: "scroll", 170)
    #expect(tapped() == ["15"])
  }

  @Test func itemsKeepTheirStatesByTheirIdentifiers() throws {
    let items = ["a", "b"].map { Photo(text: $0, identifier: .text($0)) }
    let tree = WidgetTree(Carousel(items, itemWidth: 9))
    try tree.perform(.tap, on: "photo")
    tree.build(Node(Carousel(items.reversed(), itemWidth: 9)))
    #expect(tree.view.children.map { $0.spec.attributes["taps"] } == [0, 1])
  }

  @Test(arguments: [0, -4, .nan, .infinity])
  func anItemHasAWidth(_ width: Double) throws {
    let tree = WidgetTree(Carousel(photos(2), itemWidth: width))
    #expect(try tree.views(width: 9)[0].children.map(\.frame?.size.width) == [1, 1])
  }

  @Test func noItemsAreNoContent() throws {
    for carousel in [
      Carousel(photos(0), itemWidth: 4), Carousel(photos(0), itemWidth: 4).windowed(),
    ] {
      let tree = WidgetTree(carousel)
      #expect(tree.view.spec.attributes["length"] == 0)
      #expect(try tree.frames(width: 9) == [ViewFrame(0, 0, 9, 0)])
      try tree.perform(.scroll, on: "scroll", 4)
      #expect(tree.view.spec.attributes["offset"] == 0)
    }
  }
}

@Suite("Views as JSON")
struct WidgetJSONTests {
  private struct Everything: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> {
      Text([TextPiece("a").bold(), TextPiece("b")], .title)
      Label("saved", icon: .text("✓"))
      Button("Send", icon: .text("→"), action: Action(named: "send")).busy().selected()
      ImageView(.name("sun"), alternative: "A sun")
      ProgressBar(0.5)
      Divider()
      Badge(count: 3)
      Touchable(onTap: Action(named: "open")) { Text("inside") }
        .accessibilityAction("Menu", on: .longPress)
      Carousel([Text("1"), Text("2")], itemWidth: 8)
      MapView(
        MapRegion(latitude: 1, longitude: 2, span: 3),
        pins: [MapPin("a", latitude: 1, longitude: 2)])
    }
  }

  @Test func everyViewIsWhatItsJSONSays() throws {
    for tree in try WidgetTree(Everything()).views(width: 40) {
      #expect(try ViewTree(json: tree.json) == tree)
      let text = tree.json.canonicalText
      #expect(try ViewTree(json: try JSONParser().parse(Array(text.utf8))) == tree)
    }
  }
}
