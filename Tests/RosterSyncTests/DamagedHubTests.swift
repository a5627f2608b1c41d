import Foundation
import GRDB
import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import Testing

@testable import RosterSync

/// What was altered in the file of a hub stays there.
@Suite struct DamagedHubTests {
  /// Alters the file of the hub; then puts it right again.
  private func with(
    _ damage: String, undone repair: String, _ files: SyncFiles, _ body: () throws -> Void
  ) throws {
    let file = files.folder.appending(path: "hub.sqlite").path
    let queue = try DatabaseQueue(path: file)
    try queue.write { try $0.execute(sql: damage) }
    try body()
    try queue.write { try $0.execute(sql: repair) }
  }

  private static let alteration = "UPDATE item SET model = 'x' WHERE model = 'b'"
  private static let repair = "UPDATE item SET model = 'b' WHERE model = 'x'"

  @Test func aRevisionWhoseModelWasAlteredIsNotSent() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("abc"))
      var one = try files.device("one")
      try one.synchronize(with: hub)
      try with(Self.alteration, undone: Self.repair, files) {
        var new = try files.device("new")
        let error = #expect(throws: StorageError.self) {
          try hub.serve(new.request(sendsChanges: false))
        }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("list \"list\"") == true)
        #expect(throws: SyncError.self) { try new.synchronize(with: hub) }
        #expect(try new.drawing == "")
        // What one has already, it does not get again: its changes are settled as ever.
        try one.list.applySynchronously(.insert("d"))
        try one.synchronize(with: hub)
        #expect(try hub.list.snapshot.items(inSection: 0).count == 4)
      }
      var new = try files.device("new")
      try new.synchronize(with: hub)
      #expect(try new.drawing == one.drawing)
    }
  }

  @Test(arguments: [
    (Self.alteration, Self.repair),
    (
      "UPDATE leaf SET items = '[2,1,3]' WHERE count = 3",
      "UPDATE leaf SET items = '[1,2,3]' WHERE count = 3"
    ),
  ])
  func aListThatWasAlteredIsNotSentWhole(damage: String, repair: String) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("abc"))
      try hub.list.applySynchronously(.section("d"))
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      var one = try files.device("one")
      // It was whole when it was sent to the first one.
      try one.synchronize(with: hub)
      try with(damage, undone: repair, files) {
        var new = try files.device("new")
        let error = #expect(throws: StorageError.self) {
          try hub.serve(new.request(sendsChanges: false))
        }
        #expect(error?.code == .corrupt)
        #expect(throws: SyncError.self) { try new.synchronize(with: hub) }
        #expect(try new.drawing == "")
      }
      var new = try files.device("new")
      try new.synchronize(with: hub)
      #expect(try new.drawing == "d|abc")
    }
  }

  @Test func aHubThatIsStartedAgainVerifiesThePagesThatItGoesOnWith() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.messageByteCountMax = 20
      let hub = try files.hub(limits)
      try hub.list.applySynchronously(.section(String(repeating: "abc", count: 40)))
      try hub.list.applySynchronously(.section("d"))
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      var one = try files.device("one", limits: limits)
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      try with(Self.alteration, undone: Self.repair, files) {
        let again = try files.hub(limits)
        #expect(throws: StorageError.self) {
          try again.serve(one.request(sendsChanges: false))
        }
      }
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }
}
