import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import Testing

@testable import RosterInspecting

/// A revision in detail is the batch that the list published, and says what is wrong with its row.
struct RevisionDetailTests {
  private typealias Operation = ListOperation<JSONValue, JSONValue>

  @Test(arguments: InspectedPlace.all)
  func revisionIsSummedUpInFewerAndFewerWords(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply(origin: "alice") {
      $0.insertSection(at: 0)
      $0.insertItem("a", at: ItemPath(section: 0, item: 0))
    }
    try inspected.apply { $0.updateItem(at: ItemPath(section: 0, item: 0), "b") }
    try inspected.apply()
    let summaries = try inspected.storage.journalRows(1...3, limit: 3).map { RevisionSummary($0) }
    let forms = summaries.map(\.forms)
    try #require(forms.count == 3)
    #expect(forms[0].first?.hasPrefix("revision 1, 20") == true)
    #expect(
      forms[0].dropFirst() == [
        #"revision 1 by "alice": 1 item inserted, 1 section inserted"#,
        #"revision 1 by "alice": +1 §+1"#, #"revision 1 by "alice""#, "revision 1",
      ])
    #expect(
      forms[1].dropFirst() == ["revision 2: 1 item updated", "revision 2: ~1", "revision 2"])
    #expect(forms[2].dropFirst() == ["revision 3"])
    // A reader who sees the revision elsewhere never reads less than what it did.
    let unnumbered = summaries.map { $0.unnumberedForms.dropFirst() }
    #expect(
      unnumbered[0] == [
        #"by "alice": 1 item inserted, 1 section inserted"#, #"by "alice": +1 §+1"#,
        "1 item inserted, 1 section inserted", "+1 §+1",
      ])
    #expect(unnumbered[1] == ["1 item updated", "~1"])
    #expect(unnumbered[2] == ["revision 3"])
  }

  /// A log that is replayed is committed today, and says when its changes were made.
  @Test(arguments: InspectedPlace.all)
  func momentAtWhichAChangeWasMadeComesBeforeThatOfItsCommit(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let forged = "today, by \"Ann\"\nrevision 9"
    for at in ["2019-01-31T10:00:00Z", String(repeating: "x", count: 99), forged] {
      try inspected.list.applySynchronously(
        JSONChangeset { $0.insertSection(at: 0) }, ChangeAnnotation(origin: "Ben", at: at))
    }
    let rows = try inspected.storage.journalRows(1...3, limit: 3)
    try #require(rows.count == 3)
    #expect(
      rows.first.map { RevisionSummary($0).forms.first }
        == #"revision 1, 2019-01-31T10:00:00Z, by "Ben": 1 section inserted"#)
    #expect(RevisionSummary(rows[1]).maker.utf8.count < 80)
    #expect(
      RevisionSummary(rows[2]).maker
        == #"revision 3, "today, by \"Ann\"\nrevision 9", by "Ben""#)
  }

  @Test(arguments: InspectedPlace.all)
  func pagesAreToldWhatIsKnownOfARevision(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply(origin: "alice") { $0.insertSection(at: 0) }
    let inspectors = StoreInspectors(inspected.storage.inspectableStore)
    let summary = try #require(inspectors.summary(of: "main", at: 1))
    #expect(summary.hasPrefix("revision 1, 20"))
    #expect(summary.hasSuffix(#" UTC, by "alice": 1 section inserted"#))
    #expect(inspectors.summary(of: "main", at: 2) == nil)
  }

  @Test(arguments: InspectedPlace.all, [11, 12, 13] as [UInt64])
  func operationsAreThoseOfTheBatch(place: InspectedPlace, seed: UInt64) async throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(40, seed: seed)
    // From the journal, which leaves out what a removal absorbs.
    var batches: [JSONList.Batch] = []
    for try await batch in try inspected.list.batches(after: 0) {
      batches.append(batch)
      if batches.count == 40 { break }
    }
    // Not in order, because the states between are found from each other.
    for revision in (1...40).reversed() + [1, 30, 17] {
      let batch = batches[revision - 1]
      let answer = try inspected.ask("revision/\(revision)")
      let operations = try #require(answer["operations"]?.arrayValue)
      let expected = batch.changes.operations
      #expect(operations.count == expected.count && answer["fault"] == nil)
      for (operation, expected) in zip(operations, expected) { expect(operation, expected) }
      #expect(answer["source"]?["items"]?.intValue == batch.source.itemCount)
      #expect(answer["target"]?["items"]?.intValue == batch.target.itemCount)
      #expect(answer["row"]?["digestState"] == "intact")
      let isStep = answer["kind"] == "change"
      #expect((answer["steps"]?["undo"]?[0]?.intValue == revision) == isStep)
    }
  }

  private func expect(_ json: JSONValue, _ operation: Operation) {
    func isAt(_ section: Int, _ start: Int, _ count: Int) -> Bool {
      json["section"]?.intValue == section && json["start"]?.intValue == start
        && json["count"]?.intValue == count
    }
    let models = json["rows"]?.arrayValue?.map { $0["model"] } ?? []
    switch operation {
    case .removeItems(let section, let start, let count):
      #expect(json["op"] == "removeItems" && isAt(section, start, count))
    case .removeSections(let start, let count):
      #expect(json["op"] == "removeSections" && json["start"]?.intValue == start)
      #expect(json["count"]?.intValue == count)
    case .insertSections(let start, let sections):
      #expect(json["op"] == "insertSections" && json["start"]?.intValue == start)
      #expect(models == sections)
    case .moveSection(let from, let to):
      #expect(json["op"] == "moveSection" && json["from"]?.intValue == from)
      #expect(json["to"]?.intValue == to)
    case .insertItems(let section, let start, let items):
      #expect(json["op"] == "insertItems" && isAt(section, start, items.count))
      #expect(models == items)
    case .moveItem(let from, let to):
      #expect(json["op"] == "moveItem" && json["from"]?.numbers == [from.section, from.item])
      #expect(json["to"]?.numbers == [to.section, to.item])
    case .updateItems(let section, let start, let items):
      #expect(json["op"] == "updateItems" && isAt(section, start, items.count))
      #expect(models == items)
      #expect(json["rows"]?.arrayValue?.allSatisfy { $0["former"] != nil } == true)
    case .updateSection(let section, let model):
      #expect(json["op"] == "updateSection" && json["section"]?.intValue == section)
      #expect(models == [model])
    }
  }

  @Test(arguments: InspectedPlace.all, [21, 22] as [UInt64])
  func stageIsTheListBefore(place: InspectedPlace, seed: UInt64) throws {
    let inspected = try InspectedList(place)
    for batch in try inspected.applyRandom(40, seed: seed) {
      let answer = try inspected.ask("revision/\(batch.target.revision)")
      let source = batch.source.state
      var next = 0
      for section in answer["stage"]?["sections"]?.arrayValue ?? [] {
        if let run = section["run"]?.intValue {
          next += run
          continue
        }
        let id = try #require(source.sectionID(at: next))
        #expect(section["key"]?.stringValue == "h\(id.rawValue)")
        #expect(section["count"]?.intValue == source.itemCount(inSection: next))
        try expect(section["cells"]?.arrayValue ?? [], are: source.itemIDs(inSection: next))
        next += 1
      }
      #expect(next == source.sectionCount)
    }
  }

  private func expect(_ cells: [JSONValue], are items: [ItemID]) throws {
    var next = 0
    for cell in cells {
      if let run = cell["run"]?.intValue {
        next += run
      } else {
        #expect(next < items.count)
        #expect(cell["key"]?.stringValue == "i\(items[next].rawValue)" && cell["model"] != nil)
        next += 1
      }
    }
    #expect(next == items.count)
  }

  @Test(arguments: InspectedPlace.all)
  func lineOfTheLogMakesTheRevision(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply(origin: "me", group: "g") {
      $0.insertSection(at: 0, "S")
      $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
    }
    let line = try #require(try inspected.ask("revision/1")["log"]?.stringValue)
    #expect(
      try JSONParser().parse(line) == [
        "changeset": [
          "insertedItems": [[[0, 0], "a"], [[0, 1], "b"]], "insertedSections": [[0, "S"]],
        ],
        "origin": "me", "group": "g",
      ])
  }

  @Test(arguments: InspectedPlace.all)
  func theScopeOfUndoIsShown(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply { $0.insertSection(at: 0) }
    try inspected.apply(undo: UndoScope("drawing")) {
      $0.insertItem("a", at: ItemPath(section: 0, item: 0))
    }
    try inspected.apply(undo: .none) { $0.insertItem("b", at: ItemPath(section: 0, item: 0)) }
    for (revision, undo) in [(1, nil), (2, "drawing"), (3, false)] as [(Int, JSONValue?)] {
      let answer = try inspected.ask("revision/\(revision)")
      #expect(answer["undo"] == undo)
      #expect(answer["scope"]?.stringValue == undo?.stringValue)
      let line = try #require(answer["log"]?.stringValue)
      #expect(try JSONParser().parse(line)["undo"] == undo)
    }
  }

  @Test(arguments: InspectedPlace.all)
  func statesAreThoseBeforeAndAfter(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let path = ItemPath(section: 0, item: 0)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem("a", at: path)
    }
    for value in ["1", "2"] {
      try inspected.apply(
        states: [StateAssignment(item: .path(path), scope: scope("S"), state: state(value))])
    }
    try inspected.apply(
      states: [StateAssignment(item: .path(path), scope: scope("S"), state: nil)])
    let states = try (2...4).map { try inspected.ask("revision/\($0)")["states"]?[0] }
    #expect(states.map { $0?["before"] } == [nil, 1, 2])
    #expect(states.map { $0?["after"] } == [1, 2, nil])
    #expect(states[0]?["key"] == "i1" && states[0]?["scope"] == "S")
    #expect(states[0]?["place"] == [0, 0])
  }

  @Test(arguments: InspectedPlace.all)
  func aBulkLoadIsShownInParts(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let long = String(repeating: "x", count: 10_000)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(
        (0..<20_000).map { _ in .string(long) }, at: ItemPath(section: 0, item: 0))
    }
    let answer = try inspected.ask("revision/1")
    #expect(answer["counts"]?["insertedItems"] == 20_000)
    #expect(answer["log"] == nil && answer["logOmitted"] != nil)
    #expect(answer["mapping"]?["insertedItems"]?.count == 200)
    #expect(answer["operations"]?[1]?["count"] == 20_000)
    #expect(answer["operations"]?[1]?["rows"]?.count == 20)
    #expect(answer["operations"]?[1]?["rows"]?[0]?["modelCut"] == true)
    #expect(answer.canonicalText.utf8.count < 100_000)
    let list = try inspected.ask("list", ["count": "500"])
    #expect(list.canonicalText.utf8.count < 250_000)
  }

  // MARK: Damage

  @Test(arguments: InspectedPlace.all)
  func alteredRowsAndModelsAreFound(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(8, seed: 9)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem("a", at: ItemPath(section: 0, item: 0))
    }
    try inspected.apply { $0.insertItem("b", at: ItemPath(section: 0, item: 0)) }
    try inspected.damage("UPDATE journal SET origin = 'me' WHERE id & 255 = 10")
    try inspected.damage("UPDATE item SET model = '\"z\"' WHERE version = 9")
    #expect(try inspected.ask("revision/10")["row"]?["digestState"] == "altered")
    let altered = try inspected.ask("revision/9")
    #expect(altered["row"]?["digestState"] == "altered")
    #expect(altered["operations"]?[1]?["rows"]?[0]?["model"] == "z")
    try inspected.damage("DELETE FROM item WHERE version = 9")
    #expect(try inspected.ask("revision/9")["row"]?["digestState"] == "modelGone")
    #expect(try inspected.ask("revision/8")["row"]?["digestState"] == "intact")
  }

  @Test(arguments: InspectedPlace.all)
  func aDamagedRowHidesOnlyItself(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let batches = try inspected.applyRandom(9, seed: 9)
    try inspected.damage("UPDATE journal SET change = '[' WHERE id & 255 = 5")
    let damaged = try inspected.ask("revision/5")
    #expect(damaged["kind"] == "unreadable" && damaged["fault"] != nil)
    #expect(damaged["row"]?["change"] == "[" && damaged["row"]?["digestState"] == "unreadable")
    // On one side of it the list is found from its end, on the other from its beginning.
    for revision in [1, 2, 3, 4, 6, 7, 8, 9] {
      let answer = try inspected.ask("revision/\(revision)")
      #expect(answer["fault"] == nil, "\(revision)")
      #expect(answer["target"]?["items"]?.intValue == batches[revision - 1].target.itemCount)
    }
    #expect(try inspected.ask("list", ["at": "4"])["revision"] == 4)
    #expect(try inspected.ask("list", ["at": "5"])["revision"] == 5)
  }

  @Test(arguments: InspectedPlace.all)
  func betweenTwoDamagedRowsTheListIsNotKnown(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(9, seed: 10)
    try inspected.damage("UPDATE journal SET change = '[' WHERE id & 255 = 3")
    try inspected.damage("DELETE FROM journal WHERE id & 255 = 7")
    let inspector = inspected.inspector
    for revision in 0...9 {
      let (status, json) = try await inspector.respond("list", ["at": "\(revision)"])
      let isKnown = !(3...6).contains(revision)
      #expect(status == (isKnown ? 200 : 500), "\(revision)")
      #expect((json["error"] == nil) == isKnown)
      #expect(!json.canonicalText.contains(inspected.place))
    }
    // What the journal says of a revision there is shown, but not what it did to the list.
    let answer = try inspected.ask("revision/6")
    #expect(answer["fault"]?.stringValue == "revision 7 is missing from the journal")
    #expect(answer["counts"] != nil && answer["operations"] == nil)
    #expect(answer["row"]?["digestState"] == "intact")
  }

  @Test(arguments: InspectedPlace.all)
  func aRevisionThatIsNotThereIsNotFound(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    for question in ["revision/0", "revision/1"] {
      let error = #expect(throws: InspectorError.self) { try inspected.ask(question) }
      #expect(error?.status == 404)
    }
  }
}
