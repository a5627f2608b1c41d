import RosterCore
import RosterJSON
import RosterRows
import RosterTestSupport
import Testing

/// What the list of a hub knows of devices, in every storage.
@Suite("Rows of hubs")
struct HubRowTests {
  /// Rows with settled changes and losses of some numbers.
  private func rows(at revision: Revision, _ settled: [Int], _ losses: [Int]) -> HubRows {
    HubRows(
      HubRows.Hub(
        revision: revision, name: "notes é",
        digests: settled.count > 1 ? "é \(revision)" : nil),
      settled: settled.map {
        HubRows.Settled(number: $0, name: "opening \($0)", after: $0, through: 2 * $0 + 1)
      },
      losses: losses.map {
        HubRows.Loss(
          number: $0, name: "it's", change: 7, lostCount: $0,
          refusal: $0 == 2 ? "it does not fit" : nil)
      })
  }

  private func group(
    _ state: ListState, from old: HubRows?, to new: HubRows
  ) throws -> CommitGroup {
    var builder = CommitGroupBuilder(state)
    let note: JSONValue = [SyncRole.hub.digestMember: .string(new.digest)]
    try builder.add(
      newSection(["item"]), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note]),
      hub: HubWrite(from: old, to: new))
    return builder.group
  }

  @Test(arguments: StorageKind.all)
  func rowsAreWrittenReplacedAndRemovedWithTheirChange(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      #expect(try list.hubRows() == nil)
      var state = try list.load()
      var old: HubRows?
      for (settled, losses) in [
        ([1, 2, 3], [2]), ([2, 3, 4], [2, 3]), ([4], []), ([5, 6], [1]),
      ] {
        let new = rows(at: state.revision + 1, settled, losses)
        let group = try group(state, from: old, to: new)
        try list.commit(group)
        #expect(try list.hubRows() == new)
        #expect(try temporary.listOfAnotherWriter("main").hubRows() == new)
        (state, old) = (group.target, new)
      }
      // A change of another writer leaves them as they are, and so do the rows of a device.
      state = try list.commit(newSection(["x"]), on: state)
      #expect(try list.hubRows() == old)
      #expect(try list.deviceRows() == nil)
      #expect(try temporary.list("other").hubRows() == nil)
    }
  }

  @Test(arguments: StorageKind.all)
  func nothingIsWrittenByACommitThatFails(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let empty = try list.load()
      let first = rows(at: 1, [1], [])
      try list.commit(group(empty, from: nil, to: first))
      #expect(throws: StorageError.self) {
        try list.commit(group(empty, from: first, to: rows(at: 1, [2], [3])))
      }
      #expect(try list.hubRows() == first)
    }
  }

  /// Those of a device are others.
  @Test(arguments: StorageKind.all)
  func rowsAreRemovedWithTheSubscriberOfTheirHub(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let first = rows(at: 1, [1, 2], [3])
      try list.commit(group(list.load(), from: nil, to: first))
      for role in SyncRole.allCases { try list.acknowledge(0, by: role.subscriber) }
      try list.removeSubscriber(SyncRole.device.subscriber)
      #expect(try list.hubRows() == first)
      try list.removeSubscriber(SyncRole.hub.subscriber)
      #expect(try list.hubRows() == nil)
      #expect(try list.subscribers() == [])
    }
  }

  @Test(arguments: StorageKind.persistent)
  func rowsAreGoneWithTheirList(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      try list.commit(group(list.load(), from: nil, to: rows(at: 1, [1, 2], [3])))
      #expect(try temporary.findings() == [])
      let address = try #require(list.address)
      try address.store.removeLists([address.number])
      #expect(try temporary.findings() == [])
      #expect(try temporary.list().hubRows() == nil)
    }
  }

  @Test func onlyWhatDiffersIsWritten() {
    let old = rows(at: 1, [1, 2, 3], [1])
    var new = rows(at: 2, [2, 3, 4], [1, 2])
    new.settled[1].through = 100
    let write = HubWrite(from: old, to: new)
    #expect(write.settled.map(\.number) == [3, 4] && write.removedSettled == [1])
    #expect(write.losses.map(\.number) == [2] && write.removedLosses == [])
    let first = HubWrite(from: nil, to: old)
    #expect(first.settled == old.settled && first.losses == old.losses)
  }
}
