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
      #expect(answer == ["id": 1, "text": "two\nthree", "rows": 2])
      let nothing = try await client.ask(2, ["copy": ["from": "f1", "to": "f1"]])
      #expect(nothing == ["id": 2, "text": "", "rows": 0])
      let gone = try await client.ask(3, ["copy": ["from": "i3", "to": "i9"]])
      #expect(gone["refused"] == "the rows at the ends do not exist any more")
    }
  }

  private static let teas: [JSONValue] = [
    ["title": "Tea, green", "price": 3, "tags": ["hot"]], ["title": "=1+1", "price": -5],
    ["title": "Mate \"x\"", "note": "two\nlines"],
  ]

  @Test func tablesHaveAColumnForEachMember() async throws {
    try await with(Self.teas) { _, client in
      let csv = try await client.ask(1, ["copy": ["as": "csv"]])
      #expect(
        csv == [
          "id": 1, "rows": 3,
          "text": .string(
            "title,price,note,tags,other members\r\n\"Tea, green\",3,,\"[\"\"hot\"\"]\",\r\n"
              + "'=1+1,-5,,,\r\n\"Mate \"\"x\"\"\",,\"two\nlines\",,\r\n"),
        ])
      let tsv = try await client.ask(2, ["copy": ["from": "i1", "to": "i1", "as": "tsv"]])
      #expect(
        tsv["text"]
          == "title\tprice\tnote\ttags\tother members\r\nTea, green\t3\t\t\"[\"\"hot\"\"]\"\t\r\n")
    }
  }

  @Test func modelsAreCopiedAsJSON() async throws {
    try await with(Self.teas) { _, client in
      let one = try await client.ask(1, ["copy": ["from": "i2", "to": "i2", "as": "json"]])
      #expect(one == ["id": 1, "rows": 1, "text": #"{"price":-5,"title":"=1+1"}"#])
      // The header and the footer are no items.
      let all = try await client.ask(2, ["copy": ["from": "f1", "to": "h1", "as": "json"]])
      #expect(all["rows"] == 3)
      let text = try #require(all["text"]?.stringValue)
      #expect(try JSONParser().parse(text) == .array(Self.teas))
      #expect(text.split(separator: "\n").count == 5)
      let found = try await client.ask(3, ["copy": ["as": "json", "find": "LINES"]])
      #expect(found["rows"] == 1)
      let parsed = try JSONParser().parse(try #require(found["text"]?.stringValue))
      #expect(parsed == .array([Self.teas[2]]))
      let none = try await client.ask(4, ["copy": ["as": "json", "find": "nothing"]])
      #expect(none["rows"] == 0 && none["text"] == "[\n\n]\n")
    }
  }

  @Test func fewMatchesOfManyRowsGiveWayToUpdates() async throws {
    let models = (0..<10_000).map { JSONValue.string("\($0)") }
    try await with(models) { _, client in
      try client.send(["id": 1, "copy": ["as": "csv", "find": "9999"]])
      let copied = try #require(try await copy(client, 1))
      #expect(copied.text == "value\r\n9999\r\n")
      // Each part has looked at some thousand rows.
      #expect(copied.partCount == 2)
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
          case .tooLarge, .noModels:
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
