import RosterComponents

struct Row: Component {
  // error: type 'Row' does not conform to protocol 'Component'
  #if FAULTY
    struct State { var isOpen = false }
  #else
    struct State: ComponentState { var isOpen = false }
  #endif

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
}
