import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import Testing

@testable import RosterInspecting

/// Revisions are found by who made them, what they did to which rows, when, and how large they are.
struct RevisionSearchTests {
  private static let first = ItemPath(section: 0, item: 0)
  private static let second = ItemPath(section: 0, item: 1)

  /// Asks until there is no next question, and returns all revisions that were found.
  private func found(
    _ query: [String: String], _ ask: ([String: String]) throws -> JSONValue
  ) throws -> [JSONValue] {
    var found: [JSONValue] = []
    var before = query["before"].flatMap { Int($0) }
    repeat {
      var query = query
      query["before"] = before.map { "\($0)" }
      let answer = try ask(query)
      let part = try #require(answer["revisions"]?.arrayValue)
      for revision in part.compactMap({ $0["revision"]?.intValue }) {
        #expect(revision < before ?? .max)
        #expect(revision >= (try #require(answer["searchedTo"]?.intValue)))
      }
      found += part
      let next = answer["next"]?.intValue
      if let next { try #require(next < before ?? .max) }
      before = next
    } while before != nil
    return found
  }

  /// Asks one question that is answered as a whole, however busy the machine is.
  private func ask(
    _ inspected: InspectedList, _ query: [String: String]
  ) throws -> JSONValue {
    let search = RevisionSearch(
      inspected.storage, try inspected.storage.head(), reach: .patient)
    return .object(try search.answer(query))
  }

  private func numbers(
    _ inspected: InspectedList, _ query: [String: String]
  ) throws -> [Int?] {
    try found(query) { try inspected.ask("search", $0) }.map { $0["revision"]?.intValue }
  }

  /// A list whose first item was inserted, updated and moved, had a state, was removed and came back.
  private func changedList(_ place: InspectedPlace) throws -> InspectedList {
    let inspected = try InspectedList(place)
    try inspected.apply(origin: "Ann") {
      $0.insertSection(at: 0, "Roots")
      $0.insertItems(["Apple", "Banana"], at: Self.first)
    }
    try inspected.apply(origin: "Ben") { $0.updateItem(at: Self.first, "Cherry") }
    try inspected.apply(origin: "Ann B.") { $0.moveItem(from: Self.first, to: Self.second) }
    try inspected.apply(
      states: [StateAssignment(item: .path(Self.second), scope: scope("S"), state: state("1"))])
    try inspected.apply { $0.insertItem("Damson", at: Self.first) }
    try inspected.apply { $0.removeItem(at: ItemPath(section: 0, item: 2)) }
    try inspected.list.applySynchronously(.undo())
    return inspected
  }

  // MARK: What is looked for

  @Test(arguments: InspectedPlace.all)
  func byWhoMadeThem(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    #expect(try numbers(inspected, ["origin": "ann"]) == [3, 1])
    #expect(try numbers(inspected, ["origin": "Ben"]) == [2])
    #expect(try numbers(inspected, ["origin": "nn b"]) == [3])
    #expect(try numbers(inspected, ["origin": "Eve"]) == [])
    #expect(try numbers(inspected, [:]) == [7, 6, 5, 4, 3, 2, 1])
  }

  @Test(arguments: InspectedPlace.all)
  func byTheirGroup(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0, "Roots")
      $0.insertItems(["Apple", "Banana"], at: Self.first)
    }
    try inspected.apply(origin: "Ann", group: "tidy") { $0.updateItem(at: Self.first, "Pear") }
    try inspected.apply(origin: "Ben", group: "tidy") { $0.updateItem(at: Self.first, "Plum") }
    try inspected.apply(origin: "Ann", group: "Tidy up") { $0.removeItem(at: Self.first) }
    try inspected.apply(origin: "tidy") { $0.insertItem("tidy", at: Self.first) }
    #expect(try numbers(inspected, ["group": "tidy"]) == [4, 3, 2])
    #expect(try numbers(inspected, ["group": "up"]) == [4])
    #expect(try numbers(inspected, ["group": "tidy", "origin": "ann"]) == [4, 2])
    #expect(try numbers(inspected, ["group": "other"]) == [])
  }

  @Test(arguments: InspectedPlace.all)
  func byTheRowThatTheyTouched(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    #expect(try numbers(inspected, ["key": "i1"]) == [7, 6, 4, 3, 2, 1])
    #expect(try numbers(inspected, ["key": "i2"]) == [1])
    #expect(try numbers(inspected, ["key": "i3"]) == [5])
    #expect(try numbers(inspected, ["key": "h1"]) == [1])
    #expect(try numbers(inspected, ["key": "f1"]) == [1])
    #expect(try numbers(inspected, ["key": "i9"]) == [])
    #expect(try numbers(inspected, ["key": "i1", "origin": "ann"]) == [3, 1])
  }

  @Test(arguments: InspectedPlace.all)
  func byWhatTheyDid(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    #expect(try numbers(inspected, ["kinds": "updated"]) == [2])
    #expect(try numbers(inspected, ["kinds": "moved,removed"]) == [6, 3])
    #expect(try numbers(inspected, ["kinds": "inserted"]) == [7, 5, 1])
    #expect(try numbers(inspected, ["kinds": "undo"]) == [7])
    #expect(try numbers(inspected, ["kinds": "undo,updated"]) == [7, 2])
    #expect(try numbers(inspected, ["kinds": "redo"]) == [])
    // What was done to another row does not count.
    #expect(try numbers(inspected, ["kinds": "inserted", "key": "i1"]) == [7, 1])
    #expect(try numbers(inspected, ["kinds": "undo", "key": "i3"]) == [])
    #expect(try numbers(inspected, ["kinds": "undo", "key": "i1"]) == [7])
    try inspected.list.applySynchronously(.redo())
    #expect(try numbers(inspected, ["kinds": "redo"]) == [8])
  }

  @Test(arguments: InspectedPlace.all)
  func byWhatTheyWroteOrRemoved(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    // A move writes no model.
    #expect(try numbers(inspected, ["text": "cherry"]) == [7, 6, 2])
    #expect(try numbers(inspected, ["text": "APPLE"]) == [1])
    #expect(try numbers(inspected, ["text": "Roots"]) == [1])
    #expect(try numbers(inspected, ["text": "cherry", "kinds": "removed"]) == [6])
    #expect(try numbers(inspected, ["text": "damson", "key": "i1"]) == [])
    #expect(try numbers(inspected, ["text": "cherry", "key": "i1", "origin": "ben"]) == [2])
    try inspected.list.applySynchronously(
      JSONChangeset { $0.insertItem("Elder", at: Self.first) },
      ChangeAnnotation(userInfo: ["reason": "new prices"]))
    let entry = try #require(try ask(inspected, ["text": "PRICES"])["revisions"]?[0])
    #expect(entry["revision"] == 8 && entry["userInfo"] == ["reason": "new prices"])
    #expect(entry["rows"] == [])
  }

  @Test(arguments: InspectedPlace.all)
  func byTheTimeOfTheirCommit(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    try inspected.damage("UPDATE journal SET committed = id & 255 WHERE id & 255 < 6")
    try inspected.damage("UPDATE journal SET committed = NULL WHERE id & 255 > 5")
    #expect(try numbers(inspected, ["since": "3"]) == [5, 4, 3])
    #expect(try numbers(inspected, ["until": "2"]) == [2, 1])
    #expect(try numbers(inspected, ["since": "2", "until": "4"]) == [4, 3, 2])
    #expect(try numbers(inspected, ["since": "4", "until": "2"]) == [])
    // Revisions whose time is unknown are left out.
    #expect(try numbers(inspected, ["since": "0"]) == [5, 4, 3, 2, 1])
  }

  @Test(arguments: InspectedPlace.all)
  func byTheirSize(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    try inspected.apply {
      $0.insertItem(.string(String(repeating: "x", count: 5_000)), at: Self.first)
    }
    #expect(try numbers(inspected, ["bytes": "5000"]) == [8])
    #expect(try numbers(inspected, ["changes": "3"]) == [1])
    #expect(try numbers(inspected, ["changes": "1", "bytes": "5000"]) == [8])
    let entry = try #require(try ask(inspected, ["bytes": "5000"])["revisions"]?[0])
    #expect((5_000..<6_000).contains(entry["written"]?.intValue ?? 0))
  }

  @Test func byThatTheyRestored() async throws {
    let inspected = try changedList(.file)
    let inspector = try InspectedList.inspector(
      inspected.path, live: LiveList(plain: inspected.list, allowsEdits: true))
    let done = try await inspector.respond(
      "restore", ["to": "1", "key": "i1", "base": "7"], .post)
    try #require(done.status == 200)
    // Neither the origin nor a model makes a restoration.
    try inspected.apply(origin: "inspector") { $0.insertItem("restoredTo", at: Self.first) }
    #expect(try numbers(inspected, ["kinds": "restoration"]) == [8])
    #expect(try numbers(inspected, ["kinds": "restoration", "key": "i1"]) == [8])
    #expect(try numbers(inspected, ["kinds": "restoration", "key": "i2"]) == [])
  }

  // MARK: What is said of them

  @Test(arguments: InspectedPlace.all)
  func theRowsByWhichTheyAreFoundStandWithThem(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    func rows(_ query: [String: String]) throws -> JSONValue? {
      try ask(inspected, query)["revisions"]?[0]?["rows"]
    }
    #expect(
      try rows(["text": "banana"]) == [["key": "i2", "what": ["inserted"], "model": "Banana"]])
    #expect(
      try rows(["kinds": "removed"]) == [["key": "i1", "what": ["removed"], "model": "Cherry"]])
    #expect(
      try rows(["kinds": "moved"]) == [["key": "i1", "what": ["moved"], "model": "Cherry"]])
    let entry = try #require(try ask(inspected, ["origin": "ben"])["revisions"]?[0])
    #expect(entry["counts"] == ["updatedItems": 1] && entry["kind"] == "change")
    #expect(entry["committed"]?.intValue != nil && entry["takenBackBy"] == nil)
    #expect(
      try ask(inspected, ["kinds": "removed"])["revisions"]?[0]?["takenBackBy"] == 7)
  }

  @Test(arguments: InspectedPlace.all)
  func aRevisionWithManyRowsShowsAFewOfThem(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems((0..<2_000).map { .string("Row \($0)") }, at: Self.first)
    }
    let entry = try ask(inspected, ["text": "row 15"])["revisions"]?[0]
    #expect(
      entry?["rows"]?.arrayValue?.map { $0["model"]?.stringValue } == [
        "Row 15", "Row 150", "Row 151",
      ])
    #expect(entry?["counts"] == ["insertedItems": 2_000, "insertedSections": 1])
  }

  @Test(arguments: InspectedPlace.all)
  func aLargeRevisionIsSearchedInPart(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems((0..<10).map { .string("Row \($0)") }, at: Self.first)
    }
    try inspected.apply { $0.updateItem(at: Self.first, "Row 9") }
    let search = RevisionSearch(
      inspected.storage, try inspected.storage.head(), reach: .patient, rowCountMax: 3)
    let near = JSONValue.object(try search.answer(["text": "row 2"]))
    #expect(near["revisions"]?[0]?["revision"] == 1 && near["partly"] == 1)
    let far = JSONValue.object(try search.answer(["text": "row 9"]))
    #expect(far["revisions"]?.arrayValue?.map { $0["revision"]?.intValue } == [2])
    #expect(far["partly"] == 1)
    // A row that is named is found whatever stands before it.
    let named = JSONValue.object(try search.answer(["key": "i10", "text": "row 9"]))
    #expect(named["revisions"]?.arrayValue?.map { $0["revision"]?.intValue } == [1])
    #expect(named["partly"] == nil)
  }

  // MARK: Parts

  @Test(arguments: InspectedPlace.all, [1, 2] as [UInt64])
  func aLongJournalIsSearchedInParts(place: InspectedPlace, seed: UInt64) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(40, seed: seed)
    let all = try #require(
      try inspected.ask("revisions", ["limit": "500"])["revisions"]?.arrayValue)
    let inserting = all.filter {
      $0["counts"]?["insertedItems"] != nil || $0["counts"]?["insertedSections"] != nil
    }.compactMap { $0["revision"]?.intValue }
    let head = try inspected.storage.head()
    // Without patience, an answer goes through one revision.
    for reach in [
      JournalWalk.Reach(), JournalWalk.Reach(revisionCount: 7, patience: .zero),
      JournalWalk.Reach(revisionCount: 1),
    ] {
      let search = RevisionSearch(inspected.storage, head, reach: reach)
      for (query, expected) in [([:], Array(1...40)), (["kinds": "inserted"], inserting)] {
        let found = try found(query.merging(["limit": "4"]) { $1 }) {
          .object(try search.answer($0))
        }
        #expect(
          found.map { $0["revision"]?.intValue } == expected.reversed(), "seed \(seed)")
        // Each knows what it wrote by itself, whatever part it was read in.
        #expect(found.allSatisfy { $0["written"]?.intValue ?? 0 > 0 }, "seed \(seed)")
      }
    }
  }

  /// The history of a row is read from its models and states, the search from the journal.
  @Test(arguments: InspectedPlace.all, [1, 2, 3] as [UInt64])
  func rowsHaveTheirHistories(place: InspectedPlace, seed: UInt64) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(40, seed: seed)
    let end = try inspected.storage.nextIdentifiers(after: 40)
    let keys =
      (1..<end.item).prefix(60).map { "i\($0)" } + (1..<end.section).prefix(20).map { "h\($0)" }
    for key in keys {
      let history = try inspected.ask("history", ["key": key, "limit": "100"])
      #expect(history["next"] == nil)
      let expected = (history["revisions"]?.arrayValue ?? []).map { entry in
        [entry["revision"], entry["what"]]
      }
      let found = try found(["key": key]) { try inspected.ask("search", $0) }.map { entry in
        [entry["revision"], entry["rows"]?[0]?["what"]]
      }
      #expect(found == expected, "seed \(seed), \(key)")
    }
  }

  @Test(arguments: InspectedPlace.all)
  func whatCannotBeReadIsCounted(place: InspectedPlace) throws {
    let inspected = try changedList(place)
    try inspected.damage("UPDATE journal SET change = 'no' WHERE id & 255 = 3")
    try inspected.damage("DELETE FROM journal WHERE id & 255 = 5")
    let answer = try ask(inspected, ["text": "cherry"])
    #expect(answer["revisions"]?.arrayValue?.map { $0["revision"]?.intValue } == [7, 6, 2])
    #expect(answer["unreadable"] == 1 && answer["searchedTo"] == 1 && answer["next"] == nil)
    // Who made it can still be read.
    let entry = try #require(try ask(inspected, ["origin": "ann"])["revisions"]?[0])
    #expect(entry["revision"] == 3 && entry["kind"] == "unreadable")
  }

  @Test(arguments: InspectedPlace.all)
  func whatIsCompactedIsNotSearched(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    #expect(try numbers(inspected, [:]) == [])
    try inspected.applyRandom(20, seed: 3)
    _ = try inspected.storage.compact(JournalRetention(revisionCountMax: 5), keeping: nil)
    let answer = try ask(inspected, [:])
    #expect(
      answer["revisions"]?.arrayValue?.map { $0["revision"]?.intValue } == [20, 19, 18, 17, 16])
    #expect(answer["oldest"] == 15 && answer["searchedTo"] == 16 && answer["next"] == nil)
    #expect(try numbers(inspected, ["before": "9"]) == [])
  }
}

extension JournalWalk.Reach {
  /// As far as the journal goes.
  static let patient = JournalWalk.Reach(patience: .seconds(3_600))
}
