import RosterComponents

private struct Place: Codable {
  var name = ""
}

#if !FAULTY
  extension Place: ActionArgument {}
#endif

private struct Row: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    // error: type 'Place' does not conform to protocol 'ActionArgument'
    // error: generic parameter 'each Argument' could not be inferred
    let visit: Action<Place> = scope.edit("visit") { (_: inout NoState, _: Place) in }
    ViewNode("row").on(.tap, visit)
  }
}
