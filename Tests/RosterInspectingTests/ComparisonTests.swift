import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import Testing

@testable import RosterInspecting

/// Two revisions compared, and going back to one.
struct ComparisonTests {
  private static let first = ItemPath(section: 0, item: 0)

  /// A list with the items 1 to 4, of which 2 is removed, 1 is moved and updated, and 5 is inserted.
  private func changedList(_ place: InspectedPlace = .file) throws -> InspectedList {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(["a", "b", "c", "d"], at: Self.first)
    }
    try inspected.apply { $0.removeItem(at: ItemPath(section: 0, item: 1)) }
    try inspected.apply {
      $0.moveItem(from: Self.first, to: ItemPath(section: 0, item: 2))
      $0.updateItem(at: Self.first, "A")
    }
    try inspected.apply { $0.insertItem("e", at: Self.first) }
    return inspected
  }

  private func editing(_ inspected: InspectedList) throws -> ListInspector {
    try InspectedList.inspector(
      inspected.path, live: LiveList(plain: inspected.list, allowsEdits: true))
  }

  @Test(arguments: InspectedPlace.all)
  func rowsThatDifferAreNamedInBothDirections(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    let forth = try inspected.ask("compare", ["from": "1", "to": "4"])
    #expect(
      forth["counts"] == [
        "insertedItems": 1, "removedItems": 1, "movedItems": 1, "updatedItems": 1,
      ])
    #expect(
      forth["rows"] == [
        ["key": "i5", "what": ["inserted"], "to": [0, 0], "model": "e"],
        [
          "key": "i1", "what": ["moved", "updated"], "from": [0, 0], "to": [0, 3], "model": "A",
          "fields": [["path": [], "before": "a", "after": "A"]], "fieldCount": 1,
        ],
        ["key": "i2", "what": ["removed"], "from": [0, 1], "model": "b"],
      ])
    let back = try inspected.ask("compare", ["from": "4", "to": "1", "first": "1", "limit": "1"])
    #expect(back["rowCount"] == 3 && back["first"] == 1)
    #expect(
      back["rows"] == [["key": "i2", "what": ["inserted"], "to": [0, 1], "model": "b"]])
    #expect(try inspected.ask("compare", ["from": "3", "to": "3"])["rowCount"] == 0)
  }

  @Test(arguments: InspectedPlace.all)
  func rowsOfWhichOnlyTheStatesDifferAreNamed(place: InspectedPlace) async throws {
    let inspected = try changedList(place)
    func write(_ text: String) throws {
      try inspected.apply(
        states: [StateAssignment(item: .path(Self.first), scope: scope("S"), state: state(text))])
    }
    for text in ["1", "2"] { try write(text) }
    let forth = try inspected.ask("compare", ["from": "5", "to": "6"])
    #expect(forth["counts"] == [:] && forth["stateCount"] == 1 && forth["rowCount"] == 1)
    let row: JSONValue = [
      "key": "i5", "what": ["states"], "from": [0, 0], "to": [0, 0], "model": "e",
      "states": [
        ["scope": "S", "fields": [["path": [], "before": 1, "after": 2]], "fieldCount": 1]
      ],
    ]
    #expect(forth["rows"] == [row])
    let preview = try await inspected.inspector.respond("restore", ["to": "5"]).json
    #expect(preview["nothing"] == nil && preview["rowCount"] == 1 && preview["stateCount"] == 1)
    #expect(
      preview["rows"]?[0]?["states"]?[0]?["fields"] == [["path": [], "before": 2, "after": 1]])
    // What was written and taken back differs no more.
    try write("1")
    let back = try inspected.ask("compare", ["from": "5", "to": "7"])
    #expect(back["stateCount"] == 0 && back["rowCount"] == 0)
    #expect(
      try await inspected.inspector.respond("restore", ["to": "5"]).json["nothing"] == true)
  }

  @Test(arguments: [41, 42] as [UInt64])
  func aListIsRestoredFromItsPage(seed: UInt64) async throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(20, seed: seed)
    let inspector = try editing(inspected)
    #expect(try await inspector.respond("revisions").json["edits"] == true)
    for revision in [3, 11] {
      let then = try inspected.list.snapshot(at: revision)
      let present = inspected.list.snapshot.revision
      let preview = try await inspector.respond("restore", ["to": "\(revision)"])
      #expect(preview.status == 200 && preview.json["present"]?.intValue == present)
      #expect(preview.json["edits"] == true && preview.json["nothing"] == nil)
      let done = try await inspector.respond(
        "restore", ["to": "\(revision)", "base": "\(present)"], .post)
      #expect(done.status == 200 && done.json["restored"]?.intValue == present + 1)
      let now = inspected.list.snapshot
      let answer = try inspected.ask("compare", ["from": "\(revision)", "to": "\(present + 1)"])
      #expect(answer["rowCount"] == 0, "seed \(seed)")
      #expect(now.state.sectionIDs == then.state.sectionIDs)
      let detail = try inspected.ask("revision/\(present + 1)")
      #expect(detail["origin"] == "inspector")
      let again = try await inspector.respond("restore", ["to": "\(revision)"])
      #expect(again.json["nothing"] == true)
    }
  }

  @Test func aRowIsRestoredFromItsPage() async throws {
    let inspected = try changedList()
    let inspector = try editing(inspected)
    let preview = try await inspector.respond("restore", ["to": "1", "key": "i1"]).json
    #expect(preview["fields"] == [["path": [], "before": "A", "after": "a"]])
    #expect(preview["returns"] == nil && preview["states"] == [])
    let gone = try await inspector.respond("restore", ["to": "1", "key": "i2"]).json
    #expect(gone["returns"] == true && gone["model"] == "b")
    for (key, base) in [("i1", 4), ("i2", 5)] {
      let (status, json) = try await inspector.respond(
        "restore", ["to": "1", "key": key, "base": "\(base)"], .post)
      #expect(status == 200 && json["restored"]?.intValue == base + 1)
    }
    #expect(try inspected.list.snapshot.models(inSection: 0) == ["e", "c", "d", "a", "b"])
    let entry = try inspected.ask("history", ["key": "i2"])["revisions"]?[0]
    #expect(entry?["what"] == ["inserted"] && entry?["origin"] == "inspector")
    #expect(entry?["userInfo"] == ["restoredTo": 1, "row": "i2"])
  }

  @Test func whatARestorationWouldDoIsSaidInWords() async throws {
    let inspected = try changedList()
    func preview(_ parameters: [String: String]) async throws -> JSONValue {
      try await inspected.inspector.respond(
        "restore", parameters.merging(["to": "1"]) { $1 }
      ).json
    }
    let all = "1 row comes back, 1 goes, 1 moves, 1 changes"
    let list = try await preview([:])
    #expect(list["part"] == "the list" && list["summary"] == .string(all))
    let section = try await preview(["key": "h1", "items": "1"])
    #expect(section["part"] == "section 0 with its items" && section["summary"] == .string(all))
    let gone = try await preview(["key": "i2"])
    #expect(gone["part"] == "row 0:1" && gone["summary"] == "it comes back")
    let changed = try await preview(["key": "i1"])
    #expect(changed["part"] == "row 0:0" && changed["summary"] == "1 field changes")
    #expect(try await preview(["key": "h1"])["part"] == "the header of section 0")
    #expect(
      RestorationWords.summary(returns: false, fieldCount: 0, stateCount: 2) == "2 states change")
    var counts = ChangeCounts()
    (counts.insertedItems, counts.removedItems, counts.movedItems) = (3, 2, 1)
    (counts.updatedItems, counts.removedSections) = (4, 1)
    #expect(
      RestorationWords.summary(counts, restatedCount: 1)
        == "3 rows come back, 2 go, 1 moves, 4 change; 1 section goes; 1 row gets other states")
    #expect(RestorationWords.summary(ChangeCounts(), restatedCount: 2) == "2 rows get other states")
  }

  /// A terminal asks as the page does, from lists that it has read before.
  @Test(arguments: InspectedPlace.all)
  func aRestorationIsOfferedInLines(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    let former = try inspected.list.snapshot(at: 1).state
    func offer(_ part: RestoredPart) throws -> RestorationOffer {
      try RestorationOffer(
        inspected.storage, of: part, as: former, near: inspected.list.snapshot.state
      ) { "<\($0.stringValue ?? "")>" }
    }
    let list = try offer(.list)
    #expect(list.question == "Restore the list to revision 1?" && list.base == 4)
    #expect(list.summary == "1 row comes back, 1 goes, 1 moves, 1 changes")
    #expect(
      list.lines == [
        #"0:0  <a> · moves from 0:3 · "A" → "a""#, "0:1  <b> · comes back", "0:0  <e> · goes",
      ])
    #expect(try offer(.section(SectionID(rawValue: 1))).lines == list.lines)
    let gone = try offer(.tree(.item(ItemID(rawValue: 2))))
    #expect(gone.question == "Restore row 0:1 to revision 1?" && gone.lines == ["<b>"])
    #expect(gone.summary == "it comes back")
    let row = try offer(.tree(.item(ItemID(rawValue: 1))))
    #expect(row.summary == "1 field changes" && row.lines == [#""A" → "a""#])
    #expect(try offer(.tree(.item(ItemID(rawValue: 3)))).summary == nil)
    #expect(throws: InspectorError.self) { try offer(.tree(.item(ItemID(rawValue: 5)))) }
    // A restoration is told from the one that its inspector makes by its origin alone.
    let annotation = LiveList.annotation(of: .list, to: 1, by: "roster view")
    #expect(annotation.origin == "roster view" && annotation.userInfo == ["restoredTo": 1])
  }

  @Test func aLongRestorationIsOfferedByItsFirstRows() throws {
    let inspected = try InspectedList()
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems((0..<130).map { .number(Double($0)) }, at: Self.first)
    }
    let empty = try inspected.list.snapshot(at: 0).state
    let offer = try RestorationOffer(
      inspected.storage, of: .list, as: empty, near: inspected.list.snapshot.state
    ) { $0.canonicalText }
    #expect(offer.summary == "130 rows go; 1 section goes")
    #expect(offer.lines.count == 101 && offer.lines.last == "and 31 more")
  }

  @Test func aSectionIsRestoredWithItsItemsFromThePageOfItsHeader() async throws {
    let inspected = try changedList()
    let inspector = try editing(inspected)
    let section = ["to": "1", "key": "h1", "items": "1"]
    func restore(_ base: String) async throws -> (status: Int, json: JSONValue) {
      try await inspector.respond("restore", section.merging(["base": base]) { $1 }, .post)
    }
    let preview = try await inspector.respond("restore", section).json
    let back = try inspected.ask("compare", ["from": "4", "to": "1"])
    #expect(preview["rows"] == back["rows"] && preview["counts"] == back["counts"])
    #expect(preview["rowCount"] == 3 && preview["from"] == 4 && preview["to"] == 1)
    #expect(preview["edits"] == true && preview["nothing"] == nil && preview["stateCount"] == 0)
    #expect(try await restore("3").status == 409)
    let done = try await restore("4")
    #expect(done.status == 200 && done.json["restored"] == 5, "\(done.json)")
    #expect(try inspected.list.snapshot.models(inSection: 0) == ["a", "b", "c", "d"])
    let entry = try inspected.ask("history", ["key": "i2"])["revisions"]?[0]
    #expect(entry?["userInfo"] == ["restoredTo": 1, "section": "h1"])
    #expect(try await inspector.respond("restore", section).json["nothing"] == true)
    // Without its items, a section that is gone does not come back.
    try inspected.apply { $0.removeSection(at: 0) }
    let alone = try await inspector.respond("restore", ["to": "1", "key": "h1"])
    #expect(alone.status == 409)
    #expect(alone.json["error"]?.stringValue?.contains("with its items") == true)
    #expect(try await inspector.respond("restore", section).json["rowCount"] == 5)
    #expect(try await restore("6").status == 200)
    #expect(try inspected.list.snapshot.models(inSection: 0) == ["a", "b", "c", "d"])
    for (query, status) in [
      (["to": "1", "key": "i1", "items": "1"], 400), (["to": "1", "items": "1"], 400),
      (["to": "1", "key": "h1", "items": "2"], 400), (["to": "1", "key": "h9", "items": "1"], 404),
    ] {
      #expect(try await inspector.respond("restore", query).status == status, "\(query)")
    }
  }

  /// What only moved within the section, or stays in it, is shown as it is.
  @Test func aPreviewOfASectionShowsWhatStays() async throws {
    let inspected = try InspectedList()
    let second = ItemPath(section: 1, item: 0)
    try inspected.apply {
      for section in 0...1 { $0.insertSection(at: section) }
      $0.insertItems(["a", "b"], at: Self.first)
      $0.insertItem("x", at: second)
    }
    try inspected.apply { $0.moveItem(from: second, to: Self.first) }
    try inspected.apply { $0.updateItem(at: Self.first, "X") }
    let preview = try await inspected.inspector.respond(
      "restore", ["to": "1", "key": "f1", "items": "1"]
    ).json
    #expect(
      preview["rows"] == [
        ["key": "i3", "what": ["moved"], "from": [0, 0], "to": [0, 2], "model": "X"]
      ])
  }

  @Test func aSectionOfTooManyItemsIsRefused() throws {
    let inspected = try changedList()
    let (section, state) = (SectionID(rawValue: 1), inspected.list.snapshot.state)
    try ListComparison.verifyBounds(of: section, in: [state], itemCountMax: 4)
    let error = #expect(throws: InspectorError.self) {
      try ListComparison.verifyBounds(of: section, in: [ListState(), state], itemCountMax: 3)
    }
    #expect(error?.status == 400)
    #expect(error?.message.contains("has 4 items at revision 4, and at most 3") == true)
  }

  @Test func whatCannotBeRestoredIsSaid() async throws {
    let inspected = try changedList()
    let inspector = try editing(inspected)
    let refused: [([String: String], Int)] = [
      (["to": "1"], 400), (["to": "1", "base": "x"], 400), (["base": "4"], 400),
      (["to": "1", "base": "3"], 409), (["to": "9", "base": "4"], 404),
      (["to": "1", "base": "4", "key": "q"], 400), (["to": "1", "base": "4", "other": ""], 400),
      (["to": "1", "base": "4", "key": "i5"], 409),
    ]
    for (query, status) in refused {
      let (found, json) = try await inspector.respond("restore", query, .post)
      #expect(found == status, "\(query): \(json)")
      #expect(json["error"]?.stringValue?.isEmpty == false)
    }
    #expect(inspected.list.snapshot.revision == 4)
    #expect(try await inspector.respond("restore", ["to": "1", "key": "i5"]).status == 404)
    #expect(try await inspector.respond("restore", ["to": "9"]).status == 404)
    // A list that is only read says what would change, and does not change it.
    let reader = inspected.inspector
    #expect(try await reader.respond("revisions").json["edits"] == nil)
    #expect(try await reader.respond("restore", ["to": "1"]).json["edits"] == false)
    #expect(try await reader.respond("restore", ["to": "1", "base": "4"], .post).status == 403)
    // Without its section an item does not come back.
    try inspected.apply { $0.removeSection(at: 0) }
    #expect(try await inspector.respond("restore", ["to": "1", "key": "i1"]).status == 409)
  }
}
