import RosterCore
import RosterLayout
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterComponents

/// What is laid out again when something changes, and what is not.
@Suite("Layout: again") struct RelayoutTests {
  private let measurings = Recorder<String>()

  /// Two captions and a view of its own between them.
  private struct Pair: Component, Equatable {
    struct State: ComponentState { var gap = 1.0 }
    static let typeName = "Pair"
    var captions: [Caption]

    func initialState() -> State { State() }

    func body(_ scope: Scope<Pair>) -> Node<Never> {
      ViewNode("pair") {
        captions[0]
        ViewNode("own").measured(by: Words(text: "own", measurings: captions[0].measurings))
        Flex { captions[1] }.margin(.points(scope.state.gap))
      }
    }
  }

  private func pair(_ first: String, _ second: String) -> Node<Never> {
    Node(Pair(captions: [Caption(first, measurings), Caption(second, measurings)]))
  }

  private func takeMeasurings() -> Set<String> {
    defer { measurings.removeAll() }
    return Set(measurings.values)
  }

  @Test func everythingIsLaidOutTheFirstTime() throws {
    let history = TreeHistory(pair("a", "b"))
    let tree = try history.tree.laidOut(width: 10)
    #expect(takeMeasurings() == ["a", "own", "b"])
    #expect(tree.layout?.counts.boxesMade == 5)
    #expect(tree.layout?.counts.scopesKept == 0)
  }

  @Test func aComponentThatIsNotBuiltAgainKeepsItsBoxes() throws {
    let history = TreeHistory(pair("a", "b"))
    let first = try history.tree.laidOut(width: 10)
    _ = takeMeasurings()
    history.build(pair("a", "c"))
    let second = try history.tree.laidOut(width: 10, after: first)
    #expect(second.layout?.counts.scopesKept == 1)
    #expect(second.layout?.counts.boxesMade == 4)
    #expect(second.layout?.counts.boxesKept == 0)
    #expect(takeMeasurings() == ["own", "c"])
    #expect(node("Caption", in: first)?.id == node("Caption", in: second)?.id)
    #expect(node("Caption#1", in: first)?.id != node("Caption#1", in: second)?.id)
  }

  @Test func aComponentAroundOneThatChangesKeepsItsOtherBoxes() throws {
    let history = TreeHistory(pair("a", "b"))
    let first = try history.tree.laidOut(width: 10)
    _ = takeMeasurings()
    history.apply(.update(.at("Pair", "Caption#1"), of: Caption.self) { $0.suffix = "!" })
    let second = try history.tree.laidOut(width: 10, after: first)
    #expect(second.layout?.counts.scopesKept == 1)
    #expect(second.layout?.counts.boxesKept == 1)
    #expect(second.layout?.counts.boxesMade == 3)
    #expect(takeMeasurings() == ["b!"])
  }

  @Test func anUnchangedTreeKeepsEverything() throws {
    let history = TreeHistory(pair("a", "b"))
    let first = try history.tree.laidOut(width: 10)
    _ = takeMeasurings()
    history.build(pair("a", "b"))
    let second = try history.tree.laidOut(width: 10, after: first)
    #expect(second.layout?.counts.scopesKept == 3)
    #expect(second.layout?.counts.boxesMade == 0)
    #expect(takeMeasurings().isEmpty)
    #expect(second.layout?.passCounts.placed == 0)
    #expect(second.layout?.passCounts.reused == 1)
    #expect(second.frames == first.frames)
  }

  @Test func anotherWidthBuildsNothingAndKeepsAllBoxes() throws {
    let history = TreeHistory(pair("to be", "or not"))
    let wide = try history.tree.laidOut(width: 10)
    _ = history.takeBodies()
    let narrow = try wide.laidOut(width: 4)
    #expect(history.takeBodies().isEmpty)
    #expect(narrow.layout?.counts == TreeLayoutCounts(scopesKept: 3))
    #expect(wide.layout?.size == Size(width: 10, height: 5))
    #expect(narrow.layout?.size == Size(width: 4, height: 7))
  }

  @Test func aMoveOfComponentsKeepsTheirBoxes() throws {
    func counters(_ names: [String]) -> Node<Never> {
      Node(Stack(names.map { Counter(name: $0) }))
    }
    let history = TreeHistory(counters(["a", "b", "c", "d"]))
    let first = try history.tree.laidOut(width: 10)
    _ = takeMeasurings()
    history.build(counters(["d", "x", "b", "a"]))
    let second = try history.tree.laidOut(width: 10, after: first)
    #expect(second.layout?.counts == TreeLayoutCounts(boxesMade: 2, scopesKept: 3))
    #expect(node("Stack", in: first)?.id != node("Stack", in: second)?.id)
  }

  private func node(_ key: String, in tree: ComponentTree<Never>) -> LayoutNode? {
    var laid = tree.layout?.scopes.inner.first
    if key != "Stack" {
      laid = laid?.inner.first { $0.scope?.path == .at("Pair", key) }
    }
    return laid?.boxes.first?.node
  }
}

extension TreeLayoutCounts {
  fileprivate init(boxesMade: Int = 0, boxesKept: Int = 0, scopesKept: Int = 0) {
    self.init()
    (self.boxesMade, self.boxesKept, self.scopesKept) = (boxesMade, boxesKept, scopesKept)
  }
}
