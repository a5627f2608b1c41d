import RosterComponents
import RosterCore

private struct Row: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
}

private struct Keeper: Sendable {
  #if FAULTY
    // error: stored property 'scope' of 'Sendable'-conforming struct 'Keeper' has non-Sendable type
    let scope: Scope<Row>
  #else
    let scope: ScopePath
  #endif
}
