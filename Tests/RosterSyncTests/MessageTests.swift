import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import Testing

@testable import RosterSync

/// What becomes of messages that are damaged on their way.
@Suite struct MessageTests {
  @Test func noDamagedRequestIsTaken() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"), ChangeAnnotation(origin: "Ann"))
      let request = try one.request(sendsChanges: true)
      try Self.forEachDamage(of: request) { damaged in
        #expect(hub.answer(damaged)["refused"] != nil)
      }
      #expect(hub.list.snapshot.revision == 0)
      #expect(hub.answer(request)["refused"] == nil)
      #expect(try hub.list.drawing == "ab")
    }
  }

  @Test func noDamagedAnswerIsTaken() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("ab"), ChangeAnnotation(origin: "Ann"))
      var one = try files.device("one")
      let answer = try hub.answer(one.request(sendsChanges: false))
      try Self.forEachDamage(of: answer) { damaged in
        #expect(throws: SyncError.self) { try one.integrate(answer: damaged) }
      }
      #expect(try one.drawing == "")
      #expect(try one.integrate(answer: answer))
      #expect(try one.drawing == "ab")
    }
  }

  @Test func messagesOfSmallChangesAreHardlyLongerThanTheLog() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      let letters = "abcdefghijklmnopqrstuvwxyz"
      // As long as random ones.
      var one = try files.device("one", opening: String(repeating: "1", count: 25))
      var two = try files.device("two", opening: String(repeating: "2", count: 25))
      try one.list.applySynchronously(.section(letters))
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      var log: [UInt8] = []
      for round in 0..<8 {
        for item in 0..<letters.count {
          let change = TextChange.update(item, "text \(round)")
          ChangesetLogWriter.append(
            .changeset(LoggedChangeset(try SyncCoding.text.json(change))), to: &log)
          try one.list.applySynchronously(change)
        }
      }
      let pushed = try one.request(sendsChanges: true)
      let settled = hub.answer(pushed)
      let pulled = try hub.answer(two.request(sendsChanges: false))
      for message in [pushed, settled, pulled] {
        let ratio = Double(message.canonicalText.utf8.count) / Double(log.count)
        #expect(ratio <= 1.5)
      }
      _ = try one.integrate(answer: settled)
      _ = try two.integrate(answer: pulled)
      #expect(try one.drawing == two.drawing)
      #expect(try !one.hasPendingChanges)
    }
  }

  @Test func aMessageWithoutADigestIsRefused() throws {
    try SyncFiles.with { files in
      var one = try files.device("one")
      let answer: JSONValue = [
        "sync": 1, "hub": "hub", "revision": 0, "mark": "", "revisions": [], "last": true,
      ]
      #expect(throws: SyncError.self) { try one.integrate(answer: answer) }
    }
  }

  /// Visits what is left of a message with one wrong bit, or without its end, if it is JSON at all.
  private static func forEachDamage(of message: JSONValue, _ visit: (JSONValue) throws -> Void)
    throws
  {
    let bytes = Array(message.canonicalText.utf8)
    var count = 0
    func parse(_ damaged: [UInt8]) throws {
      guard let json = try? JSONParser().parse(damaged), json != message else { return }
      count += 1
      try visit(json)
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        try parse(damaged)
      }
      try parse(Array(bytes[..<index]))
    }
    #expect(count > 100)
  }
}
