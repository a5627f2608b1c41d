import RosterComponents

private struct Video: Component {
  #if FAULTY
    // error: stored property 'host' of 'Sendable'-conforming struct 'Video' has non-Sendable type
    let host: ControllerHost<String>
  #else
    let host: String
  #endif

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
}
