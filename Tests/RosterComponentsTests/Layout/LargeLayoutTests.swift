import RosterComponents
import RosterCore
import RosterLayout
import Testing

/// Layouts of deep and wide trees.
@Suite("Layout: large trees") struct LargeLayoutTests {
  private struct Level: Component, Equatable {
    static let typeName = "L"
    var depth: Int

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("level") {
        if depth > 1 { Level(depth: depth - 1).padding(1) } else { ViewNode("bottom").height(1) }
      }
    }
  }

  @Test func aTreeOfManyLevelsIsLaidOut() throws {
    let tree = try TreeBuilder().build(Node(Level(depth: 1_500))).tree.laidOut(width: 4_000)
    #expect(tree.layout?.size == Size(width: 4_000, height: 2_999))
    var views = tree.views
    var top = 0.0
    while let view = views.first {
      top += view.frame?.origin.y ?? .nan
      views = view.children
    }
    #expect(top == 1_499)
  }

  @Test func manySiblingsAreLaidOut() throws {
    let counters = (0..<20_000).map { Counter(name: "\($0)") }
    let history = TreeHistory(Node<Never> { for counter in counters { counter.height(2) } })
    let first = try history.tree.laidOut(width: 10)
    #expect(first.layout?.size == Size(width: 10, height: 40_000))
    history.build(Node<Never> { for counter in counters.reversed() { counter.height(2) } })
    let second = try history.tree.laidOut(width: 10, after: first)
    #expect(second.layout?.counts.scopesKept == 20_000)
  }
}
