import RosterComponents

private final class Draft {
  #if FAULTY
    var text = ""
  #else
    let text = ""
  #endif
}

#if !FAULTY
  extension Draft: Sendable {}
#endif

// error: does not conform to the 'Sendable' protocol
private struct Editor: Component {
  typealias Message = Draft

  // error: does not conform to the 'Sendable' protocol
  func body(_ scope: Scope<Self>) -> Node<Draft> { ViewNode("editor") }
}
