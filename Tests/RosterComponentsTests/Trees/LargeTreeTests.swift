import RosterComponents
import RosterCore
import RosterJSON
import Testing

/// Trees that are deep or wide.
@Suite("Large trees")
struct LargeTreeTests {
  /// A component in a component, and so on.
  private struct Level: Component, Equatable {
    struct State: ComponentState { var count = 0 }
    static let typeName = "L"
    var depth: Int

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("level") {
        if depth > 1 { Level(depth: depth - 1) } else { ViewNode("bottom") }
      }
      .on(.tap, scope.edit("count") { $0.count += 1 })
    }
  }

  private func path(_ depth: Int) -> ScopePath {
    (0..<depth).reduce(.root) { path, _ in path.appending(ScopeKey(typeName: "L")) }
  }

  @Test func aTreeOfManyLevelsIsBuiltEditedAndFreed() {
    let depth = 2000
    let history = TreeHistory(Node<Never>(Level(depth: depth)))
    #expect(history.last.counts.bodiesRun == depth)
    history.apply(.update(path(depth), of: Level.self) { $0.count = 7 })
    #expect(history.last.counts.bodiesRun == 1)
    #expect(history.last.counts.scopesCopied == depth - 1)
    #expect(history.tree.state(of: Level.self, at: path(depth))?.count == 7)
    history.build(Node(Level(depth: depth + 1)))
    #expect(history.last.counts.bodiesRun == depth + 1)
    #expect(history.tree.state(of: Level.self, at: path(depth))?.count == 7)
    history.build(Node {})
    #expect(history.last.counts.statesForgotten == depth + 1)
  }

  @Test func theViewsOfManyLevelsAreFound() {
    let history = TreeHistory(Node<Never>(Level(depth: 2000)))
    var views = history.tree.views
    var depth = 0
    while let view = views.first {
      depth += 1
      views = view.children
    }
    #expect(depth == 2001)
  }

  @Test(arguments: [true, false])
  func manySiblingsAreFoundAgain(areNamed: Bool) {
    let count = 20_000
    func node(_ numbers: [Int]) -> Node<Never> {
      Node(Stack(numbers.map { Counter(name: areNamed ? "\($0)" : nil) }))
    }
    let history = TreeHistory(node(Array(0..<count)))
    #expect(history.last.counts.statesBegun == count)
    history.build(node(Array(-1..<count)))
    #expect(history.last.counts.bodiesRun == 2)
    #expect(history.last.counts.scopesReused == count)
    history.build(node((0..<count).reversed()))
    #expect(history.last.counts.statesForgotten == 1)
    #expect(history.last.counts.bodiesRun == 1)
    #expect(history.last.counts.scopesReused == count)
  }

  @Test func manySiblingsAreEditedAtOnce() {
    let count = 20_000
    let history = TreeHistory(Node<Never>(Stack((0..<count).map { Counter(name: "\($0)") })))
    let edits = (0..<count).map { number in
      TreeEdit.update(.at("Stack", "Counter[\(number)]"), of: Counter.self) { $0.count = number }
    }
    let update = TreeBuilder().applying(edits, to: history.tree)
    #expect(update.outcomes.filter(\.isSuccess).count == count)
    #expect(update.build.counts.statesChanged == count - 1)
    #expect(update.build.counts.scopesReused == 1)
    #expect(
      update.build.tree.state(of: Counter.self, at: .at("Stack", "Counter[777]"))?.count == 777)
  }

  @Test func manyMapsAndOverridesAroundANodeAreGoneThrough() {
    struct Caller: Component {
      typealias Message = Int
      static let typeName = "Caller"
      func body(_ scope: Scope<Self>) -> Node<Int> {
        ViewNode("caller")
          .attribute("season", .number(Double(scope.environment(Season.self))))
          .on(.tap, scope.send("call") { 0 })
      }
    }
    let node = (1...2000).reduce(Node(Caller())) { node, number in
      node.map { $0 + 1 }.environment(Season.self, -number)
    }
    let history = TreeHistory(node)
    #expect(history.perform(.tap, at: 0) == [.success(2000)])
    #expect(history.view([0]).spec.attributes["season"] == -1)
  }
}
