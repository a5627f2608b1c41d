import RosterCore
import RosterEngine
import RosterJSON
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
