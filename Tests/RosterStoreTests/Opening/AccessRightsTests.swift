import Foundation
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What a user without rights is told; the files belong to the user who runs the tests.
@Suite("Opening: access rights")
struct AccessRightsTests {
  private let folder: TemporaryFolder
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    store = folder.url.appendingPathComponent("list.sqlite")
    let opened = try SQLiteStore(path: store.path)
    let list = try #require(try opened.list(named: "main"))
    _ = try list.commit(newSection(["a"]), on: list.load())
    try opened.close()
  }

  private func setMode(_ mode: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  /// Compares what the process says that opens the file as another user.
  private func expectOpening(
    for mode: String, _ url: URL? = nil, says begin: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = url?.path ?? store.path
    let before = contents(path)
    let answer = try ChildProgram(.store, ["open", path, mode]).lines().joined()
    #expect(contents(path) == before, sourceLocation: sourceLocation)
    #expect(answer.hasPrefix(begin), "\(answer)", sourceLocation: sourceLocation)
  }

  /// Gives back the rights that are needed to remove the folder.
  private func withModes(file: Int, folder folderMode: Int, _ body: () throws -> Void) throws {
    try setMode(file, of: store)
    try setMode(folderMode, of: folder.url)
    defer { try? setMode(0o777, of: folder.url) }
    try body()
  }

  @Test func aFileThatMayNotBeWrittenIsReadOnly() throws {
    try withModes(file: 0o444, folder: 0o777) {
      try expectOpening(for: "writing", says: "readOnly: \(store.path): ")
      try expectOpening(for: "reading", says: "opened: main 1")
    }
  }

  @Test func aFileThatMayNotBeReadIsUnreadable() throws {
    try withModes(file: 0o000, folder: 0o777) {
      try expectOpening(for: "reading", says: "unreadable: \(store.path): ")
      try expectOpening(for: "writing", says: "unreadable: \(store.path): ")
    }
  }

  @Test func aFolderThatMayNotBeWrittenIsReadOnly() throws {
    try withModes(file: 0o666, folder: 0o555) {
      try expectOpening(for: "writing", says: "readOnly: \(store.path): the folder ")
      try expectOpening(for: "reading", says: "readOnly: \(store.path): the folder ")
      let new = folder.url.appendingPathComponent("new.sqlite")
      try expectOpening(for: "writing", new, says: "readOnly: \(new.path): the folder ")
      #expect(contents(new.path) == nil)
    }
  }

  /// A reader leaves a log with the rights that the file had.
  @Test func aLogThatMayNotBeWrittenIsNamed() throws {
    try withModes(file: 0o444, folder: 0o777) {
      try expectOpening(for: "reading", says: "opened: main 1")
      try setMode(0o666, of: store)
      try expectOpening(
        for: "writing", says: "readOnly: \(store.path): \(store.path)-wal beside it ")
    }
  }

  @Test func aFileInUseCanBeReadFromAFolderThatMayNotBeWritten() throws {
    let open = try SQLiteStore(path: store.path)
    try withModes(file: 0o666, folder: 0o555) {
      try expectOpening(for: "reading", says: "opened: main 1")
    }
    try open.close()
  }

  @Test func aFolderThatMayNotBeEnteredIsUnreadable() throws {
    try withModes(file: 0o666, folder: 0o000) {
      try expectOpening(for: "reading", says: "unreadable: \(store.path): ")
      try expectOpening(for: "writing", says: "unreadable: \(store.path): ")
    }
  }
}
