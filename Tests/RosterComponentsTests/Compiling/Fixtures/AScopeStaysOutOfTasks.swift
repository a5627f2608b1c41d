import RosterComponents

private struct Row: Component {
  struct State: ComponentState { var count = 0 }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: sending
      Task { print(scope.path) }
    #else
      let path = scope.path
      Task { print(path) }
    #endif
    return Node(ViewNode("row"))
  }
}
