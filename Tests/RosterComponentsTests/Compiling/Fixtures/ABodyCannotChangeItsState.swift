import RosterComponents

private struct Row: Component {
  struct State: ComponentState { var count = 0 }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: left side of mutating operator isn't mutable: 'state' is a get-only property
      scope.state.count += 1
    #endif
    return Node(ViewNode("row"))
  }
}
