import RosterCore
import RosterJSON
import RosterRows
import RosterTestSupport
import Testing

/// What the list of a device knows of its hub, in every storage.
@Suite("Rows of devices")
struct DeviceRowTests {
  /// Rows with changes of some numbers.
  private func rows(at revision: Revision, _ numbers: [Int], _ text: String) -> DeviceRows {
    DeviceRows(
      DeviceRows.Device(
        revision: revision, opening: "opening é", last: numbers.last, chain: "0123456789abcdef",
        hub: numbers.isEmpty ? nil : "hub", hubRevision: revision - 1, mark: "", base: "{}"),
      pending: numbers.map {
        DeviceRows.Pending(
          number: $0, opening: "opening", obstacle: $0 == 2 ? "it's too large" : nil,
          change: "{\"text\":\"\(text)\"}")
      })
  }

  private func group(
    _ state: ListState, from old: DeviceRows?, to new: DeviceRows
  ) throws -> CommitGroup {
    var builder = CommitGroupBuilder(state)
    let note: JSONValue = [SyncRole.device.digestMember: .string(new.digest)]
    try builder.add(
      newSection(["item"]), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note]),
      device: DeviceWrite(from: old, to: new))
    return builder.group
  }

  @Test(arguments: StorageKind.all)
  func rowsAreWrittenReplacedAndRemovedWithTheirChange(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      #expect(try list.deviceRows() == nil)
      var state = try list.load()
      var old: DeviceRows?
      for (numbers, text) in [([1, 2, 3], "a"), ([2, 3, 4], "b"), ([], "c"), ([7], "d")] {
        let new = rows(at: state.revision + 1, numbers, text)
        let group = try group(state, from: old, to: new)
        try list.commit(group)
        #expect(try list.deviceRows() == new)
        #expect(try temporary.listOfAnotherWriter("main").deviceRows() == new)
        (state, old) = (group.target, new)
      }
      // A change of the user leaves them as they are.
      state = try list.commit(newSection(["x"]), on: state)
      #expect(try list.deviceRows() == old)
      #expect(try temporary.list("other").deviceRows() == nil)
    }
  }

  @Test(arguments: StorageKind.all)
  func nothingIsWrittenByACommitThatFails(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let empty = try list.load()
      let first = rows(at: 1, [1], "a")
      try list.commit(group(empty, from: nil, to: first))
      #expect(throws: StorageError.self) {
        try list.commit(group(empty, from: first, to: rows(at: 1, [2], "b")))
      }
      #expect(try list.deviceRows() == first)
    }
  }

  /// A compaction may then remove the revision to which they belong.
  @Test(arguments: StorageKind.all)
  func rowsAreRemovedWithTheSubscriberOfTheirDevice(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let first = rows(at: 1, [1, 2], "a")
      try list.commit(group(list.load(), from: nil, to: first))
      for name in [SyncRole.device.subscriber, "index"] { try list.acknowledge(0, by: name) }
      try list.removeSubscriber("index")
      #expect(try list.deviceRows() == first)
      try list.acknowledge(1, by: SyncRole.device.subscriber)
      #expect(try list.deviceRows() == first)
      try list.removeSubscriber(SyncRole.device.subscriber)
      #expect(try list.deviceRows() == nil)
      #expect(try list.subscribers() == [])
    }
  }

  @Test func onlyWhatDiffersIsWritten() {
    let old = rows(at: 1, [1, 2, 3], "a")
    var new = rows(at: 2, [2, 3, 4], "a")
    new.pending[1].change = "{}"
    let write = DeviceWrite(from: old, to: new)
    #expect(write.pending.map(\.number) == [3, 4])
    #expect(write.removed == [1])
    #expect(DeviceWrite(from: nil, to: old).pending == old.pending)
  }
}
