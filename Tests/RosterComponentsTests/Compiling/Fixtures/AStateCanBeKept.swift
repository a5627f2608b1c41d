import RosterComponents

#if FAULTY
  struct Openness { var isOpen = false }
#else
  struct Openness: ComponentState { var isOpen = false }
#endif

// error: type 'Row' does not conform to protocol 'Component'
struct Row: Component {
  typealias State = Openness

  func initialState() -> Openness { Openness() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
}
