import RosterComponents

private struct Row: Component {
  struct State: ComponentState { var count = 0 }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: capture of 'scope' with non-Sendable type 'Scope<Row>' in a '@Sendable' closure
      ViewNode("row").on(.tap, scope.edit("add") { state in state.count = scope.state.count + 1 })
    #else
      ViewNode("row").on(.tap, scope.edit("add") { state in state.count += 1 })
    #endif
  }
}
