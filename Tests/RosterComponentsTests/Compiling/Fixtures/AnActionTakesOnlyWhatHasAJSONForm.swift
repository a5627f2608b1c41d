import RosterComponents

struct Place: Codable {
  var name = ""
}

#if !FAULTY
  extension Place: ActionArgument {}
#endif

struct Row: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    // error: conform to 'ActionArgument'
    let visit = scope.edit("visit") { (_: inout NoState, _: Place) in }
    return Node(ViewNode("row").on(.tap, visit))
  }
}
