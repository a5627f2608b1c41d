import GRDB
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Durability")
struct DurabilityTests {
  private func pragma(_ name: String, _ store: SQLiteStore) throws -> String? {
    try store.pool.write { try $0.text("PRAGMA \(name)") }
  }

  @Test(arguments: [(SQLiteConfiguration.Durability.full, "2"), (.normal, "1")])
  func theWriterSyncsAsItWasPromisedAlsoAfterReopening(
    durability: SQLiteConfiguration.Durability, synchronous: String
  ) throws {
    try withStore(SQLiteConfiguration(durability: durability)) { temporary in
      for _ in 0..<2 {
        let list = try temporary.list()
        _ = try list.commit(newSection(["a"]), on: list.load())
        #expect(try pragma("synchronous", temporary.store) == synchronous)
        #expect(try pragma("journal_mode", temporary.store) == "wal")
        #expect(try pragma("foreign_keys", temporary.store) == "1")
        for barrier in ["fullfsync", "checkpoint_fullfsync"] {
          let isOn = try pragma(barrier, temporary.store) == "1"
          #expect(isOn == (temporary.store.configuration.durability == .full), "\(barrier)")
        }
        try temporary.reopen()
      }
    }
  }

  @Test func aFileThatWasTakenOutOfTheLogModeReturnsToIt() throws {
    try withStore { temporary in
      try temporary.store.close()
      let queue = try DatabaseQueue(path: temporary.path)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try queue.close()
      try temporary.reopen()
      #expect(try pragma("journal_mode", temporary.store) == "wal")
    }
  }
}
