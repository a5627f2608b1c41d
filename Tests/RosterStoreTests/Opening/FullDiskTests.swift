import GRDB
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Writing: a full disk")
struct FullDiskTests {
  @Test func aCommitThatFindsNoRoomChangesNothingAndTheNextWithRoomGoesOn() throws {
    try withStore(SQLiteConfiguration(pageCountMax: 64)) { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit(newSection(["a", "b"]))
      let large = newSection(
        at: 1, (0..<5_000).map { "item \($0) \(Array(repeating: "x", count: 50))" })
      let error = #expect(throws: StorageError.self) { try list.commit([large, Changeset()]) }
      #expect(error?.code == .full)
      #expect(error?.message.contains(temporary.path) == true)
      #expect(try list.storage.load().revision == 1)
      #expect(try list.difference() == nil)
      #expect(try temporary.store.check() == [])

      try list.commit(newSection(at: 1, ["c"]))
      try temporary.store.pool.write {
        try $0.execute("PRAGMA max_page_count = 1000000")
      }
      try list.commit(large)
      #expect(try list.difference() == nil)
      try temporary.reopen(SQLiteConfiguration())
      try list.reopen(temporary.list())
      #expect(try list.difference() == nil)
    }
  }

  @Test func statesThatFindNoRoomChangeNothing() throws {
    try withStore(SQLiteConfiguration(pageCountMax: 40)) { temporary in
      let list = try temporary.list()
      let items = (1...500).map { ItemID(rawValue: $0) }
      let scope = ScopePath([ScopeKey(typeName: "Row")])
      func changes(_ text: String) -> [StateChange] {
        items.map {
          StateChange(StateAddress(item: $0, scope: scope), StoredState(value: .text(text)))
        }
      }
      let inserted = try list.commit(newSection(items.map { "\($0)" }), on: list.load())
      let state = try list.commit(changes("0"), on: inserted)
      let large = String(repeating: "x", count: 400)
      #expect(storageErrorCode { _ = try list.commit(changes(large), on: state) } == .full)
      #expect(try list.load().revision == 2)
      let expected = items.map { _ in [scope: StoredState(value: .text("0"))] }
      #expect(try list.states(of: items, at: 2) == expected)
      #expect(try list.states(of: items, at: 3) == expected)
      let next = try list.commit(Array(changes("1").prefix(3)), on: state)
      #expect(
        try list.states(of: [items[2]], at: next.revision) == [
          [scope: StoredState(value: .text("1"))]
        ])
    }
  }

  @Test func aFileThatFindsNoRoomAtItsCreationIsFull() throws {
    let folder = try TemporaryFolder()
    let small = SQLiteConfiguration(pageCountMax: 4)
    #expect(
      storageErrorCode { _ = try SQLiteStore(path: folder.path(), configuration: small) } == .full)
    #expect(try SQLiteStore(path: folder.path()).check() == [])
  }
}
