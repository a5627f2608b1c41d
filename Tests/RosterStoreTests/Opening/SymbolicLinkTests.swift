import Foundation
import RosterCore
import RosterRows
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Files that symbolic links lead to: the log stands beside the file, not beside the link.
@Suite("Opening: symbolic links")
struct SymbolicLinkTests {
  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// A folder with `real/` in it, and a list in `real/list.sqlite`.
  private func makeFolder() throws -> (folder: TemporaryFolder, real: String) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("real"), withIntermediateDirectories: false)
    return (folder, folder.path("real/list.sqlite"))
  }

  private func write(_ items: [String], to path: String) throws -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main"))
    _ = try list.commit(newSection(items), on: list.load())
    return store
  }

  @Test(arguments: ["real/list.sqlite", "other", "folder/list.sqlite"])
  func aLinkIsReadAndWritten(target: String) throws {
    let (folder, real) = try makeFolder()
    try write(["a"], to: real).close()
    try link(folder.path("other"), to: "./real/../real/list.sqlite")
    try link(folder.path("folder"), to: folder.path("real"))
    let path = folder.path("link.sqlite")
    try link(path, to: target)
    let store = try write(["b"], to: path)
    #expect(contents(real + "-wal") != nil)
    #expect(contents(path + "-wal") == nil)
    #expect(try store.lists().map(\.itemCount) == [2])
    let reader = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    #expect(try reader.lists().map(\.itemCount) == [2])
  }

  @Test func aFileThatALinkLeadsToIsCreated() throws {
    let (folder, real) = try makeFolder()
    let path = folder.path("link.sqlite")
    try link(path, to: "real/list.sqlite")
    try write(["a"], to: path).close()
    #expect(contents(real) != nil)
    #expect(try SQLiteStore(path: real).lists().map(\.itemCount) == [1])
  }

  @Test func aLinkThatLeadsElsewhereLaterDoesNotMatter() throws {
    let (folder, real) = try makeFolder()
    let path = folder.path("link.sqlite")
    try link(path, to: real)
    let store = try write(["a"], to: path)
    try write(["x", "y"], to: folder.path("other.sqlite")).close()
    try FileManager.default.removeItem(atPath: path)
    try link(path, to: folder.path("other.sqlite"))
    let list = try #require(try store.list(named: "main", create: false))
    _ = try list.commit(newSection(["b"]), on: list.load())
    // The log that is measured, and watched, is the one beside the opened file.
    let system = try store.sizeReport(rowCountMax: 0, pageCountMax: 0).system
    guard case .file(_, _, _, let logByteCount) = system else {
      Issue.record("\(system) is no file")
      return
    }
    #expect(logByteCount == contents(real + "-wal")?.count)
    #expect(try SQLiteStore(path: real).lists().map(\.itemCount) == [2])
    #expect(try SQLiteStore(path: path).lists().map(\.itemCount) == [2])
  }

  /// SQLite would write, or remove the contents of, the file that such a link leads to.
  @Test(arguments: ["-wal", "-shm", "-journal"], [false, true])
  func aLinkWhereTheLogStandsIsRefused(ending: String, exists: Bool) throws {
    let (folder, real) = try makeFolder()
    if exists { try write(["a"], to: real).close() }
    let victim = try folder.write("mine", to: "victim")
    for target in [victim, folder.path("nothing")] {
      try link(real + ending, to: target)
      let before = contents(real)
      for body in [
        { _ = try SQLiteStore(path: real) },
        { _ = try SQLiteStore(path: real, configuration: SQLiteConfiguration(isReadOnly: true)) },
        { _ = try SQLiteStore.salvage(real, into: folder.path("saved")) },
        { _ = try UnfinishedFile(beside: exists ? folder.path("real/list.sqlite") : real) },
      ] {
        let error = #expect(throws: StorageError.self) { try body() }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains(real) == true)
      }
      #expect(contents(real) == before)
      #expect(contents(victim) == Data("mine".utf8))
      #expect(contents(folder.path("nothing")) == nil)
      try FileManager.default.removeItem(atPath: real + ending)
    }
  }

  /// Under its other name, a file has another log.
  @Test func aFileWithTwoNamesIsRefusedUntilItHasOne() throws {
    let (folder, real) = try makeFolder()
    let store = try write(["a"], to: real)
    let other = folder.path("other.sqlite")
    try FileManager.default.linkItem(atPath: real, toPath: other)
    for path in [real, other] {
      for isReadOnly in [false, true] {
        let error = #expect(throws: StorageError.self) {
          try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.hasPrefix("\(path): the file has other names") == true)
      }
    }
    // The one that was there before goes on.
    let list = try #require(try store.list(named: "main", create: false))
    _ = try list.commit(newSection(["b"]), on: list.load())
    try store.close()
    let report = try SQLiteStore.salvage(other, into: folder.path("saved"))
    #expect(!report.isComplete && report.losses.contains { $0.contains("hard links") })
    try FileManager.default.removeItem(atPath: other)
    #expect(try SQLiteStore(path: real).lists().map(\.itemCount) == [2])
  }

  /// As a process leaves it that is killed after it has given a new file its name.
  @Test func theNameUnderWhichAFileWasWrittenDoesNotCount() throws {
    let (folder, real) = try makeFolder()
    let file = try UnfinishedFile(beside: real)
    try write(["a"], to: file.path).close()
    try FileManager.default.linkItem(atPath: file.path, toPath: real)
    #expect(try SQLiteStore(path: real).lists().map(\.itemCount) == [1])
    try FileManager.default.linkItem(atPath: real, toPath: folder.path("other"))
    #expect(throws: StorageError.self) { try SQLiteStore(path: real) }
  }

  @Test func aRingOfLinksIsRefused() throws {
    let (folder, _) = try makeFolder()
    try link(folder.path("a"), to: folder.path("b"))
    try link(folder.path("b"), to: folder.path("a"))
    let error = #expect(throws: StorageError.self) { try SQLiteStore(path: folder.path("a")) }
    #expect(error?.code == .unreadable)
    #expect(error?.message.hasPrefix(folder.path("a")) == true)
  }

  @Test func theLogBesideTheFileIsSaved() throws {
    let (folder, real) = try makeFolder()
    let store = try write(["a"], to: real)
    let path = folder.path("link.sqlite")
    try FileManager.default.createDirectory(
      atPath: folder.path("copy"), withIntermediateDirectories: false)
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: real + ending, toPath: folder.path("copy/list.sqlite\(ending)"))
    }
    try link(path, to: "copy/list.sqlite")
    let report = try SQLiteStore.salvage(path, into: folder.path("saved.sqlite"))
    #expect(report.isComplete)
    #expect(report.lists.map(\.itemCount) == [1])
    try store.close()
  }

  @Test(arguments: ["list.sqlite-wal", "list.sqlite-shm", "list.sqlite-journal"])
  func aNameOfAPartOfADatabaseIsRefused(name: String) throws {
    let (folder, real) = try makeFolder()
    try write(["a"], to: real).close()
    let before = contents(real)
    for path in [folder.path("real/\(name)"), folder.path("link")] {
      if path == folder.path("link") { try link(path, to: "real/\(name)") }
      for body in [
        { _ = try SQLiteStore(path: path) }, { _ = try SQLiteStore.salvage(real, into: path) },
      ] {
        let error = #expect(throws: StorageError.self) { try body() }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("choose another name") == true)
      }
    }
    #expect(contents(folder.path("real/\(name)")) == nil)
    #expect(contents(real) == before)
  }
}
