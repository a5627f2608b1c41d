import RosterComponents
import RosterCore
import RosterLayout
import RosterTestKit
import RosterTestSupport
import Testing

/// Layouts that follow one another, beside layouts of the same trees from nothing.
@Suite("Layout: random trees") struct RandomLayoutTests {
  /// A component in boxes of many kinds, as its plan says.
  private struct Shrub: Component, Equatable {
    struct State: ComponentState { var count = 0 }
    static let typeName = "Shrub"
    let plan: Plan

    var identifier: ScopeIdentifier? { plan.name.map { .text($0) } }

    func initialState() -> State { State(count: plan.label) }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      let count = scope.state.count
      let words = String(repeating: "leaf ", count: count % 4 + 1)
      ViewNode("shrub") { ViewNode("label").margin(.points(Double(plan.label))) }
        .padding(vertical: .points(Double(count % 3)), horizontal: 1)
      ViewNode("text").measured(by: Words(text: words, measurings: Recorder()))
      if !plan.hidesChildren || count % 2 == 1 {
        switch plan.label {
        case 0: Flex(.row) { children }.wrap().gap(1)
        case 1: Inset(1) { children }
        case 2:
          Background {
            ViewNode("background")
          } content: {
            children
          }
        case 3: ViewNode("view") { children }.zIndex(count % 2)
        default: children
        }
      }
    }

    private var children: Node<Never> {
      Node {
        for child in plan.children {
          if child.isOak { Shrub(plan: child) } else { Shrub(plan: child).grow(1).margin(1) }
        }
      }
    }
  }

  private func node(_ plans: [Plan]) -> Node<Never> {
    Node { for plan in plans { Shrub(plan: plan) } }
  }

  @Test(arguments: Array(1...20) as [UInt64])
  func aLayoutThatGoesOnFromAnotherIsTheSameAsOneFromNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var plans = Plan.random(depth: 3, with: &random)
    let history = TreeHistory(node(plans))
    var width = 20.0
    var tree = try history.tree.laidOut(width: width)
    for step in 0..<40 {
      switch random.index(below: 4) {
      case 0: width = Double(1 + random.index(below: 40))
      case 1:
        Plan.mutate(&plans, depth: 3, with: &random)
        history.build(node(plans))
      default:
        if let scope = history.tree.scopes.randomElement(using: &random)?.path {
          history.apply(.update(scope, of: Shrub.self) { $0.count += 1 })
        }
      }
      let fresh = try history.tree.laidOut(width: width)
      tree = try history.tree.laidOut(width: width, after: tree)
      #expect(tree.views == fresh.views, "seed \(seed), step \(step)")
      #expect(tree.layout?.size == fresh.layout?.size, "seed \(seed), step \(step)")
      #expect(tree.layout?.frames == fresh.layout?.frames, "seed \(seed), step \(step)")
      #expect(bare(tree.views) == bare(history.tree.views), "seed \(seed), step \(step)")
    }
  }

  /// Views without their layout.
  private func bare(_ views: [ViewTree]) -> [ViewTree] {
    views.map { view in
      ViewTree(
        spec: view.spec, events: view.events, scope: view.scope, children: bare(view.children))
    }
  }
}
