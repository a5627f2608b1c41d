import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

@Suite("AnimationPlan")
struct AnimationPlanTests {
  typealias Tree = ComponentTree<Never>

  private let nested = Tree.boxes([
    AnimatedBox(name: "a", inside: [AnimatedBox(name: "b"), AnimatedBox(name: "c")]),
    AnimatedBox(name: "d"),
  ])

  @Test func anItemThatComesPlaysTheInitialAnimationsFromTheOutsideIn() {
    let plan = AnimationPlan(from: nil, to: nested)
    #expect(
      plan.initial.map(\.scope) == [
        .boxes("a"), .boxes("a", "b"), .boxes("a", "c"), .boxes("d"),
      ])
    #expect(plan.change.isEmpty && plan.final.isEmpty)
  }

  @Test func severalAnimationsOfAScopeKeepTheirOrder() {
    let plan = AnimationPlan(from: nil, to: Tree.boxes([AnimatedBox(name: "a", color: 7)]))
    #expect(plan.initial.map(\.animations) == [[.alpha(from: 0), .color("a", from: 7)]])
  }

  @Test func anItemThatGoesPlaysTheFinalAnimations() {
    let plan = AnimationPlan(from: nested, to: nil)
    #expect(
      plan.final.map(\.scope) == [.boxes("a"), .boxes("a", "b"), .boxes("a", "c"), .boxes("d")])
    #expect(plan.final.first?.animations == [.color("a", to: 0)])
    #expect(plan.initial.isEmpty && plan.change.isEmpty)
  }

  @Test func aScopeThatAppearsPlaysItsInitialAnimations() {
    let target = Tree.boxes(
      [
        AnimatedBox(name: "a", inside: [AnimatedBox(name: "b"), AnimatedBox(name: "c")]),
        AnimatedBox(name: "d", inside: [AnimatedBox(name: "e")]),
      ], after: nested)
    let plan = AnimationPlan(from: nested, to: target)
    #expect(plan.initial.map(\.scope) == [.boxes("d", "e")])
    #expect(plan.change.isEmpty && plan.final.isEmpty)
  }

  @Test func scopesThatDisappearPlayInTheOrderTheyHad() {
    let source = Tree.boxes([
      AnimatedBox(name: "x"), AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")]),
      AnimatedBox(name: "y", inside: [AnimatedBox(name: "z")]),
    ])
    let target = Tree.boxes([AnimatedBox(name: "a")], after: source)
    let plan = AnimationPlan(from: source, to: target)
    #expect(
      plan.final.map(\.scope) == [.boxes("x"), .boxes("a", "b"), .boxes("y"), .boxes("y", "z")])
  }

  @Test func anotherComponentInTheScopeSeesTheOneBefore() {
    let source = Tree.boxes([AnimatedBox(name: "a", color: 1)])
    let target = Tree.boxes([AnimatedBox(name: "a", color: 2)], after: source)
    let plan = AnimationPlan(from: source, to: target)
    #expect(plan.change.map(\.animations) == [[.color("a", from: 1, to: 2)]])
    #expect(plan.initial.isEmpty && plan.final.isEmpty)
  }

  @Test func anotherStateInTheScopeSeesTheOneBefore() {
    let scope = ScopePath.boxes("a", "c")
    let update = TreeBuilder().applying(
      [.update(scope, of: AnimatedBox.self) { $0.size = 3 }], to: nested)
    let plan = AnimationPlan(from: nested, to: update.build.tree)
    #expect(
      plan.change == [
        AnimationPlan.Element(scope: scope, animations: [.scale(from: 0, to: 3)])
      ])
  }

  @Test func scopesThatChangePlacesKeepTheirViews() {
    let source = Tree.boxes(["a", "b", "c"].map { AnimatedBox(name: $0) })
    let target = Tree.boxes(["c", "a", "b"].map { AnimatedBox(name: $0) }, after: source)
    #expect(AnimationPlan(from: source, to: target).isEmpty)
  }

  @Test func equalTreesPlayNothing() {
    #expect(AnimationPlan(from: nested, to: nested).isEmpty)
    let none: Tree? = nil
    #expect(AnimationPlan(from: none, to: none).isEmpty)
  }

  /// D16: an animation is played for a component that was built, not for one that is laid out again.
  @Test func aTreeThatIsLaidOutAgainPlaysNothing() throws {
    let source = try Tree.boxes([AnimatedBox(name: "a", color: 1)]).laidOut(width: 4)
    let target = try Tree.boxes([AnimatedBox(name: "a", color: 2)], after: source)
      .laidOut(width: 4, after: source)
    #expect(AnimationPlan(from: source, to: target).change.count == 1)
    let wider = try target.laidOut(width: 8, after: target)
    #expect(wider.layout?.size.width == 8)
    #expect(AnimationPlan(from: target, to: wider).isEmpty)
  }

  @Test func otherComponentsHaveNoAnimations() {
    struct Still: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> { AnimatedBox(name: "a") }
    }
    let plan = AnimationPlan(from: nil, to: TreeBuilder().build(Node(Still())).tree)
    #expect(plan.initial.count == 1)
    #expect(plan.initial.first?.scope.depth == 2)
  }

  @Test func aPlanIsPlainJSON() throws {
    let target = Tree.boxes([AnimatedBox(name: "a", color: 2)], after: nested)
    var plan = AnimationPlan(from: nested, to: target)
    plan.initial = [AnimationPlan.Element(scope: .root, animations: [.sequence([])])]
    #expect(!plan.change.isEmpty && plan.final.count == 3)
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(AnimationPlan.self, from: data) == plan)
    #expect(AnimationPlan().json == [:])
    let error = #expect(throws: JSONDecodingError.self) {
      try AnimationPlan(json: ["final": [["scope": "a#", "animations": []]]])
    }
    #expect(error?.path == "final[0].scope")
  }
}
