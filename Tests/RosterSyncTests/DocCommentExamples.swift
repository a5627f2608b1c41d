import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterSync

/// The code in the comments of `RosterSync`. It is compiled only: it asks a hub.
enum DocCommentExamples {
  typealias Notes = ListDataSource<JSONValue, JSONValue, Never>

  struct LikeButton: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("button") }
  }

  struct Poll: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("poll") }
  }

  static func follow(_ list: Notes) async throws {
    // begin example
    for try await batch in try list.batches() {
      guard let news = SyncNews(batch.changes.annotation) else { continue }
      for change in news.changes { print(change.annotation.origin ?? "", change.revision) }
    }
    // end example
  }

  static func answer(_ request: JSONValue, of list: Notes) -> JSONValue {
    // begin example
    let hub = SyncHub(list, name: "notes of Ann", coding: .json)
    let answer = hub.answer(request)
    // end example
    return answer
  }

  static func synchronize(
    _ list: Notes, _ changeset: Changeset<JSONValue, JSONValue>, with transport: any SyncTransport,
    report: (SyncOutcome) -> Void
  ) async throws {
    // begin example
    let notes = try SyncedList(list, with: transport, coding: .json)
    try await list.apply(changeset)  // at once, offline too
    for outcome in try await notes.synchronize() { report(outcome) }  // when there is a network
    // end example
  }

  static func open(
    _ list: ComponentList<JSONValue, JSONValue, Never>, with transport: any SyncTransport
  ) throws -> SyncedList<JSONValue, JSONValue, ComponentTree<Never>> {
    // begin example
    let feed = try SyncedList(
      list, with: transport, coding: .json, states: SyncedStates(LikeButton.self, Poll.self))
    // end example
    return feed
  }
}
