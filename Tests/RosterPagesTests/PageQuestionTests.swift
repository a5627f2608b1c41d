import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// What a page may ask, and what it may not.
@Suite struct PageQuestionTests {
  private func with(
    _ counts: [Int] = [30, 0, 5], allowsEdits: Bool = false,
    _ body: (Stand, Client) async throws -> Void
  ) async throws {
    let stand = try Stand(allowsEdits: allowsEdits)
    try await stand.fill(counts)
    let client = try stand.connect()
    try await client.take()
    try await body(stand, client)
    await stand.close()
  }

  @Test func searchFindsTheNextMatch() async throws {
    try await with { _, client in
      // Items are called "0.0" to "0.29" and "2.0" to "2.4".
      let first = try await client.ask(1, ["find": ["text": "2.3"]])
      #expect(first["found"] == ["key": "i34", "slot": 38, "item": 33])
      let next = try await client.ask(
        2, ["find": ["text": "0.1", "from": "i2", "direction": "forward"]])
      #expect(next["found"]?["key"] == "i11")
      let before = try await client.ask(
        3, ["find": ["text": "0.1", "from": "i2", "direction": "backward"]])
      #expect(before["found"]?["key"] == "i20")
      let header = try await client.ask(4, ["find": ["text": "2.", "from": "h3"]])
      #expect(header["found"]?["key"] == "i31")
      let none = try await client.ask(5, ["find": ["text": "nothing"]])
      #expect(none["found"] == .null)
    }
  }

  @Test func matchesAreCounted() async throws {
    try await with { _, client in
      // "0.1" and "0.10" to "0.19".
      let counted = try await client.ask(1, ["count": ["text": "0.1", "of": "i12"]])
      #expect(counted["counted"] == ["count": 11, "ordinal": 3])
      let other = try await client.ask(2, ["count": ["text": "0.1", "of": "i1"]])
      #expect(other["counted"] == ["count": 11])
      let header = try await client.ask(3, ["count": ["text": "2.", "of": "h3"]])
      #expect(header["counted"] == ["count": 5])
      let none = try await client.ask(4, ["count": ["text": "nothing"]])
      #expect(none["counted"] == ["count": 0])
    }
  }

  @Test func countAndSearchRunBesideEachOther() async throws {
    try await with { _, client in
      try client.send(["id": 1, "count": ["text": "0.3"]])
      try client.send(["id": 2, "find": ["text": "0.3"]])
      #expect(try await client.answer(to: 2)["found"]?["key"] == "i4")
      #expect(try await client.answer(to: 1)["counted"] == ["count": 1])
      try client.send(["id": 3, "count": ["text": "0.2"]])
      try client.send(["id": 4, "count": ["text": "2."]])
      #expect(try await client.answer(to: 4)["counted"]?["count"] == 5)
      let former = try await client.answer(to: 3)
      // It may have ended before the next one began.
      #expect(former["refused"] == "another search has begun" || former["counted"] != nil)
    }
  }

  @Test func identifiersAreFoundAndCopiedWithAllDigits() async throws {
    try await with([0]) { stand, client in
      let ids = [425, 426].map { JSONValue.integer(738_529_527_931_269_000 + $0) }
      try await stand.apply(
        JSONChange { $0.insertItems(ids.map { ["id": $0] }, at: ItemPath(section: 0, item: 0)) })
      try await client.take()
      #expect(client.page.rows[1...2].map(\.content) == ids.map { ["model": ["id": $0]] })
      let found = try await client.ask(1, ["find": ["text": "738529527931269426"]])
      #expect(found["found"]?["key"] == "i2")
      let copied = try await client.ask(2, ["copy": ["from": "i1", "to": "i2"]])
      #expect(copied["text"] == "738529527931269425\n738529527931269426")
    }
  }

  @Test func seekSaysWhereRowsAre() async throws {
    try await with { _, client in
      let answer1 = try await client.ask(1, ["seek": ["item": 31]])
      #expect(answer1["sought"] == ["key": "i32", "slot": 36])
      let answer2 = try await client.ask(2, ["seek": ["key": "h2"]])
      #expect(answer2["sought"] == ["key": "h2", "slot": 32])
      let answer3 = try await client.ask(3, ["seek": ["slot": 1e9]])
      #expect(answer3["sought"] == ["key": "f3", "slot": 40])
      let answer4 = try await client.ask(4, ["seek": ["key": "i99"]])
      #expect(answer4["sought"] == .null)
      let answer5 = try await client.ask(5, ["seek": ["item": -5]])
      #expect(answer5["sought"] == ["key": "i1", "slot": 1])
      // The page goes there if it wants to.
      #expect(client.page.first == 0)
    }
    try await with([]) { _, client in
      let answer6 = try await client.ask(1, ["seek": ["item": 0]])
      #expect(answer6["sought"] == .null)
      let answer7 = try await client.ask(2, ["seek": ["slot": 0]])
      #expect(answer7["sought"] == .null)
    }
  }

  @Test func wholeModelsAndTextsAreAnswered() async throws {
    try await with { _, client in
      let answer8 = try await client.ask(1, ["model": "i1"])
      #expect(answer8["model"] == ["text": "0.0"])
      let answer9 = try await client.ask(2, ["model": "h3"])
      #expect(answer9["model"] == ["name": "section 2"])
      let answer10 = try await client.ask(3, ["model": "f3"])
      #expect(answer10["refused"] != nil)
      let answer11 = try await client.ask(4, ["model": "i99"])
      #expect(answer11["refused"] != nil)
      let copied = try await client.ask(5, ["copy": ["from": "i32", "to": "i30"]])
      #expect(copied["text"]?.stringValue?.split(separator: "\n").first == "0.29")
      #expect(copied["text"]?.stringValue?.split(separator: "\n").last == "2.1")
      let answer12 = try await client.ask(6, ["copy": ["from": "i32", "to": "i99"]])
      #expect(answer12["refused"] != nil)
    }
  }

  @Test func editsAreRefusedUnlessAllowed() async throws {
    try await with { stand, client in
      let answer13 = try await client.ask(1, ["undo": true])
      #expect(answer13["refused"] != nil)
      #expect(stand.list.snapshot.revision == 1)
    }
    try await with(allowsEdits: true) { stand, client in
      #expect(client.greeting["edits"] == true)
      let answer14 = try await client.ask(1, ["undo": true])
      #expect(answer14["done"] == true)
      #expect(
        answer14["summary"] == "undid revision 1: 35 items inserted, 3 sections inserted")
      #expect(stand.list.snapshot.itemCount == 0)
      let answer15 = try await client.ask(2, ["undo": true])
      #expect(answer15["refused"] == "there is nothing to undo")
      let answer16 = try await client.ask(3, ["redo": true])
      #expect(answer16["done"] == true)
      #expect(stand.list.snapshot.itemCount == 35)
    }
  }

  @Test func questionsAreBounded() async throws {
    try await with { _, client in
      for id in 1...9 { try client.send(["id": .number(Double(id)), "seek": ["item": 0]]) }
      try await client.take()
      #expect(client.answers.count == 9)
      #expect(client.answers.count { $0["refused"] != nil } == 1)
      // All answers were read, so there is room again.
      let answer17 = try await client.ask(10, ["seek": ["item": 0]])
      #expect(answer17["sought"] != nil)
    }
    try await with { _, client in
      let error = #expect(throws: PageError.self) {
        for id in 1...10_000 { try client.send(["id": .number(Double(id)), "seek": ["item": 0]]) }
      }
      #expect(error?.code == .busy)
    }
  }

  @Test func cancelledQuestionGetsNoAnswer() async throws {
    try await with { _, client in
      try client.send(["id": 1, "seek": ["item": 0]])
      try client.send(["cancel": 1])
      try client.send(["id": 2, "find": ["text": "nothing"]])
      try client.send(["id": 3, "find": ["text": "0.3"]])
      let answer18 = try await client.answer(to: 3)
      #expect(answer18["found"]?["key"] == "i4")
      let answer19 = try await client.answer(to: 2)
      // It may have ended before the next one began.
      #expect(answer19["refused"] == "another search has begun" || answer19["found"] == .null)
      #expect(client.answers.isEmpty)
      // Its number may be used again.
      let answer20 = try await client.ask(1, ["seek": ["item": 0]])
      #expect(answer20["sought"] != nil)
    }
  }

  @Test(arguments: [
    ("", PageError.Code.malformed), ("[]", .malformed), ("{}", .malformed),
    ("{\"a\":1,}", .malformed),
    (#"{"hello":[1],"count":1}"#, .malformed), (#"{"shown":7}"#, .malformed),
    (#"{"shown":-1}"#, .malformed), (#"{"window":{"first":0}}"#, .malformed),
    (#"{"window":{"first":0,"count":1001}}"#, .tooLarge),
    (#"{"window":{"first":0.5,"count":1}}"#, .malformed),
    (#"{"window":{"first":1e300,"count":1}}"#, .malformed),
    (#"{"window":{"first":0,"count":1},"anchor":{"key":"x","slot":0}}"#, .malformed),
    (#"{"id":1}"#, .malformed), (#"{"id":"1","undo":true}"#, .malformed),
    (#"{"id":1,"undo":false}"#, .malformed), (#"{"id":1,"redo":1}"#, .malformed),
    (#"{"id":1,"find":{"text":""}}"#, .malformed),
    (#"{"id":1,"find":{"text":"a","direction":"up"}}"#, .malformed),
    (#"{"id":1,"count":{"of":"i1"}}"#, .malformed),
    (#"{"id":1,"count":{"text":"a","of":7}}"#, .malformed),
    (#"{"id":1,"model":7}"#, .malformed), (#"{"id":1,"copy":{"from":"i1"}}"#, .malformed),
    (#"{"id":1,"copy":{"as":"xml"}}"#, .malformed),
    (#"{"id":1,"copy":{"find":"a"}}"#, .malformed),
    (#"{"id":1,"copy":{"as":"csv","find":""}}"#, .malformed),
    (#"{"id":1,"event":{"row":"i1","view":["a"],"name":"tap"}}"#, .malformed),
    (#"{"id":1,"event":{"row":"i1","view":[0],"name":"tap","class":1}}"#, .malformed),
    (#"{"id":1,"event":{"row":"i1","view":[0],"name":"tap","scope":[]}}"#, .malformed),
  ])
  func wrongMessageEndsTheSession(_ message: String, _ code: PageError.Code) async throws {
    try await expectEnd(message, code)
  }

  @Test func largeMessageEndsTheSession() async throws {
    try await expectEnd(String(repeating: "[", count: 100_000), .malformed)
    try await expectEnd(String(repeating: " ", count: 300_000), .tooLarge)
    let text = String(repeating: "a", count: 2_000)
    try await expectEnd("{\"id\":1,\"find\":{\"text\":\"\(text)\"}}", .tooLarge)
  }

  private func expectEnd(_ message: String, _ code: PageError.Code) async throws {
    try await with { _, client in
      let error = #expect(throws: PageError.self) {
        try client.session.receive(Array(message.utf8))
      }
      #expect(error?.code == code, "\(error?.message ?? "")")
      #expect(error.map { $0.message.utf8.count < 400 && !$0.message.isEmpty } == true)
      try await client.takeOne()
      #expect(client.answers.last?["code"]?.stringValue == code.rawValue)
      try await client.takeOne()
      #expect(client.isOver)
    }
  }

  @Test func firstMessageIsAHelloOfThisVersion() async throws {
    let stand = try Stand()
    for (message, code) in [
      (#"{"shown":0}"#, PageError.Code.malformed), (#"{"hello":[2],"count":5}"#, .refused),
      (#"{"hello":[],"count":5}"#, .refused),
    ] {
      let session = try stand.site.openSession(at: ["lists", "test", "feed"])
      let error = #expect(throws: PageError.self) { try session.receive(Array(message.utf8)) }
      #expect(error?.code == code)
    }
    await stand.close()
  }

  @Test func hugeNumbersAreClamped() async throws {
    try await with { _, client in
      for first in [9e15, -9e15] {
        try client.send([
          "window": ["first": .number(first), "count": 5],
          "anchor": ["key": "i3", "slot": .number(-first)],
        ])
        try await client.take()
        #expect(client.page.rows.count == 5)
      }
    }
  }
}
