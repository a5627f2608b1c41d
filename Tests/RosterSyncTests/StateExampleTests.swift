import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterSync
import Testing

// begin example
struct Poll: Component {
  struct State: ComponentState {
    var votes: [String: Int] = [:]
  }

  static let typeName = "Poll"
  static let stateSyncing = StateSyncing<State>.merged { base, remote, local in
    State(votes: remote.votes.merging(local.votes) { remote, local in local })
  }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("votes").attribute("count", .number(Double(scope.state.votes.count)))
  }
}
// end example

/// The examples of the article about synchronization: a list of components.
@Suite struct StateExampleTests {
  private typealias PollList = ListDataSource<String, String, ComponentTree<Never>>

  private func list(_ name: String, _ files: SyncFiles) throws -> PollList {
    let store = try SQLiteStore(path: files.folder.appending(path: "\(name).sqlite").path)
    let stored = try #require(try store.list(named: "polls"))
    return try PollList(
      storage: stored, codec: TextCodec(), sectionCodec: TextCodec()
    ) { _, _ in
      Poll()
    }
  }

  private func open(
    _ list: PollList, with hub: TextHub
  ) throws -> SyncedList<String, String, ComponentTree<Never>> {
    // begin example
    let feed = try SyncedList(list, with: hub, coding: .text, states: SyncedStates(Poll.self))
    // end example
    return feed
  }

  private func vote(_ name: String, _ list: PollList) throws {
    _ = try list.applySynchronously(
      .update(ScopePath([ScopeKey(typeName: Poll.typeName)]), of: Poll.self, in: .path(.first)) {
        $0.votes[name] = 1
      })
  }

  @Test func votesOfTwoDevicesAreAllCounted() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let lists = try ["one", "two"].map { try list($0, files) }
      let devices = try lists.map { try open($0, with: hub) }
      try lists[0].applySynchronously(.section("a"))
      for device in devices { _ = try await device.synchronize() }
      try vote("Ann", lists[0])
      try vote("Bob", lists[0])
      try vote("Cem", lists[1])
      for device in devices + [devices[0]] { _ = try await device.synchronize() }
      for list in lists {
        let states = try #require(try list.snapshot.states(at: .first))
        let state = try #require(states.values.first).decoded(as: Poll.self)
        #expect(state.votes == ["Ann": 1, "Bob": 1, "Cem": 1])
        await list.close()
      }
    }
  }
}
