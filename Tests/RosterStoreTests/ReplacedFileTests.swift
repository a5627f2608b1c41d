import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What happens to the file while it is open.
@Suite("Replaced files")
struct ReplacedFileTests {
  private static let endings = ["", "-wal", "-shm"]

  private func withCommittedList(
    _ body: (_ temporary: TemporaryStore, _ list: SQLiteList, _ state: ListState) throws -> Void
  ) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    try body(temporary, list, list.commit(newSection(["a"]), on: list.load()))
  }

  private func expectIsReplaced(_ path: String, _ body: () throws -> Void) {
    let error = #expect(throws: StorageError.self) { try body() }
    #expect(error?.code == .replaced)
    #expect(error?.message.hasPrefix("\(path): ") == true)
    #expect(error?.message.contains("removed or replaced while it was open") == true)
  }

  @Test(arguments: endings)
  func nothingIsCommittedWhenAFileIsRemovedUntilItIsBack(ending: String) throws {
    try withCommittedList { temporary, list, state in
      let file = temporary.path + ending
      try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
      for _ in 0..<2 {
        expectIsReplaced(temporary.path) { _ = try list.commit(Changeset(), on: state) }
      }
      if ending.isEmpty { expectIsReplaced(temporary.path) { _ = try list.load() } }
      #expect(contents(file) == nil, "nothing is made in its place")
      try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
      #expect(try list.commit(Changeset(), on: state).revision == 2)
      #expect(try temporary.store.check() == [])
    }
  }

  @Test func nothingIsCommittedToAFileThatAnotherTookThePlaceOf() throws {
    try withCommittedList { temporary, list, state in
      let other = try TemporaryStore()
      let otherList = try other.list()
      _ = try otherList.commit(newSection(["x", "y"]), on: otherList.load())
      try other.store.close()
      // As editors and restores do it: one rename, with the log still beside it.
      #expect(rename(other.path, temporary.path) == 0)
      let bytes = contents(temporary.path)
      expectIsReplaced(temporary.path) { _ = try list.commit(Changeset(), on: state) }
      expectIsReplaced(temporary.path) { _ = try list.load() }
      expectIsReplaced(temporary.path) { _ = try temporary.store.lists() }
      #expect(contents(temporary.path) == bytes)
    }
  }

  /// What is read of a revision that one has is the same for ever.
  @Test(arguments: endings)
  func aKnownRevisionIsReadFromAFileThatWasRemoved(ending: String) throws {
    try withCommittedList { temporary, list, state in
      try FileManager.default.removeItem(atPath: temporary.path + ending)
      let items = try state.itemIDs()
      #expect(try list.models(of: items, at: state.revision) == [.text("a")])
      #expect(try list.models(of: state.sectionIDs, at: state.revision).count == 1)
      expectIsReplaced(temporary.path) { _ = try list.storedRevision() }
    }
  }

  /// Commits of others are no longer seen.
  @Test(arguments: endings, [false, true])
  func aFollowerIsToldWhenAFileIsRemoved(ending: String, isReadOnly: Bool) throws {
    try withCommittedList { temporary, _, state in
      let store = try SQLiteStore(
        path: temporary.path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      let list = try #require(try store.list(named: "main", create: false))
      #expect(try list.storedRevision() == state.revision)
      try FileManager.default.removeItem(atPath: temporary.path + ending)
      expectIsReplaced(temporary.path) { _ = try list.storedRevision() }
    }
  }

  @Test func aReaderOfAFileThatWasRemovedIsTold() throws {
    try withCommittedList { temporary, _, _ in
      try temporary.store.close()
      let store = try SQLiteStore(
        path: temporary.path, configuration: SQLiteConfiguration(isReadOnly: true))
      #expect(try store.lists().count == 1)
      try FileManager.default.removeItem(atPath: temporary.path)
      expectIsReplaced(temporary.path) { _ = try store.lists() }
    }
  }

  @Test func closingAFileThatWasRemovedMakesNoOther() throws {
    try withCommittedList { temporary, _, _ in
      for ending in Self.endings {
        try FileManager.default.removeItem(atPath: temporary.path + ending)
      }
      try temporary.store.close()
      #expect(contents(temporary.path) == nil)
    }
  }
}
