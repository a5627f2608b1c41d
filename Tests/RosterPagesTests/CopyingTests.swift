import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Copies of any number of rows.
@Suite struct CopyingTests {
  private let top = ItemPath(section: 0, item: 0)

  private func with(
    _ models: [JSONValue], _ body: (Stand, Client) async throws -> Void
  ) async throws {
    let stand = try Stand()
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0)
        $0.insertItems(models, at: top)
      })
    let client = try stand.connect(count: 4)
    try await client.take()
    try await body(stand, client)
    await stand.close()
  }

  private static let everything: JSONValue = ["from": "f1", "to": "h1"]
  private static let longModels = (0..<500).map { number in
    JSONValue.string("\(number)" + String(repeating: "x", count: 1_000))
  }

  /// Takes messages until a question is answered.
  ///
  /// - Returns: The whole text, and the number of parts before the answer; `nil` if it was refused.
  private func copy(_ client: Client, _ id: Int) async throws -> (text: String, partCount: Int)? {
    let last = try await client.answer(to: id, isLast: { $0["part"] == nil })
    let parts = client.answers.filter { $0["id"]?.intValue == id }
      .compactMap { $0["part"]?.stringValue }
    guard let text = last["text"]?.stringValue else { return nil }
    return (parts.joined() + text, parts.count)
  }

  @Test func anyNumberOfRowsIsCopiedInParts() async throws {
    let texts = (0..<25_000).map { "row \($0) é👩‍👩‍👧‍👦" }
    try await with(texts.map { .string($0) }) { _, client in
      try client.send(["id": 1, "copy": Self.everything])
      let copied = try #require(try await copy(client, 1))
      #expect(copied.text == texts.joined(separator: "\n"))
      #expect(copied.partCount > 5)
      for answer in client.answers {
        let count = try #require(answer["part"]?.stringValue).utf8.count
        #expect(count <= PageLimits.copiedPartByteCountMax)
        #expect(count > PageLimits.copiedPartByteCountMax - 4)
      }
    }
  }

  @Test func fewRowsAreOneAnswer() async throws {
    try await with(["one", "two", "three"]) { _, client in
      let answer = try await client.ask(1, ["copy": ["from": "i3", "to": "i2"]])
      #expect(answer == ["id": 1, "text": "two\nthree"])
      let nothing = try await client.ask(2, ["copy": ["from": "f1", "to": "f1"]])
      #expect(nothing == ["id": 2, "text": ""])
      let gone = try await client.ask(3, ["copy": ["from": "i3", "to": "i9"]])
      #expect(gone["refused"] == "the rows at the ends do not exist any more")
    }
  }

  @Test func cancelledCopyEnds() async throws {
    try await with(Self.longModels) { _, client in
      try client.send(["id": 1, "copy": Self.everything])
      try client.send(["id": 2, "copy": Self.everything])
      try await client.takeOne()
      #expect(client.answers.map { $0["id"] } == [1])
      try client.send(["cancel": 1])
      // The other one goes on alone, and the number of the first may be used again.
      let copied = try #require(try await copy(client, 2))
      #expect(copied.partCount > 5)
      #expect(client.answers.count { $0["id"] == 1 } == 1)
      try client.send(["id": 1, "seek": ["item": 0]])
      let again = try await client.answer(to: 1, isLast: { $0["part"] == nil })
      #expect(again["sought"] != nil)
      #expect(client.session.hasNothingToSend)
    }
  }

  @Test func updatesAndCopiesTakeTurns() async throws {
    try await with(Self.longModels) { stand, client in
      try client.send(["id": 1, "copy": Self.everything])
      for number in 0..<4 {
        let (updates, answers) = (client.updates.count, client.answers.count)
        try await stand.apply(
          JSONChange { $0.updateItem(at: top, .string("\(number)")) })
        try await client.takeOne()
        try await client.takeOne()
        try client.shown()
        #expect(client.updates.count == updates + 1 && client.answers.count == answers + 1)
      }
    }
  }

  @Test func rowsAreThoseOfTheBeginning() async throws {
    try await with(Self.longModels) { stand, client in
      try client.send(["id": 1, "copy": Self.everything])
      try await client.takeOne()
      try await stand.apply(
        JSONChange {
          $0.removeItem(at: ItemPath(section: 0, item: 499))
          $0.insertItem("new", at: ItemPath(section: 0, item: 300))
          $0.updateItem(at: ItemPath(section: 0, item: 400), "changed")
        })
      let copied = try #require(try await copy(client, 1))
      let lines = copied.text.split(separator: "\n")
      #expect(lines.count == 499 && !lines.contains("new"))
      #expect(lines[400] == "changed" && lines[498].hasPrefix("498x"))
    }
  }

  @Test func closedSessionEndsACopy() async throws {
    try await with(Self.longModels) { _, client in
      try client.send(["id": 1, "copy": Self.everything])
      try await client.takeOne()
      client.session.close()
      #expect(await client.session.nextMessage() == nil)
    }
  }

  @Test func partsEndBetweenCharactersAndAllTogetherAreLimited() async throws {
    try await with(["aé", "👩‍👩‍👧‍👦", "", "z"]) { stand, _ in
      let feed = try stand.feed
      let state = feed.present.state
      let whole = "aé\n👩‍👩‍👧‍👦\n\nz"
      for size in 4...40 {
        var rows = CopiedRows(
          0..<state.slotCount, of: state, partByteCountMax: size,
          byteCountMax: whole.utf8.count)
        var text = ""
        reading: while true {
          switch try rows.nextPart(from: feed.source) {
          case .middle(let part):
            #expect(size - 3...size ~= part.utf8.count)
            text += part
          case .last(let part):
            #expect(part.utf8.count <= size)
            text += part
            break reading
          case .tooLarge:
            Issue.record("it is not too large")
            break reading
          }
        }
        #expect(text == whole, "parts of \(size)")
      }
      var rows = CopiedRows(
        0..<state.slotCount, of: state, byteCountMax: whole.utf8.count - 1)
      guard case .tooLarge = try rows.nextPart(from: feed.source) else {
        Issue.record("it is too large")
        return
      }
    }
  }
}
