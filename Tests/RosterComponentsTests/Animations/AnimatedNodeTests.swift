import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

/// Animations of nodes whose components know of none.
@Suite("Animated nodes")
struct AnimatedNodeTests {
  private struct Page: Component, Equatable {
    static let typeName = "Page"
    struct State: ComponentState { var readCount = 0 }

    let number: Int

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<String> {
      ViewNode("page")
        .attribute("number", .number(Double(number)))
        .on(.tap, scope.edit("read") { state in state.readCount += 1 })
        .on(.submit, scope.send("tell") { [number] in "page \(number)" })
    }
  }

  private let appear: [AnimationSpec] = [.alpha(from: 0)]
  private let vanish: [AnimationSpec] = [.translation(to: Point(x: -100, y: 0))]
  private let animated = ScopePath.at("Roster.AnimatedNode")
  private let replaced = ScopePath.at("Roster.TransitionNode")

  private func animated(_ number: Int?) -> Node<String> {
    Node {
      if let number { Page(number: number).animated(initial: appear, final: vanish) }
    }
  }

  private func replaced(_ number: Int?, on trigger: Int) -> Node<String> {
    Node {
      if let number {
        Page(number: number).transition(on: trigger, initial: appear, final: vanish)
      }
    }
  }

  /// What is played on the way from one node to another.
  private func plan(from source: Node<String>, to target: Node<String>) -> AnimationPlan {
    let old = TreeBuilder().build(source).tree
    return AnimationPlan(from: old, to: TreeBuilder().build(target, after: old).tree)
  }

  @Test func anyNodeComesAndGoesWithAnimations() {
    #expect(
      plan(from: animated(nil), to: animated(1))
        == AnimationPlan(initial: [AnimationPlan.Element(scope: animated, animations: appear)]))
    #expect(
      plan(from: animated(1), to: animated(nil))
        == AnimationPlan(final: [AnimationPlan.Element(scope: animated, animations: vanish)]))
    #expect(plan(from: animated(1), to: animated(2)).isEmpty)
  }

  @Test func theAnimatedViewsAreThoseOfTheComponentsWithin() {
    let views = TreeBuilder().build(animated(1)).tree.views
    #expect(views.addresses(of: animated) == [[0]])
    #expect(views[0].scope == animated.appending(ScopeKey(typeName: "Page")))
  }

  @Test func aTransitionIsPlayedWhenItsValueIsAnother() {
    let transition = ViewTransition(initial: appear, final: vanish)
    #expect(
      plan(from: replaced(1, on: 1), to: replaced(2, on: 2))
        == AnimationPlan(replacement: [
          AnimationPlan.Replacement(scope: replaced, transition: transition)
        ]))
    #expect(plan(from: replaced(1, on: 1), to: replaced(2, on: 1)).isEmpty)
  }

  @Test func aTransitionIsNotPlayedWhenItsNodeComesOrGoes() {
    #expect(plan(from: replaced(nil, on: 1), to: replaced(1, on: 1)).isEmpty)
    #expect(plan(from: replaced(1, on: 1), to: replaced(nil, on: 1)).isEmpty)
  }

  @Test func whatIsReplacedKeepsItsStatesAndSendsItsMessages() {
    let history = TreeHistory(replaced(1, on: 1))
    history.perform(.tap, at: 0)
    history.build(replaced(2, on: 2))
    let page = replaced.appending(ScopeKey(typeName: "Page"))
    #expect(history.tree.state(of: Page.self, at: page)?.readCount == 1)
    #expect(history.perform(.submit, at: 0) == [.success("page 2")])
  }

  @Test func animatedComponentsKeepTheirIdentifiers() {
    let paths = TreeBuilder().build(
      Node<Never> {
        Counter(name: "a").animated(initial: appear)
        Counter(name: "b").transition(on: 0, initial: appear)
        Node<Never> { Counter() }.animated(final: vanish, identifier: "c")
      }
    ).tree.scopes.map(\.path)
    #expect(
      paths == [
        .at("Roster.AnimatedNode[a]"), .at("Roster.AnimatedNode[a]", "Counter[a]"),
        .at("Roster.TransitionNode[b]"), .at("Roster.TransitionNode[b]", "Counter[b]"),
        .at("Roster.AnimatedNode[c]"), .at("Roster.AnimatedNode[c]", "Counter"),
      ])
  }

  @Test func aComponentMayHaveATransitionInsteadOfAChange() {
    struct Slide: AnimatedComponent, Equatable {
      static let typeName = "Slide"
      let number: Int
      var isPlain = false
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("slide") }
      func changeAnimations(from previous: BuiltComponent<Self>, _ state: NoState)
        -> [AnimationSpec]
      {
        [.bounds()]
      }
      func transition(from previous: BuiltComponent<Self>, _ state: NoState) -> ViewTransition? {
        isPlain ? nil : ViewTransition(initial: [.alpha(from: Double(previous.component.number))])
      }
    }
    let old = TreeBuilder().build(Node(Slide(number: 7))).tree
    let new = TreeBuilder().build(Node(Slide(number: 8)), after: old).tree
    let plan = AnimationPlan(from: old, to: new)
    #expect(plan.replacement.map(\.transition.initial) == [[.alpha(from: 7)]])
    #expect(plan.change.isEmpty)
    let plain = TreeBuilder().build(Node(Slide(number: 9, isPlain: true)), after: new).tree
    #expect(AnimationPlan(from: new, to: plain).change.map(\.animations) == [[.bounds()]])
  }

  @Test func aReplacementIsPlainJSON() throws {
    let plan = plan(from: replaced(1, on: 1), to: replaced(2, on: 2))
    #expect(
      plan.json.canonicalText == """
        {"replacement":[{"final":[{"duration":0.25,"property":"translation","to":[-100,0]}],\
        "initial":[{"duration":0.25,"from":0,"property":"alpha"}],\
        "scope":"Roster.TransitionNode"}]}
        """)
    #expect(try AnimationPlan(json: plan.json) == plan)
    #expect(throws: JSONDecodingError.self) {
      try AnimationPlan(json: ["replacement": [["initial": []]]])
    }
  }
}
