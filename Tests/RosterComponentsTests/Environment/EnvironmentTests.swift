import RosterCore
import RosterJSON
import Testing

@testable import RosterComponents

private enum Theme: ComponentEnvironmentKey { static let defaultValue = "light" }
private enum Scale: ComponentEnvironmentKey { static let defaultValue = 1 }
private enum Remark: ComponentEnvironmentKey { static let defaultValue: String? = "default" }

/// Shows the theme, and whatever it has within.
private struct Themed: Component, Equatable {
  static let typeName = "Themed"
  var name: String
  var inside: [Themed] = []
  var identifier: ScopeIdentifier? { .text(name) }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("themed") { for themed in inside { themed } }
      .attribute("theme", .string(scope.environment(Theme.self)))
  }
}

/// Reads nothing itself.
private struct Plain: Component, Equatable {
  static let typeName = "Plain"
  var inside: [Themed] = []
  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("plain") { for themed in inside { themed } }
  }
}

/// Reads the scale only once it has been tapped.
private struct Scaled: Component, Equatable {
  struct State: ComponentState { var isOn = false }
  static let typeName = "Scaled"
  func initialState() -> State { State() }
  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("scaled")
      .attribute("scale", .number(scope.state.isOn ? Double(scope.environment(Scale.self)) : 0))
      .on(.tap, scope.edit("turn on") { $0.isOn = true })
  }
}

/// Shows the remark and the scale.
private struct Remarked: Component, Equatable {
  static let typeName = "Remarked"
  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("remarked")
      .attribute("remark", scope.environment(Remark.self).map { .string($0) } ?? .null)
      .attribute("scale", .number(Double(scope.environment(Scale.self))))
  }
}

/// Has a node for its body.
private struct Wrapper: Component, Equatable {
  static let typeName = "Wrapper"
  var node: Node<Never>
  static func == (left: Self, right: Self) -> Bool { false }
  func body(_ scope: Scope<Self>) -> Node<Never> { node }
}

/// Hands a theme down to what is within.
private struct Override: Component, Equatable {
  static let typeName = "Override"
  var theme: String
  var inside: [Themed]
  func body(_ scope: Scope<Self>) -> Node<Never> {
    Node { for themed in inside { themed } }.environment(Theme.self, theme)
    Themed(name: "outside")
  }
}

@Suite("Environment")
struct EnvironmentTests {
  private func environment(theme: String? = nil, scale: Int? = nil) -> ComponentEnvironment {
    var values = ComponentEnvironment()
    if let theme { values[Theme.self] = theme }
    if let scale { values[Scale.self] = scale }
    return values
  }

  /// The themes of all views that show one, in order.
  private func themes(_ history: TreeHistory<Never>) -> [JSONValue] {
    func themes(_ view: ViewTree) -> [JSONValue] {
      [view.spec.attributes["theme"]].compactMap { $0 } + view.children.flatMap(themes)
    }
    return history.tree.views.flatMap(themes)
  }

  @Test func aKeyThatNobodyHasSetHasItsDefaultValue() {
    let history = TreeHistory(Node<Never>(Themed(name: "a")))
    #expect(themes(history) == ["light"])
    var values = ComponentEnvironment()
    #expect(values[Theme.self] == "light")
    values[Theme.self] = "dark"
    #expect(values[Theme.self] == "dark")
    #expect(values[Scale.self] == 1)
  }

  @Test func theEnvironmentOfTheRootIsHandedDown() {
    let history = TreeHistory(
      Node<Never>(Plain(inside: [Themed(name: "a", inside: [Themed(name: "b")])])),
      environment: environment(theme: "dark"))
    #expect(themes(history) == ["dark", "dark"])
  }

  @Test func anOverrideIsSeenWithinAndNotBeside() {
    let history = TreeHistory(
      Node<Never> {
        Themed(name: "a")
        Override(theme: "red", inside: [Themed(name: "b", inside: [Themed(name: "c")])])
        Themed(name: "d")
      })
    #expect(themes(history) == ["light", "red", "red", "light", "light"])
  }

  @Test func theInnermostOverrideCounts() {
    let inner = Node<Never> { Themed(name: "inner") }.environment(Theme.self, "inner")
    let history = TreeHistory(
      Node<Never> {
        Node {
          Themed(name: "before")
          inner
          Themed(name: "after")
        }
        .environment(Theme.self, "outer")
        Themed(name: "outside")
      },
      environment: environment(theme: "root"))
    #expect(themes(history) == ["outer", "inner", "outer", "root"])
  }

  @Test func anOverrideWithTheDefaultValueShadowsToo() {
    let history = TreeHistory(
      Node<Never> {
        Themed(name: "a").environment(Theme.self, "light")
      },
      environment: environment(theme: "dark"))
    #expect(themes(history) == ["light"])
    history.replaceEnvironment { $0[Theme.self] = "blue" }
    #expect(history.last.counts.bodiesRun == 0)
    #expect(themes(history) == ["light"])
  }

  @Test func anOverrideWithNothingShadowsAValueUntilItsEnd() {
    let history = TreeHistory(
      Node<Never> {
        Remarked()
        Node<Never> {
          Remarked()
          Remarked().environment(Remark.self, "inner")
          Remarked()
        }
        .environment(Remark.self, nil)
        Remarked()
      }
      .environment(Remark.self, "outer"))
    #expect(
      history.tree.views.map { $0.spec.attributes["remark"] }
        == ["outer", .null, "inner", .null, "outer"])
  }

  @Test func anOverrideOfOneKeyLeavesTheOthersAsTheyAre() {
    let history = TreeHistory(
      Node<Never> { Remarked().environment(Remark.self, "new") }.environment(Scale.self, 4))
    #expect(history.view([0]).spec.attributes == ["remark": "new", "scale": 4])
  }

  @Test func newComponentsInANewEnvironmentAreBuiltWhereTheyReadIt() {
    let builder = TreeBuilder()
    let node = Node<Never> {
      Plain(inside: [Themed(name: "a")])
      Counter()
    }
    let first = builder.build(node, environment: environment(theme: "red"))
    let second = builder.build(
      node, after: first.tree, environment: environment(theme: "blue", scale: 9))
    #expect(second.tree.views[0].children[0].spec.attributes["theme"] == "blue")
    #expect(second.counts.bodiesRun == 1)
    #expect(second.counts.scopesCopied == 1)
    #expect(second.counts.scopesReused == 1)
  }

  @Test func anotherEnvironmentBuildsWhatHasReadItAndNothingElse() {
    let history = TreeHistory(
      Node<Never> {
        Plain(inside: [Themed(name: "a"), Themed(name: "b")])
        Plain()
        Counter()
        Scaled()
      })
    _ = history.takeBodies()
    history.replaceEnvironment { $0[Theme.self] = "dark" }
    #expect(
      history.takeBodies() == [#"Plain/Themed["a"]"#, #"Plain/Themed["b"]"#])
    #expect(history.last.counts.bodiesRun == 2)
    #expect(history.last.counts.scopesCopied == 1)
    #expect(history.last.counts.scopesReused == 3)
    #expect(themes(history) == ["dark", "dark"])
  }

  @Test func anEqualEnvironmentBuildsNothing() {
    let history = TreeHistory(Node<Never>(Themed(name: "a")))
    let scope = history.scope(.at("Themed[a]"))
    history.replaceEnvironment { $0[Theme.self] = "light" }
    #expect(history.last.counts.bodiesRun == 0)
    #expect(history.last.counts.scopesReused == 1)
    #expect(history.scope(.at("Themed[a]")) === scope)
    history.replaceEnvironment { $0[Scale.self] = 7 }
    #expect(history.scope(.at("Themed[a]")) === scope)
  }

  @Test func whatIsInAnOverrideIsNotBuiltForAnotherValueOutside() {
    let history = TreeHistory(
      Node<Never>(Override(theme: "red", inside: [Themed(name: "inside")])))
    let inside = history.scope(.at("Override", "Themed[inside]"))
    history.replaceEnvironment { $0[Theme.self] = "dark" }
    #expect(history.last.counts.bodiesRun == 1)
    #expect(themes(history) == ["red", "dark"])
    #expect(history.scope(.at("Override", "Themed[inside]")) === inside)
  }

  @Test func whatIsReadInAnOverrideIsNotReadOutsideOfIt() {
    let node = Node<Never> {
      Node { Plain(inside: [Themed(name: "a")]) }.environment(Theme.self, "red")
    }
    let history = TreeHistory(Node<Never> { Stack([Wrapper(node: node)]) })
    history.replaceEnvironment { $0[Theme.self] = "dark" }
    #expect(history.last.counts.scopesReused == 4)
    #expect(history.last.counts.scopesCopied == 0)
    #expect(themes(history) == ["red"])
  }

  @Test func anOverrideThatChangesBuildsWhatIsInIt() {
    let inside = [Themed(name: "inside")]
    let history = TreeHistory(Node<Never>(Override(theme: "red", inside: inside)))
    let outside = history.scope(.at("Override", "Themed[outside]"))
    history.build(Node(Override(theme: "blue", inside: inside)))
    #expect(history.last.counts.bodiesRun == 2)
    #expect(history.last.counts.scopesReused == 1)
    #expect(themes(history) == ["blue", "light"])
    #expect(history.scope(.at("Override", "Themed[outside]")) === outside)
  }

  @Test func whatLeavesAnOverrideIsBuiltAgain() {
    func node(_ theme: String?) -> Node<Never> {
      let themed = Node<Never> { Themed(name: "a") }
      return theme.map { themed.environment(Theme.self, $0) } ?? themed
    }
    let history = TreeHistory(node("red"))
    history.build(node(nil))
    #expect(themes(history) == ["light"])
    history.build(node("light"))
    #expect(history.last.counts.bodiesRun == 0)
  }

  @Test func aScopeThatWasReusedSeesTheLatestEnvironmentWhenItReadsForTheFirstTime() {
    let history = TreeHistory(Node<Never> { Stack([Scaled()]) })
    history.replaceEnvironment { $0[Scale.self] = 5 }
    #expect(history.last.counts.bodiesRun == 0)
    history.perform(.tap, at: 0, 0)
    #expect(history.view([0, 0]).spec.attributes["scale"] == 5)
    history.replaceEnvironment { $0[Scale.self] = 6 }
    #expect(history.view([0, 0]).spec.attributes["scale"] == 6)
    #expect(history.last.counts.bodiesRun == 1)
  }

  @Test func whatIsNoLongerReadBuildsNothing() {
    struct Chooser: Component, Equatable {
      static let typeName = "Chooser"
      var isThemed: Bool
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("chooser")
          .attribute("theme", .string(isThemed ? scope.environment(Theme.self) : "none"))
      }
    }
    let history = TreeHistory(Node<Never>(Chooser(isThemed: true)))
    history.build(Node(Chooser(isThemed: false)))
    history.replaceEnvironment { $0[Theme.self] = "dark" }
    #expect(history.last.counts.bodiesRun == 0)
  }

  @Test func anEditWithinAnOverrideIsBuiltWithTheOverride() {
    let node = Node<Never> { Stack([Scaled()]).environment(Scale.self, 3) }
    let history = TreeHistory(node, environment: environment(scale: 2))
    history.perform(.tap, at: 0, 0)
    #expect(history.view([0, 0]).spec.attributes["scale"] == 3)
    #expect(history.last.counts.bodiesRun == 1)
    history.replaceEnvironment { $0[Scale.self] = 9 }
    #expect(history.last.counts.bodiesRun == 0)
  }

  @Test func statesStayWhenTheEnvironmentIsAnother() {
    let history = TreeHistory(Node<Never> { Stack([Scaled()]) })
    history.perform(.tap, at: 0, 0)
    history.replaceEnvironment { $0[Scale.self] = 4 }
    #expect(history.tree.state(of: Scaled.self, at: .at("Stack", "Scaled"))?.isOn == true)
    #expect(history.last.stateChanges.isEmpty)
  }
}
