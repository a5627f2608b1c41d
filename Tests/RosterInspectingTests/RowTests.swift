import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import Testing

@testable import RosterInspecting

/// Rows of a list at any revision, and what one of them went through.
struct RowTests {
  private static let first = ItemPath(section: 0, item: 0)

  @Test(arguments: InspectedPlace.all, [31, 32] as [UInt64])
  func rowsAreThoseOfTheSnapshots(place: InspectedPlace, seed: UInt64) throws {
    let inspected = try InspectedList(place)
    let batches = try inspected.applyRandom(40, seed: seed)
    for batch in batches.shuffled() {
      let snapshot = batch.target
      let answer = try inspected.ask(
        "list", ["at": "\(snapshot.revision)", "count": "500"])
      let rows = try #require(answer["rows"]?.arrayValue)
      #expect(rows.count == min(500, snapshot.itemCount + 2 * snapshot.sectionCount))
      var expected: [JSONValue?] = []
      for section in 0..<snapshot.sectionCount {
        expected.append(try snapshot.sectionModel(at: section))
        expected += try snapshot.models(inSection: section)
        expected.append(nil)
      }
      #expect(rows.map { $0["model"] == .null ? nil : $0["model"] } == expected)
      let marked = rows.filter { $0["change"] == "inserted" && $0["kind"] == "item" }
        .map { [$0["section"]?.intValue, $0["item"]?.intValue] }
      let inserted = batch.changes.changeset.outline.insertedItems
        .map { [Optional($0.section), Optional($0.item)] }
      #expect(marked == inserted)
      #expect(answer["removedCount"]?.intValue == (try batch.changes.removedItemIDs().count))
    }
  }

  @Test(arguments: InspectedPlace.all)
  func identifiersKeepTheirDigits(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    let ids = [425, 426].map { JSONValue.integer(738_529_527_931_269_000 + $0) }
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem(["id": ids[0]], at: Self.first)
    }
    try inspected.apply { $0.updateItem(at: Self.first, ["id": ids[1]]) }
    let rows = try await inspected.inspector.respond("list").json["rows"]
    #expect(rows?[1]?["model"] == ["id": ids[1]])
    let row = try await inspected.inspector.respond("row", ["key": "i1"]).json
    #expect(row["before"] == ["id": ids[0]] && row["after"] == ["id": ids[1]])
  }

  @Test(arguments: InspectedPlace.all)
  func aPartIsThatOfTheWhole(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(30, seed: 6)
    let whole = try #require(try inspected.ask("list", ["count": "500"])["rows"]?.arrayValue)
    for first in 0...whole.count + 2 {
      let part = try inspected.ask("list", ["first": "\(first)", "count": "3"])
      #expect(part["rows"]?.arrayValue == Array(whole.dropFirst(first).prefix(3)))
    }
    for (slot, row) in whole.enumerated() {
      #expect(row["slot"]?.intValue == slot)
      let key = try #require(row["key"]?.stringValue)
      let around = try inspected.ask("list", ["key": key, "count": "1"])
      #expect(around["slot"]?.intValue == slot && around["rows"]?[0] == row)
    }
  }

  @Test(arguments: InspectedPlace.all)
  func aLongWayIsGoneInParts(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    try inspected.apply { $0.insertSection(at: 0) }
    for number in 0..<1_200 {
      try inspected.list.enqueue(
        JSONChangeset { $0.insertItem(.number(Double(number)), at: Self.first) })
    }
    try inspected.apply()
    let inspector = ListInspector(
      inspected.storage, past: PastLists(inspected.storage, patience: .zero))
    var statuses: [Int] = []
    while statuses.last != 200 {
      let (status, json) = try await inspector.respond("list", ["at": "700"])
      statuses.append(status)
      if status == 200 { #expect(json["items"] == 699) }
      try #require(statuses.count < 20)
    }
    #expect(statuses == [503, 200])
    #expect(try await inspector.respond("list", ["at": "701"]).status == 200)
  }

  @Test(arguments: InspectedPlace.all)
  func aFarRowIsRestoredInParts(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b"], at: Self.first)
    }
    for number in 0..<1_200 {
      try inspected.list.enqueue(
        JSONChangeset { $0.updateItem(at: Self.first, .number(Double(number))) })
    }
    try inspected.apply()
    let present = inspected.list.snapshot.revision
    let inspector = ListInspector(
      inspected.storage, live: LiveList(plain: inspected.list, allowsEdits: true),
      past: PastLists(inspected.storage, patience: .zero))
    // Each answer goes on from where the one before has come to, and says how far that is.
    var shares: [Double] = []
    var preview = try await inspector.respond("restore", ["to": "600", "key": "i1"])
    while preview.status == 503 {
      shares.append(try #require(preview.json["share"]?.numberValue))
      try #require(shares.count < 10)
      preview = try await inspector.respond("restore", ["to": "600", "key": "i1"])
    }
    #expect(shares.count == 2 && shares == shares.sorted())
    #expect(shares.allSatisfy { $0 > 0.4 && $0 < 1 })
    #expect(preview.status == 200 && preview.json["fieldCount"] == 1)
    let done = try await inspector.respond(
      "restore", ["to": "600", "key": "i1", "base": "\(present)"], .post)
    #expect(done.status == 200 && done.json["restored"]?.intValue == present + 1)
    #expect(try inspected.list.snapshot.model(at: Self.first) == 598)
  }

  @Test(arguments: [
    (ListComparison.Purpose.looking, "compare closer ones"), (.restoring, "restore single rows"),
  ])
  func tooManyRevisionsAreRefusedWithWhatCanBeDone(
    purpose: ListComparison.Purpose, remedy: String
  ) throws {
    let inspected = try InspectedList()
    let error = #expect(throws: InspectorError.self) {
      try ListComparison.verifyBounds(inspected.storage, after: 0, upTo: 16_385, for: purpose)
    }
    #expect(error?.status == 400)
    #expect(error?.message.contains("more than 16384 apart; \(remedy)") == true)
  }

  @Test(arguments: InspectedPlace.all)
  func marksSayWhatTheRevisionDid(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems((0..<4).map { .number(Double($0)) }, at: Self.first)
    }
    try inspected.apply {
      let last = ItemPath(section: 0, item: 3)
      $0.updateItem(at: last, "moved and updated")
      $0.moveItem(from: last, to: Self.first)
      $0.updateItem(at: ItemPath(section: 0, item: 1), "updated")
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 1))
      $0.insertItem("inserted", at: ItemPath(section: 0, item: 4))
    }
    let rows = try #require(try inspected.ask("list", ["at": "2"])["rows"]?.arrayValue)
    let marks = rows.filter { $0["kind"] == "item" }.map { $0["change"]?.stringValue }
    #expect(marks == ["updated", "moved", nil, "updated", "inserted"])
  }

  @Test(arguments: InspectedPlace.all)
  func theFirstTouchedRowIsFound(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems((0..<200).map { .number(Double($0)) }, at: Self.first)
    }
    try inspected.apply {
      $0.updateItem(at: ItemPath(section: 0, item: 150), "x")
      $0.updateItem(at: ItemPath(section: 0, item: 120), "y")
    }
    try inspected.apply { $0.removeItem(at: ItemPath(section: 0, item: 199)) }
    let query = ["touched": "1", "count": "8"]
    let updated = try inspected.ask("list", query.merging(["at": "2"]) { $1 })
    #expect(updated["slot"] == 121 && updated["first"] == 119)
    #expect(updated["rows"]?[2]?["change"] == "updated")
    let removed = try inspected.ask("list", query)
    #expect(removed["slot"] == 199 && removed["first"] == 193)
    #expect(removed["removed"]?[0]?["path"] == [0, 199])
  }

  @Test(arguments: InspectedPlace.all)
  func aRowIsWhatItWasAtARevision(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b"], at: Self.first)
    }
    try inspected.apply { $0.updateItem(at: Self.first, "A") }
    try inspected.apply(
      states: [StateAssignment(item: .path(Self.first), scope: scope("S"), state: state("1"))])
    try inspected.apply { $0.removeItem(at: Self.first) }
    let now = try inspected.ask("row", ["key": "i1", "at": "3"])
    #expect(now["place"] == [0, 0] && now["after"] == "A" && now["before"] == "A")
    #expect(now["states"] == [["scope": "S", "value": 1]])
    let then = try inspected.ask("row", ["key": "i1", "at": "2"])
    #expect(then["before"] == "a" && then["after"] == "A" && then["stateCount"] == 0)
    let gone = try inspected.ask("row", ["key": "i1"])
    #expect(gone["after"] == nil && gone["before"] == "A" && gone["place"] == nil)
    #expect(gone["formerPlace"] == [0, 0])
  }

  @Test(arguments: InspectedPlace.all)
  func rowsAreFoundByWhatTheyShowByKeyAndByPath(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0, "Roots")
      $0.insertItems(
        (0..<1_200).map { ["title": .string("Row \($0)"), "n": .number(Double($0))] },
        at: Self.first)
    }
    try inspected.apply { $0.updateItem(at: Self.first, ["title": "Carrot"]) }
    func keys(_ text: String, at revision: Int = 2) throws -> [String?] {
      var keys: [String?] = []
      var first: Int? = 0
      while let start = first {
        let answer = try inspected.ask(
          "find", ["text": text, "at": "\(revision)", "first": "\(start)"])
        keys += (answer["rows"]?.arrayValue ?? []).map { $0["key"]?.stringValue }
        first = answer["next"]?.intValue
        if let first { try #require(first > start) }
      }
      return keys
    }
    #expect(try keys("carr") == ["i1"])
    #expect(try keys("row 1199") == ["i1200"])
    #expect(try keys("ROOTS") == ["h1"])
    #expect(try keys("row 0") == [])
    #expect(try keys("row 0", at: 1) == ["i1"])
    #expect(try keys("i7") == ["i7"])
    #expect(try keys("0:3") == ["i4"])
    // It is named, and shows the text as well.
    try inspected.apply { $0.updateItem(at: ItemPath(section: 0, item: 3), ["title": "At 0:3"]) }
    #expect(try keys("0:3", at: 3) == ["i4"])
    #expect(try keys("title") == [] && keys("9:9") == [] && keys("i9999") == [])
    // Without patience, an answer goes through one part of the list.
    let search = RowSearch(
      inspected.storage, try inspected.storage.head(), PastLists(inspected.storage), patience: .zero
    )
    var found: [String?] = []
    var first: Int? = 0
    var count = 0
    while let start = first {
      let answer = JSONValue.object(try search.answer(["text": "99", "first": "\(start)"]))
      found += (answer["rows"]?.arrayValue ?? []).map { $0["model"]?["title"]?.stringValue }
      first = answer["next"]?.intValue
      count += 1
      try #require(count <= 3)
    }
    #expect(count == 3)
    #expect(found == (0..<1_200).filter { "\($0)".contains("99") }.map { "Row \($0)" })
  }

  @Test(arguments: InspectedPlace.all)
  func modelsThatAreNoJSONAreShown(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b", "c"], at: Self.first)
    }
    try inspected.damage("UPDATE item SET model = 'plain { text' WHERE id & 255 = 1")
    try inspected.damage(
      place == .file
        ? "UPDATE item SET model = x'00ff' WHERE id & 255 = 2"
        : "UPDATE item SET model = NULL, model_bytes = '\\x00ff' WHERE id & 255 = 2")
    try inspected.damage("UPDATE item SET model = NULL WHERE id & 255 = 3")
    let rows = try inspected.ask("list")["rows"]
    #expect(rows?[1]?["model"] == "plain { text")
    #expect(rows?[2]?["model"] == "2 bytes: 00ff")
    #expect(rows?[3]?["model"] == .null)
    #expect(try inspected.ask("revision/1")["logOmitted"] != nil)
  }

  @Test(arguments: InspectedPlace.all)
  func hugeModelsAreCut(place: InspectedPlace) throws {
    let deep = (0..<300).reduce(JSONValue.string("core")) { inner, _ in .array([inner]) }
    let models: [JSONValue] = [
      .string(String(repeating: "é\u{0}", count: 300_000)), deep,
      .object(JSONObject((0..<5_000).map { (key: "key \($0)", value: .number(Double($0))) })),
      .array((0..<5_000).map { _ in .string(String(repeating: "y", count: 500)) }),
      .string("</script><img src=x>\u{202e}\u{1b}[31m"),
    ]
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(models, at: Self.first)
    }
    let rows = try #require(try inspected.ask("list")["rows"]?.arrayValue)
    for row in rows[1...4] {
      #expect(row["modelCut"] == true)
      #expect(row.canonicalText.utf8.count < 16_384)
    }
    #expect(rows[5]["model"] == models[4] && rows[5]["modelCut"] == nil)
    for item in 1...4 {
      let row = try inspected.ask("row", ["key": "i\(item)"])
      #expect(row.canonicalText.utf8.count < 200_000)
    }
  }
}
