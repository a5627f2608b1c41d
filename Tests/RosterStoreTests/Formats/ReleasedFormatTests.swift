import Foundation
import GRDB
import Migrations
import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Format: what was released stays")
struct ReleasedFormatTests {
  /// The fingerprints of released steps. One that is here never changes, since files that have
  /// taken the step exist; what must be different goes into a new step.
  private let released = [
    "m0001_create": "4fffa6746dedbda4",
    "m0002_states": "ed22b6981c89a30b",
  ]

  /// The formats of which there is a file.
  private static let formats = 1...1

  @Test func releasedMigrationsNeverChange() {
    for migration in Migration.all {
      var fingerprint = Fingerprint()
      fingerprint.addItem(canonicalModel: migration.sql.utf8)
      #expect(released[migration.name] == fingerprint.hex, "\(migration.name) is not as released")
    }
    #expect(Set(released.keys).isSubset(of: Migration.all.map(\.name)), "a released step is gone")
  }

  @Test func theFormatIsTheNumberOfSteps() throws {
    try withStore { temporary in
      let format = try temporary.store.pool.read {
        try Int.fetchOne($0, sql: "PRAGMA user_version")
      }
      #expect(format == Migration.all.count)
      let id = try temporary.store.pool.read {
        try UInt32.fetchOne($0, sql: "PRAGMA application_id")
      }
      #expect(id == DatabaseFile.applicationID)
    }
  }

  /// Makes the file of a format from its dump.
  private func makeFile(format: Int) throws -> TemporaryFolder {
    let dump = try #require(
      Bundle.module.url(
        forResource: "format-\(format)", withExtension: "sql", subdirectory: "Fixtures"))
    let folder = try TemporaryFolder()
    let sql = try String(contentsOf: dump, encoding: .utf8)
    let queue = try DatabaseQueue(path: folder.path())
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
    return folder
  }

  @Test(arguments: formats)
  func filesOfEveryFormatOpenCheckAndRead(format: Int) throws {
    let folder = try makeFile(format: format)
    let store = try SQLiteStore(path: folder.path())
    #expect(try store.check() == [])
    #expect(try store.lists().map(\.name) == ["it's empty", "tracks"])
    let list = try #require(try store.list(named: "tracks", create: false))
    let state = try list.load()
    #expect(state.revision == 5)
    let rows = try list.models(of: state.itemIDs(inSection: 0), at: 5)
    let bytes = StoredValue.blob([0, 1, 254, 255])
    #expect(rows == [.text(#"{"n":300}"#), .text("plain"), bytes, .text("it's é 🦆")])
    let numbers = try list.models(of: state.itemIDs(inSection: 1), at: 5)
    #expect(numbers == [.text(#"{"n":"one"}"#)] + (3...41).map { .text(#"{"n":\#($0)}"#) })
    #expect(
      try list.models(of: state.sectionIDs, at: 5)
        == [.text(#"{"title":"B"}"#), .text(#"{"title":"A"}"#)])
  }

  @Test(arguments: formats)
  func theHistoryOfEveryFormatReadsBackToTheBegin(format: Int) throws {
    let folder = try makeFile(format: format)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "tracks", create: false))
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries[0].annotation.origin == "fixture")
    #expect(entries[1].annotation.userInfo == ["key": [1, .null]])
    var state = try list.load()
    var counts = [state.itemCounts]
    for entry in entries.reversed() {
      state = try state.reverting(entry.record)
      counts.append(state.itemCounts)
      let models = try list.models(
        of: (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) },
        at: state.revision)
      #expect(!models.contains(nil), "revision \(state.revision)")
    }
    #expect(counts == [[4, 40], [1, 4, 40], [1, 4, 298], [298, 4], [300, 3], []])
  }

  @Test(arguments: formats)
  func filesOfEveryFormatGoOn(format: Int) throws {
    let folder = try makeFile(format: format)
    let store = try SQLiteStore(path: folder.path())
    for name in ["tracks", "it's empty"] {
      let list = try #require(try store.list(named: name, create: false))
      let state = try list.commit(newSection((0..<500).map { "\($0)" }), on: list.load())
      let models = try list.models(of: state.itemIDs(inSection: 0), at: state.revision)
      #expect(models == (0..<500).map { .text("\($0)") })
    }
    #expect(try store.check() == [])
  }
}
