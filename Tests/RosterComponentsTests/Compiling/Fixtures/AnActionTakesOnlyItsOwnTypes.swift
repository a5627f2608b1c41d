import RosterComponents

private struct Row: Component {
  let open: Action<Int, String>

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: cannot convert value of type 'String' to expected argument type 'Int'
      ViewNode("row").on(.tap, open("seven", "now"))
    #else
      ViewNode("row").on(.tap, open(7, "now"))
    #endif
  }
}
