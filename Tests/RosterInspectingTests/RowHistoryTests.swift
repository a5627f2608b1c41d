import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import RosterStore
import Testing

@testable import RosterInspecting

/// Why a row is as it is: who touched it, when, and which fields.
struct RowHistoryTests {
  private static let first = ItemPath(section: 0, item: 0)

  /// The revisions of a history, each with what it did.
  private func steps(_ history: JSONValue) throws -> [String] {
    try #require(history["revisions"]?.arrayValue).map { entry in
      let what = (entry["what"]?.arrayValue ?? []).compactMap(\.stringValue)
      return "\(entry["revision"]?.intValue ?? 0) \(what.joined(separator: " "))"
    }
  }

  @Test(arguments: InspectedPlace.all)
  func itNamesWhatTouchedTheRow(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let second = ItemPath(section: 0, item: 1)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b"], at: Self.first)
    }
    try inspected.apply { $0.updateItem(at: Self.first, "A") }
    try inspected.apply { $0.moveItem(from: Self.first, to: second) }
    try inspected.apply(
      states: [StateAssignment(item: .path(second), scope: scope("S"), state: state("1"))])
    try inspected.apply { $0.insertItem("c", at: Self.first) }
    try inspected.apply { $0.removeItem(at: ItemPath(section: 0, item: 2)) }
    try inspected.list.applySynchronously(.undo())
    let answer = try inspected.ask("history", ["key": "i1"])
    #expect(
      try steps(answer) == [
        "7 inserted states", "6 removed states", "4 states", "3 moved", "2 updated", "1 inserted",
      ])
    let revisions = try #require(answer["revisions"]?.arrayValue)
    #expect(revisions[0]["kind"] == "undo" && revisions[0]["takesBack"] == 6)
    #expect(revisions[1]["takenBackBy"] == 7 && revisions[1]["model"] == "A")
    #expect(
      revisions[2]["states"]?[0] == [
        "scope": "S", "fields": [["path": [], "after": 1]], "fieldCount": 1,
      ])
    #expect(revisions[3]["from"] == [0, 0] && revisions[3]["to"] == [0, 1])
    #expect(revisions[4]["fields"] == [["path": [], "before": "a", "after": "A"]])
    #expect(answer["next"] == nil && answer["searchedTo"] == 1)
    let header = try inspected.ask("history", ["key": "h1"])
    #expect(try steps(header) == ["1 inserted"])
  }

  @Test(arguments: InspectedPlace.all)
  func whoMadeAChangeAndWhyStandsWithIt(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem(["title": "A", "price": ["amount": 3]], at: Self.first)
    }
    try inspected.list.applySynchronously(
      JSONChangeset { $0.updateItem(at: Self.first, ["title": "A", "price": ["amount": 4]]) },
      ChangeAnnotation(
        origin: "Ben", at: "2026-01-31T10:00:00Z", userInfo: ["reason": "new prices"],
        group: "prices"))
    let entry = try #require(try inspected.ask("history", ["key": "i1"])["revisions"]?[0])
    #expect(entry["origin"] == "Ben" && entry["at"] == "2026-01-31T10:00:00Z")
    #expect(entry["userInfo"] == ["reason": "new prices"] && entry["group"] == "prices")
    #expect(entry["committed"]?.intValue != nil)
    #expect(entry["fields"] == [["path": ["price", "amount"], "before": 3, "after": 4]])
  }

  @Test(arguments: InspectedPlace.all)
  func theHistoryOfAnItemIsToldInLines(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems([["title": "A", "tags": ["x", "y"]], "b"], at: Self.first)
    }
    try inspected.list.applySynchronously(
      JSONChangeset {
        $0.updateItem(at: Self.first, ["title": "A", "tags": ["x", "z"], "n": 1, "a.b\nc": 2])
      },
      ChangeAnnotation(
        origin: "Ben", at: "2026-01-31T10:00:00Z",
        userInfo: [
          "commit": "588ca1dfbf905299fd668aa58e9fa4405f7be0c9", "n": 1, "text": "a\nb",
          "title": "Say who has made the commits of a Git history, and what they are called",
        ]))
    try inspected.apply { $0.moveItem(from: Self.first, to: ItemPath(section: 0, item: 1)) }
    try inspected.apply { $0.removeItem(at: Self.first) }
    func lines(upTo revision: Revision, _ item: Int = 1) throws -> [String] {
      try RowHistoryLines(inspected.storage, of: ItemID(rawValue: item), upTo: revision).lines
        .map { $0.replacing(/,? \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/, with: "") }
    }
    let second = [
      #"revision 2, 2026-01-31T10:00:00Z, by "Ben""#, "  committed",
      // All of it, and the reason first.
      "  with title: Say who has made the commits of a Git history, and what they are called",
      "  with commit: 588ca1dfbf905299fd668aa58e9fa4405f7be0c9", "  with n: 1",
      #"  with text: "a\nb""#,
      // It is neither two keys nor two lines.
      #"  "a.b\nc": nothing → 2"#, "  n: nothing → 1", #"  tags[1]: "y" → "z""#,
      "revision 1", "  inserted",
    ]
    #expect(try lines(upTo: 2) == second)
    #expect(try lines(upTo: 4) == ["revision 3", "  moved from 0:0 to 0:1"] + second)
    #expect(try lines(upTo: 4, 2) == ["revision 4", "  removed", "revision 1", "  inserted"])
    #expect(throws: (any Error).self) { try lines(upTo: 4, 9) }
  }

  @Test(arguments: InspectedPlace.all)
  func whatWasSaidOfARevisionIsCutOnlyIfItIsLong(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.list.applySynchronously(
      JSONChangeset {
        $0.insertSection(at: 0)
        $0.insertItem("a", at: Self.first)
      },
      ChangeAnnotation(userInfo: [
        "a b": ["x": 1], "reason": .string(String(repeating: "x", count: 1_000)),
      ]))
    let history = try RowHistoryLines(inspected.storage, of: ItemID(rawValue: 1), upTo: 1)
    #expect(
      history.lines.dropFirst() == [
        "  with reason: \(String(repeating: "x", count: 200))…", #"  with "a b": {"x":1}"#,
        "  inserted",
      ])
  }

  @Test(arguments: InspectedPlace.all)
  func aLongHistoryIsReadInParts(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b"], at: Self.first)
    }
    var expected = ["1 inserted"]
    for number in 2...25 {
      if number % 3 == 0 {
        let other = ItemPath(section: 0, item: 1)
        let isFirst = try inspected.list.snapshot.path(of: ItemID(rawValue: 1)) == Self.first
        try inspected.apply {
          $0.moveItem(from: isFirst ? Self.first : other, to: isFirst ? other : Self.first)
        }
        expected.insert("\(number) moved", at: 0)
      } else {
        let path = try #require(try inspected.list.snapshot.path(of: ItemID(rawValue: 1)))
        try inspected.apply { $0.updateItem(at: path, .number(Double(number))) }
        expected.insert("\(number) updated", at: 0)
      }
    }
    // Moves are looked for in two revisions at a time, and no further in one answer.
    for reach in [RowHistory.Reach(), RowHistory.Reach(revisionCount: 2, patience: .zero)] {
      let history = RowHistory(inspected.storage, try inspected.storage.head(), reach: reach)
      var found: [Int: String] = [:]
      var before: Int? = 26
      var count = 0
      while let end = before {
        let answer = JSONValue.object(
          try history.answer(["key": "i1", "before": "\(end)", "limit": "4"]))
        for step in try steps(answer) {
          let revision = try #require(Int(step.prefix { $0 != " " }))
          #expect(revision < end)
          found[revision] = step
        }
        before = answer["next"]?.intValue
        if let before { try #require(before < end) }
        count += 1
        try #require(count <= 30)
      }
      #expect(found.sorted { $0.key > $1.key }.map(\.value) == expected)
    }
  }

  @Test(arguments: InspectedPlace.all)
  func whatWasCompactedIsNotInvented(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem("a", at: Self.first)
    }
    for model in ["b", "c", "d"] {
      try inspected.apply { $0.updateItem(at: Self.first, .string(model)) }
    }
    try inspected.list.compact(JournalRetention(revisionCountMax: 2))
    let answer = try inspected.ask("history", ["key": "i1"])
    let oldest = try #require(answer["oldest"]?.intValue)
    try #require((2...3).contains(oldest))
    #expect(answer["writtenAt"]?.intValue == oldest)
    #expect(try steps(answer) == (oldest + 1...4).reversed().map { "\($0) updated" })
    #expect(answer["next"] == nil)
  }

  // MARK: Fields

  private func fields(_ before: JSONValue?, _ after: JSONValue?) -> JSONValue {
    FieldChanges(before, after).json
  }

  @Test func fieldsAreNamedByTheirKeysAndIndexes() {
    #expect(fields(["a": 1], ["a": 1]) == [])
    #expect(fields(nil, ["a": 1]) == [["path": [], "after": ["a": 1]]])
    #expect(
      fields(["a": ["b": 1, "c": 2]], ["a": ["b": 1, "c": 3], "d": .null]) == [
        ["path": ["a", "c"], "before": 2, "after": 3], ["path": ["d"], "after": .null],
      ])
    // What stands behind an element that came is not named.
    #expect(fields([1, 2, 3], [1, 9, 2, 3]) == [["path": [1], "after": 9]])
    #expect(fields([1, 2, 3], [1, 3]) == [["path": [1], "before": 2]])
    #expect(
      fields([["a": 1], 2], [["a": 5], 2]) == [["path": [0, "a"], "before": 1, "after": 5]])
    #expect(fields(["a": 1], [1]) == [["path": [], "before": ["a": 1], "after": [1]]])
  }

  @Test func longFieldsStandWithTheirSize() {
    let long = String(repeating: "x", count: 5_000)
    let field = fields(["a": .string(long)], ["a": 1])[0]
    #expect(field?["before"]?.stringValue == String(repeating: "x", count: 200) + "…")
    #expect(field?["beforeBytes"] == 5_000 && field?["afterBytes"] == nil)
    let picture = "data:image/png;base64," + String(repeating: "iVBORw0KGgo", count: 1_000)
    #expect(
      fields(nil, .string(picture))[0]?["after"]?.stringValue
        == "data:image/png;base64, \(picture.utf8.count) bytes")
  }

  @Test func manyFieldsAreCounted() {
    let members = (0..<1_000).map { (key: "k\($0)", value: JSONValue.number(Double($0))) }
    let changes = FieldChanges(.object([:]), .object(JSONObject(members)))
    #expect(changes.count == 1_000 && changes.json.count == 40)
  }
}
