import GRDB
import RosterCore
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
      try temporary.store.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = 1000000")
      }
      try list.commit(large)
      #expect(try list.difference() == nil)
      try temporary.reopen(SQLiteConfiguration())
      try list.reopen(temporary.list())
      #expect(try list.difference() == nil)
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
