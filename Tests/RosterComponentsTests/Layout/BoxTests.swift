import RosterComponents
import RosterCore
import RosterLayout
import RosterTestKit
import RosterTestSupport
import Testing

/// Views and boxes in bodies, before and after they are laid out.
@Suite("Layout: boxes") struct BoxTests {
  private func node(@NodeBuilder<Never> _ node: () -> Node<Never>) -> Node<Never> { node() }

  // MARK: Views

  @Test func aViewIsAColumn() throws {
    let frames = try node {
      ViewNode("column") {
        ViewNode("a").height(2)
        ViewNode("b").height(3).width(5)
      }
    }.frames()
    #expect(frames == ["column 0 0 20 5", "a 0 0 20 2", "b 0 2 5 3"])
  }

  @Test func modifiersOfAViewAreItsStyle() throws {
    let frames = try node {
      ViewNode("row") {
        ViewNode("a").frame(width: 4, height: 2).margin(1)
        ViewNode("b").grow(1).minHeight(3).alignSelf(.end)
        ViewNode("c").position(.absolute, Edges(0)).zIndex(1)
      }
      .direction(.row).padding(vertical: 1, horizontal: 2).gap(1).alignItems(.start)
    }.frames()
    #expect(frames == ["row 0 0 20 6", "a 3 2 4 2", "b 9 2 9 3", "c 0 0 20 6"])
  }

  @Test func aStyleThatIsMadeElsewhereIsTheSameAsModifiers() throws {
    let card = LayoutStyle { style in
      style.padding = Edges(2)
      style.width = .percent(50)
    }
    let row = FlexContainer { container in
      container.direction = .row
      container.columnGap = 3
    }
    func views(_ view: ViewNode<Never>) throws -> [String] {
      try Node<Never> { Flex { view } }.frames()
    }
    let children: () -> Node<Never> = {
      Node {
        ViewNode("a").frame(width: 1, height: 1)
        ViewNode("b").frame(width: 1, height: 1)
      }
    }
    let spec = ViewSpec("card")
    let separate = try views(ViewNode(spec, children).layout(card, row))
    let inline = try views(
      ViewNode(spec, children).padding(2).width(.percent(50)).direction(.row)
        .gap(row: 0, column: 3))
    #expect(separate == inline)
    #expect(separate == ["card 0 0 10 5", "a 2 2 1 1", "b 6 2 1 1"])
  }

  @Test func aViewIsAsLargeAsItsContent() throws {
    let frames = try node {
      ViewNode("card") { Caption("to be or") }.alignItems(.start)
    }.frames(width: 6)
    #expect(frames == ["card 0 0 6 2", "text 0 0 6 2"])
  }

  @Test func aViewMayHaveARule() throws {
    let stack = node {
      ViewNode("stack") {
        ViewNode("a").frame(width: 4, height: 2)
        ViewNode("b").frame(width: 2, height: 3)
      }
      .layout(by: LayeredRule(.topRight)).padding(1)
    }
    let tree = try TreeBuilder().build(stack).tree.laidOut(in: LayoutConstraints(SizeRange()))
    #expect(tree.frames == ["stack 0 0 6 5", "a 1 1 4 2", "b 3 1 2 3"])
  }

  // MARK: Boxes

  @Test func framesAreRelativeToTheNearestView() throws {
    let frames = try node {
      ViewNode("outer") {
        Flex(.row) {
          ViewNode("a").width(3)
          Flex {
            ViewNode("b") { Flex { ViewNode("c").height(1) }.padding(1) }
          }
          .padding(2).grow(1)
        }
        .padding(1)
      }
      .padding(1)
    }.frames()
    #expect(frames == ["outer 0 0 20 11", "a 2 2 3 7", "b 7 4 9 3", "c 1 1 7 1"])
  }

  @Test func modifiersOfAComponentAreOneBoxAroundIt() throws {
    let frames = try node {
      Flex(.row) {
        Caption("a")
        Caption("b").grow(1).margin(1).padding(2)
      }
    }.frames()
    #expect(frames == ["text 0 0 1 7", "text 4 3 13 1"])
  }

  @Test func modifiersOfANodeAreOneBoxAroundAllOfIt() throws {
    let frames = try node {
      Flex(.row) {
        node {
          Caption("a")
          Caption("b")
        }.margin(Edges(vertical: 0, horizontal: 5))
        Caption("c")
      }
    }.frames()
    #expect(frames == ["text 5 0 1 1", "text 5 1 1 1", "text 11 0 1 2"])
  }

  @Test func severalBoxesAtTheRootAreAColumn() throws {
    let tree = TreeBuilder().build(
      node {
        Caption("to be or")
        ViewNode("line").height(1)
      }
    ).tree
    let laidOut = try tree.laidOut(width: 5)
    #expect(laidOut.frames == ["text 0 0 5 2", "line 0 2 5 1"])
    #expect(laidOut.layout?.size == Size(width: 5, height: 3))
  }

  @Test func nothingHasNoSize() throws {
    let tree = TreeBuilder().build(node {}).tree
    #expect(try tree.laidOut(width: 5).layout?.size == Size(width: 5, height: 0))
    #expect(tree.layout == nil)
    #expect(tree.frames.isEmpty)
  }

  // MARK: Scopes

  /// Components in boxes and without.
  private struct Panel: Component {
    static let typeName = "Panel"
    var hasBoxes: Bool

    func body(_ scope: Scope<Panel>) -> Node<Never> {
      if hasBoxes {
        Flex(.row) { Counter(name: "a").grow(1) }
        Overlay {
          Counter()
        } content: {
          Counter().padding(3)
        }
        ViewNode("view") { Inset(2) { Counter().layout { $0.order = 1 } } }
      } else {
        Counter(name: "a")
        // What is laid over the content stands behind it in the tree.
        Counter()
        Counter()
        ViewNode("view") { Counter() }
      }
    }
  }

  @Test func boxesAreNothingToTheScopesInThem() {
    let history = TreeHistory(Node(Panel(hasBoxes: false)))
    let scopes = history.tree.scopes.map { $0.path }
    let views = history.tree.views
    for (number, scope) in scopes.dropFirst().enumerated() {
      history.count(up: scope, by: number + 1)
    }
    let counts = history.counts
    history.build(Node(Panel(hasBoxes: true)))
    #expect(history.tree.scopes.map { $0.path } == scopes)
    #expect(history.counts == counts)
    #expect(history.last.counts.scopesReused == 4)
    #expect(history.tree.views.map { $0.scope } == views.map { $0.scope })
    #expect(history.tree.views[3].children.count == 1)
  }

  private struct Caller: Component {
    typealias Message = Int
    static let typeName = "Caller"

    func body(_ scope: Scope<Caller>) -> Node<Int> {
      ViewNode("caller").on(.tap, scope.send("call") { 1 })
        .width(.points(Double(scope.environment(Season.self)))).height(1)
    }
  }

  @Test func messagesAndTheEnvironmentGoThroughBoxes() throws {
    let inner: Node<Int> = Node { Flex { Caller().margin(1) } }
    let history = TreeHistory(
      Node { Inset(1) { inner.environment(Season.self, 7).map { "\($0)" } } })
    #expect(history.perform(.tap, at: 0) == [.success("1")])
    #expect(try history.tree.laidOut(width: 20).frames == ["caller 2 2 7 1"])
  }

  // MARK: In bodies

  @Test func boxesStandWhereComponentsAndViewsDo() throws {
    let isShown = true
    let frames = try node {
      if isShown { Flex { ViewNode("a").height(1) } } else { EmptyBox() }
      for number in 1...2 {
        Sizing(height: .points(Double(number))) { ViewNode("b") }
      }
      EmptyBox()
      Measured(Words(text: "x", measurings: .init()))
      ViewNode("c")
    }.frames()
    #expect(frames == ["a 0 0 20 1", "b 0 1 20 1", "b 0 2 20 2", "c 0 5 20 0"])
  }
}
