import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterTestKit
import Testing

/// The boxes of a tree as JSON, for a renderer that lays them out itself.
@Suite("Layout: box trees") struct BoxTreeTests {
  private func tree<Message>(@NodeBuilder<Message> _ node: () -> Node<Message>) -> ErasedTree {
    TreeBuilder().build(Node(erasing: node())).tree
  }

  private func text<Message>(@NodeBuilder<Message> _ node: () -> Node<Message>) -> String {
    JSONValue.array(tree(node).boxTree()).canonicalText
  }

  @Test func boxesWithoutViewsHaveNoClass() {
    let text = text {
      Flex<Never>(.row) {
        ViewNode("icon").frame(width: 16, height: 16)
        ViewNode("text").attribute("text", "Hello").grow(1).minWidth(0)
      }
      .gap(8).alignItems(.center)
    }
    #expect(
      text == """
        [{"children":[{"class":"icon","style":{"height":16,"width":16}},\
        {"attributes":{"text":"Hello"},"class":"text","style":{"flexGrow":1,"minWidth":0}}],\
        "style":{"alignItems":"center","flexDirection":"row","gap":8}}]
        """)
  }

  @Test func severalOutermostBoxesStandSideBySideInTheArray() throws {
    let tree = tree {
      ViewNode<Never>("a")
      Flex<Never> {}
      ViewNode<Never>("b")
    }
    let expected = #"[{"class":"a"},{},{"class":"b"}]"#
    #expect(JSONValue.array(tree.boxTree()).canonicalText == expected)
    let laidOut = try tree.laidOut(width: 100)
    #expect(JSONValue.array(laidOut.boxTree()).canonicalText == expected)
  }

  @Test func anEmptyTreeHasNoBoxes() {
    #expect(text { Node<Never>() } == "[]")
  }

  @Test func eventsAreNamesAndScopesAreThoseWithinTheBoxAround() {
    let text = text {
      Flex<Never> {
        Caption("a")
      }
      .padding(4)
    }
    #expect(
      text == """
        [{"children":[{"attributes":{"text":"a"},"class":"text","events":["tap"],\
        "measured":[1,1],"scope":"Caption"}],"style":{"padding":4}}]
        """)
  }

  @Test func aScopeIsWrittenOnBoxesWithoutViewsToo() {
    struct Card: Component, Equatable {
      static let typeName = "Card"
      func body(_ scope: Scope<Self>) -> Node<Never> {
        Flex { ViewNode("v") }.margin(1)
      }
    }
    #expect(
      text { Card() }
        == #"[{"children":[{"class":"v"}],"scope":"Card","style":{"margin":1}}]"#)
  }

  @Test func aSlotIsTheBoxInIt() {
    #expect(
      text {
        Inset<Never>(2) { ViewNode("v") }
      } == #"[{"children":[{"class":"v"}],"rule":{"inset":[2,2,2,2]}}]"#)
    #expect(
      text {
        Inset<Never>(2) {
          ViewNode("v")
          ViewNode("w")
        }
      } == """
        [{"children":[{"children":[{"class":"v"},{"class":"w"}]}],"rule":{"inset":[2,2,2,2]}}]
        """)
  }

  @Test func everyRuleSaysWhatItDoes() {
    func rule(_ container: some BoxContainer<Never>) -> String {
      tree { Node(container) }.boxTree()[0]["rule"]?.canonicalText ?? "none"
    }
    let infinite = LayoutLength.points(.infinity)
    #expect(
      rule(Inset(top: infinite, left: .percent(50), bottom: .points(.nan)) {})
        == #"{"inset":["auto",0,0,"50%"]}"#)
    #expect(rule(Center {}) == #"{"center":"both"}"#)
    #expect(
      rule(Center(.horizontal, minimum: .vertical) {})
        == #"{"center":"horizontal","minimum":"vertical"}"#)
    #expect(
      rule(
        Overlay {
        } content: {
        }) == #"{"overlay":true}"#)
    #expect(
      rule(
        Background {
        } content: {
        }) == #"{"background":true}"#)
    #expect(rule(LayeredBox(.topRight) {}) == #"{"zstack":"topRight"}"#)
    #expect(
      rule(Sizing(ComponentSize(width: 40, maxHeight: .percent(50))) {})
        == #"{"sizing":{"maxHeight":"50%","width":40}}"#)
    #expect(rule(Ratio(heightByWidth: 0.5) {}) == #"{"ratio":0.5}"#)
    #expect(rule(Ratio(heightByWidth: -1) {}) == #"{"ratio":0}"#)
    #expect(rule(Clipping(.both) {}) == #"{"clipping":"both"}"#)
    #expect(rule(EmptyBox()) == #"{"empty":true}"#)
    #expect(
      rule(
        StaticBox([
          .init(Point(x: 4, y: .nan)),
          .init(Point(x: 1, y: 2), size: ComponentSize(width: .percent(50))),
        ]) {})
        == #"{"static":[{"left":4,"top":0},{"left":1,"top":2,"width":"50%"}]}"#)
  }

  /// Its children from right to left, the last of them hidden and the first one in front.
  private struct Fan: LayoutRule {
    func layout(
      _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
    ) -> RuleLayout {
      var layout = RuleLayout(size: Size(width: 20, height: 4))
      for index in (0..<max(children.count - 1, 0)).reversed() {
        let child = children.layout(index, in: SizeRange(), parentSize: parentSize)
        layout.children.append(
          .init(index: index, position: Point(x: 10 - Double(index), y: 1), layout: child))
      }
      return layout
    }
  }

  @Test func aRuleOfAnApplicationIsWrittenAsItsPlacesIfTheTreeWasLaidOut() throws {
    let tree = tree {
      CustomLayout<Never>(Fan()) {
        ViewNode("a").frame(width: 4, height: 2)
        ViewNode("b").frame(width: 5, height: 3)
        ViewNode("c")
      }
    }
    #expect(tree.boxTree()[0]["rule"] == "custom")
    #expect(tree.boxTree()[0]["zOrder"] == nil)
    let range = SizeRange(max: Size(width: 100, height: 100))
    let laidOut = try tree.laidOut(in: LayoutConstraints(range)).boxTree()[0]
    #expect(
      laidOut["rule"]?.canonicalText == """
        {"size":[20,4],"static":[{"height":2,"left":10,"top":1,"width":4},\
        {"height":3,"left":9,"top":1,"width":5},null]}
        """)
    #expect(laidOut["zOrder"]?.canonicalText == "[2,1,0]")
  }

  @Test func onlyWantedContentIsMeasured() {
    let measurings = Recorder<String>()
    let tree = tree {
      Caption("one", measurings)
      Measured<Never>(Words(text: "two", measurings: measurings))
    }
    let boxes = tree.boxTree { $0.className != "text" }
    #expect(boxes.map { $0["measured"] } == [true, [3, 1]])
    #expect(measurings.values == ["two"])
  }

  private struct TwoLines: LineLimitedContent {
    let maximumLines: Int? = 2

    func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
      MeasuredSize(size: Size(width: 30, height: 2))
    }
  }

  @Test func theMostLinesOfATextAreWritten() {
    #expect(
      text { ViewNode<Never>("text").measured(by: TwoLines()) }
        == #"[{"class":"text","lines":2,"measured":[30,2]}]"#)
  }

  @Test func boxesInMeasuredOnesAreKeptForTheAddressesOfViews() {
    #expect(
      text {
        ViewNode<Never>("text") { ViewNode("inner") }
          .measured(by: Words(text: "a", measurings: Recorder()))
      } == #"[{"children":[{"class":"inner"}],"class":"text","measured":[1,1]}]"#)
  }

  @Test(arguments: [false, true])
  func viewsAreThoseOfTheTreeInTheirOrder(isLaidOut: Bool) throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      var tree = tree { Self.node(depth: 4, with: &random) }
      if isLaidOut { tree = try tree.laidOut(width: 50) }
      #expect(Self.views(in: tree.boxTree()) == Self.views(in: tree.views))
    }
  }

  private static func node(depth: Int, with random: inout SplitMix64) -> Node<Never> {
    var nodes: [Node<Never>] = []
    for _ in 0..<(depth == 0 ? 0 : random.index(below: 4)) {
      let inner = node(depth: depth - 1, with: &random)
      switch random.index(below: 5) {
      case 0: nodes.append(Node(ViewNode("a") { inner }.on(.tap, PlainAction(named: "tap"))))
      case 1: nodes.append(Node(ViewNode("b") { inner }.padding(1)))
      case 2: nodes.append(Node(Flex(.row) { inner }))
      case 3: nodes.append(Node(Inset(1) { inner }))
      default: nodes.append(inner)
      }
    }
    return Node { for node in nodes { node } }
  }

  /// The classes of views with the addresses that a renderer derives: boxes without views do not
  /// count.
  private static func views(in boxes: [JSONValue], at address: [Int] = []) -> [String] {
    var next = 0
    return views(in: boxes, at: address, next: &next)
  }

  private static func views(
    in boxes: [JSONValue], at address: [Int], next: inout Int
  ) -> [String] {
    var views: [String] = []
    for box in boxes {
      let children = box["children"]?.arrayValue ?? []
      guard let name = box["class"]?.stringValue else {
        views += Self.views(in: children, at: address, next: &next)
        continue
      }
      let own = address + [next]
      next += 1
      let events = box["events"]?.arrayValue ?? []
      views.append("\(own) \(name) \(events.map(\.canonicalText))")
      views += Self.views(in: children, at: own)
    }
    return views
  }

  private static func views(in trees: [ViewTree], at address: [Int] = []) -> [String] {
    trees.enumerated().flatMap { index, tree in
      let events = tree.events.keys.map { JSONValue.string($0.rawValue).canonicalText }
      return ["\(address + [index]) \(tree.spec.className) \(events)"]
        + views(in: tree.children, at: address + [index])
    }
  }
}
