import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import Testing

@Suite("Opening: files with nothing in them")
struct EmptyFileTests {
  private let readOnly = SQLiteConfiguration(isReadOnly: true)

  private func expectIsEmpty(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let before = contents(path)
    let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      try SQLiteStore(path: path, configuration: readOnly)
    }
    #expect(error?.code == .notADatabase, sourceLocation: sourceLocation)
    #expect(error?.message.contains(path) == true, sourceLocation: sourceLocation)
    #expect(error?.message.contains("empty") == true, sourceLocation: sourceLocation)
    #expect(contents(path) == before, sourceLocation: sourceLocation)
  }

  @Test func aFileWithoutBytesCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("list.sqlite"))
    expectIsEmpty(folder.path())
  }

  @Test func aDatabaseWithoutTablesCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try DatabaseQueue(path: folder.path()).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try DatabaseQueue(path: folder.path()).write { try $0.execute(sql: "DROP TABLE t") }
    expectIsEmpty(folder.path())
  }

  @Test func aCreationThatWasCutShortCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try DatabasePool(path: folder.path()).write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    expectIsEmpty(folder.path())
  }

  @Test func whatCannotBeReadBecomesAStoreWhenItIsOpenedForWriting() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("none.sqlite"))
    try DatabasePool(path: folder.path("short.sqlite")).write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    for name in ["none.sqlite", "short.sqlite"] {
      let store = try SQLiteStore(path: folder.path(name))
      #expect(try store.list(named: "main") != nil)
      #expect(try store.check() == [])
    }
  }

  @Test func aStoreWithoutListsCanBeRead() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path()).close()
    let store = try SQLiteStore(path: folder.path(), configuration: readOnly)
    #expect(try store.lists().isEmpty)
    #expect(try store.list(named: "main", create: false) == nil)
    #expect(try store.check() == [])
  }
}
