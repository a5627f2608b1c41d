#if os(Linux)
  import Roster
  import RosterComponents
  import RosterLayout
  import RosterWidgets

  /// A row with a remark that fades in and out, and a button that shows it.
  struct GrowingRow: Component, Equatable {
    struct State: ComponentState {
      var isOpen = false
    }

    static let typeName = "GrowingRow"

    let name: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<GrowingRow>) -> Node<Never> {
      ViewNode("box") {
        Button("More", action: scope.edit("more") { $0.isOpen.toggle() })
        if scope.state.isOpen { Remark(text: "about \(name)") }
      }
    }
  }

  /// Comes and goes in a second.
  struct Remark: AnimatedComponent, Equatable {
    static let typeName = "Remark"

    let text: String

    func body(_ scope: Scope<Remark>) -> Node<Never> { Text(text) }

    func initialAnimations(_ state: State) -> [AnimationSpec] {
      [
        .alpha(from: 0, AnimationTiming(duration: 1, curve: .linear)),
        .translation(
          from: Point(x: 40, y: 0), AnimationTiming(duration: 1, curve: .linear)),
      ]
    }

    func finalAnimations(_ state: State) -> [AnimationSpec] {
      [.alpha(to: 0, AnimationTiming(duration: 1, curve: .linear))]
    }
  }
#endif
