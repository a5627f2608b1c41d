import RosterComponents

private struct Row: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      var taps = 0
      // error: mutation of captured var 'taps' in concurrently-executing code
      let tap = scope.edit("tap") { _ in taps += 1 }
    #else
      let tap = scope.edit("tap") { _ in }
    #endif
    return Node(ViewNode("row").on(.tap, tap))
  }
}
