import RosterComponents

private final class Cache {
  #if FAULTY
    var count = 0
  #else
    let count = 0
  #endif
}

#if !FAULTY
  extension Cache: Sendable {}
#endif

private struct Row: Component {
  // error: stored property 'cache' of 'Sendable'-conforming struct 'Row' has non-Sendable type 'Cache'
  let cache: Cache

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
}
