import RosterComponents

struct Row: Component {
  let select: Action<Int>

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row").on(.tap, select) }
}

struct Feed: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: to expected argument type 'Action<Int>'
      Row(select: scope.edit("select") { (_: inout NoState, _: String) in })
    #else
      Row(select: scope.edit("select") { (_: inout NoState, _: Int) in })
    #endif
  }
}
