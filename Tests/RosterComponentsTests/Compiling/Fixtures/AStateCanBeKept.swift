import RosterComponents

#if FAULTY
  private struct Openness { var isOpen = false }
#else
  private struct Openness: ComponentState { var isOpen = false }
#endif

// error: type 'Row' does not conform to protocol 'Component'
private struct Row: Component {
  typealias State = Openness

  func initialState() -> Openness { Openness() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
}
