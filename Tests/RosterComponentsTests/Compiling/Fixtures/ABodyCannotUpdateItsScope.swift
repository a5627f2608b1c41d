import RosterComponents

private struct Row: Component {
  struct State: ComponentState { var count = 0 }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: value of type 'Scope<Row>' has no member 'update'
      scope.update { $0.count += 1 }
    #else
      _ = scope.edit("add") { $0.count += 1 }
    #endif
    return Node(ViewNode("row"))
  }
}
