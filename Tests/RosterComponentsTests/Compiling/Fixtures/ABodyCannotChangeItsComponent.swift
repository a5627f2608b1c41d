import RosterComponents

private struct Row: Component {
  var count = 0

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: left side of mutating operator isn't mutable: 'self' is immutable
      count += 1
    #endif
    return Node(ViewNode("row"))
  }
}
