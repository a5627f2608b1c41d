import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Closing")
struct ClosingTests {
  @Test func aClosedFileIsOneFileThatCanBeCopied() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let state = try list.commit(newSection(["a", "b"]), on: list.load())
    _ = try list.rows(of: state)
    try temporary.store.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.folder.url.path)
        == ["list.sqlite"])
    let copy = temporary.folder.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: temporary.path, toPath: copy)
    let store = try SQLiteStore(path: copy)
    #expect(try store.lists().map(\.itemCount) == [2])
    #expect(try store.check() == [])
  }

  @Test func whoeverUsesAClosedFileIsToldSo() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let state = try list.commit(newSection(["a"]), on: list.load())
    let unread = try list.load()
    try temporary.store.close()
    let item = ItemPath(section: 0, item: 0)
    #expect(storageErrorCode { _ = try list.load() } == .closed)
    #expect(storageErrorCode { _ = try list.commit(Changeset(), on: state) } == .closed)
    #expect(storageErrorCode { _ = try list.rows(of: state) } == .closed)
    #expect(storageErrorCode { _ = try list.journal(after: 0, limit: 1) } == .closed)
    #expect(storageErrorCode { _ = try unread.itemID(at: item) } == .closed)
    #expect(storageErrorCode { _ = try temporary.store.check() } == .closed)
    #expect(try state.itemID(at: item) == ItemID(rawValue: 1), "what was read stays")
  }

  /// A process that thinks it is the last to close the file removes its log, and what others of this
  /// process commit from then on is nowhere.
  @Test func openingAFileOnceMoreKeepsTheLocksOfThisProcess() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try list.commit(newSection(["a"]), on: list.load())
    try SQLiteStore(path: temporary.path).close()
    try SQLiteStore(
      path: temporary.path, configuration: SQLiteConfiguration(isReadOnly: true)
    ).close()
    #expect(try ChildProgram(.store, ["commit", temporary.path]).lines() == ["2"])
    _ = try list.commit(Changeset(), on: list.load())
    #expect(try ChildProgram(.store, ["commit", temporary.path]).lines() == ["4"])
    #expect(try list.load().revision == 4)
    #expect(try temporary.store.check() == [])
  }

  @Test func closingTwiceIsClosingOnce() throws {
    let temporary = try TemporaryStore()
    try temporary.store.close()
    try temporary.store.close()
  }
}
