import RosterComponents

private struct Row: Component {
  let select: Action<Int>

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row").on(.tap, select) }
}

private struct Feed: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      let select = scope.edit("select") { (_: inout NoState, _: String) in }
    #else
      let select = scope.edit("select") { (_: inout NoState, _: Int) in }
    #endif
    // error: cannot convert value of type 'Action<String>' to expected argument type 'Action<Int>'
    Row(select: select)
  }
}
