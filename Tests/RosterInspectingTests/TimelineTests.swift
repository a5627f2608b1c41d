import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import Testing

@testable import RosterInspecting

/// The timeline says of each revision what the list itself said when it published it.
struct TimelineTests {
  private static let path = ItemPath(section: 0, item: 0)

  @Test(arguments: InspectedPlace.all, [1, 2, 3] as [UInt64])
  func numbersAreThoseOfTheBatches(place: InspectedPlace, seed: UInt64) throws {
    let inspected = try InspectedList(place)
    let batches = try inspected.applyRandom(60, seed: seed)
    let answer = try inspected.ask("revisions", ["limit": "500"])
    let revisions = try #require(answer["revisions"]?.arrayValue)
    #expect(revisions.map { $0["revision"]?.intValue } == Array(1...60))
    for (revision, batch) in zip(revisions, batches) {
      let outline = batch.changes.changeset.outline
      let counts = try #require(revision["counts"])
      func number(_ name: String) -> Int { counts[name]?.intValue ?? 0 }
      #expect(number("insertedItems") == outline.insertedItems.count)
      #expect(number("movedItems") == outline.movedItems.count)
      // An update of an item that goes is not one.
      #expect(number("updatedItems") == batch.changes.updatedPaths.count)
      #expect(number("removedItems") == (try batch.changes.removedItemIDs().count))
      #expect(number("insertedSections") == outline.insertedSections.count)
      #expect(number("removedSections") == outline.removedSections.count)
      #expect(number("updatedSections") == batch.changes.updatedSections.count)
      #expect(number("movedSections") == outline.movedSections.count)
      let isNothing = outline == ChangesetOutline()
      #expect(revision["kind"]?.stringValue == (isNothing ? "nothing" : "change"))
    }
  }

  @Test(arguments: InspectedPlace.all)
  func membersByWhichRowsAreCalledStandBesideTheRevisions(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    #expect(try inspected.ask("revisions")["titles"] == nil)
    try inspected.apply { changes in
      changes.insertSection(at: 0)
      for number in 0..<9 {
        changes.insertItem(
          ["avatar": "data:image/png;base64,AAAA", "name": .string("Person \(number)")],
          at: ItemPath(section: 0, item: number))
      }
    }
    #expect(try inspected.ask("revisions")["titles"] == ["name"])
    // They stay as they are once enough rows were seen.
    try inspected.apply { changes in
      for number in 0..<9 {
        changes.updateItem(at: ItemPath(section: 0, item: number), ["title": "Other"])
      }
    }
    #expect(try inspected.ask("revisions")["titles"] == ["name"])
  }

  @Test(arguments: InspectedPlace.all)
  func bucketsAddUpToTheirRevisions(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(50, seed: 4)
    let revisions = try #require(
      try inspected.ask("revisions", ["limit": "50"])["revisions"]?.arrayValue)
    for count in [1, 7, 50, 500] {
      let answer = try inspected.ask("revisions", ["from": "0", "buckets": "\(count)"])
      let buckets = try #require(answer["buckets"]?.arrayValue)
      #expect(buckets.count == min(count, 50))
      var next = 1
      for bucket in buckets {
        let first = try #require(bucket["from"]?.intValue)
        let last = try #require(bucket["to"]?.intValue)
        #expect(first == next && last >= first)
        next = last + 1
        #expect(bucket["read"]?.intValue == last - first + 1)
        let inserted = revisions[first - 1...last - 1].reduce(0) {
          $0 + ($1["counts"]?["insertedItems"]?.intValue ?? 0)
        }
        #expect(bucket["counts"]?["insertedItems"]?.intValue ?? 0 == inserted)
      }
      #expect(next == 51)
    }
    let part = try inspected.ask("revisions", ["from": "10", "to": "12", "buckets": "2"])
    #expect(part["buckets"]?.arrayValue?.map { $0["from"]?.intValue } == [10, 11])
    let none = try inspected.ask("revisions", ["from": "12", "to": "10"])
    #expect(none["buckets"]?.count == 0)
  }

  @Test(arguments: InspectedPlace.all)
  func bucketsSayWhenTheirChangesWereMadeIfAllOfThemSayIt(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    for at in ["2019-01-31", "2019-02-01", "2019-02-02", nil] {
      try inspected.list.applySynchronously(
        JSONChangeset { $0.insertSection(at: 0) }, ChangeAnnotation(at: at))
    }
    let answer = try inspected.ask("revisions", ["from": "1", "to": "4", "buckets": "2"])
    let buckets = try #require(answer["buckets"]?.arrayValue)
    #expect(buckets.map { $0["made"] } == [["2019-01-31", "2019-02-01"], nil])
    #expect(buckets.allSatisfy { $0["committed"]?.count == 2 })
  }

  @Test(arguments: InspectedPlace.all)
  func whatIsTakenBackNamesWhatTakesItBack(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply(origin: "a", group: "g") { $0.insertSection(at: 0) }
    try inspected.apply(origin: "b", group: "g") { $0.insertItem("x", at: Self.path) }
    try inspected.list.applySynchronously(.undo())
    try inspected.list.applySynchronously(.redo())
    try inspected.apply(
      states: [StateAssignment(item: .path(Self.path), scope: scope("S"), state: state("1"))])
    let revisions = try #require(try inspected.ask("revisions")["revisions"]?.arrayValue)
    #expect(
      revisions.map { $0["kind"]?.stringValue }
        == ["change", "change", "undo", "undo", "redo", "redo", "states"])
    #expect(revisions.map { $0["takesBack"]?.intValue } == [nil, nil, 2, 1, 4, 3, nil])
    #expect(revisions.map { $0["takenBackBy"]?.intValue } == [4, 3, 6, 5, nil, nil, nil])
    #expect(revisions.map { $0["group"]?.stringValue }.prefix(6).allSatisfy { $0 == "g" })
    #expect(revisions[0]["origin"]?.stringValue == "a")
    #expect(revisions[6]["counts"] == ["states": 1])
  }

  @Test(arguments: InspectedPlace.all)
  func subscribersLag(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(5, seed: 1)
    try inspected.storage.acknowledge(2, by: "index")
    try inspected.storage.acknowledge(5, by: "mirror")
    let answer = try inspected.ask("revisions", ["limit": "0"])
    #expect(answer["revisions"]?.count == 0)
    #expect(answer["present"]?.intValue == 5)
    #expect(
      answer["subscribers"] == [
        ["name": "index", "revision": 2, "lag": 3], ["name": "mirror", "revision": 5, "lag": 0],
      ])
  }

  @Test(arguments: InspectedPlace.all)
  func pagesGoBack(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(9, seed: 1)
    func numbers(_ query: [String: String]) throws -> [Int?] {
      try inspected.ask("revisions", query)["revisions"]?.arrayValue?
        .map { $0["revision"]?.intValue } ?? []
    }
    #expect(try numbers(["limit": "4"]) == [6, 7, 8, 9])
    #expect(try numbers(["limit": "4", "before": "6"]) == [2, 3, 4, 5])
    #expect(try numbers(["limit": "4", "before": "2"]) == [1])
    #expect(try numbers(["before": "1"]) == [])
    #expect(try numbers(["before": "0"]) == [])
  }

  @Test(arguments: InspectedPlace.all)
  func commitsOfOtherWritersAreThere(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply { $0.insertSection(at: 0) }
    #expect(try inspected.ask("list")["items"] == 0)
    let other = try inspected.openAgain()
    try other.applySynchronously(
      JSONChangeset { $0.insertItem("x", at: Self.path) }, ChangeAnnotation(origin: "other"))
    let answer = try inspected.ask("revisions")
    #expect(answer["present"]?.intValue == 2)
    #expect(answer["revisions"]?[1]?["origin"]?.stringValue == "other")
    #expect(try inspected.ask("list")["rows"]?[1]?["model"] == "x")
    #expect(try inspected.ask("list", ["at": "1"])["items"] == 0)
  }

  @Test(arguments: InspectedPlace.all)
  func compactedRevisionsAreGoneFromIt(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(20, seed: 3)
    _ = try inspected.storage.compact(JournalRetention(revisionCountMax: 5), keeping: nil)
    let answer = try inspected.ask("revisions")
    #expect(answer["oldest"]?.intValue == 15)
    #expect(answer["revisions"]?.count == 5)
    #expect(try inspected.ask("revisions", ["from": "1", "buckets": "9"])["buckets"]?.count == 5)
    #expect(try inspected.ask("list", ["at": "15"])["revision"] == 15)
    for question in ["revision/15", "revision/3"] {
      let error = #expect(throws: InspectorError.self) { try inspected.ask(question) }
      #expect(error?.status == 410 && error?.oldest == 15)
    }
    let error = #expect(throws: StorageError.self) { try inspected.ask("list", ["at": "14"]) }
    #expect(error?.code == .compacted && error?.oldestRevision == 15)
  }

  @Test(arguments: InspectedPlace.all)
  func damagedRowsAreShownAsThat(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(6, seed: 5)
    try inspected.damage("UPDATE journal SET change = 'no' WHERE id & 255 = 3")
    try inspected.damage("DELETE FROM journal WHERE id & 255 = 5")
    let revisions = try #require(try inspected.ask("revisions")["revisions"]?.arrayValue)
    #expect(revisions.map { $0["revision"]?.intValue } == [1, 2, 3, 4, 5, 6])
    #expect(revisions[2]["kind"] == "unreadable" && revisions[2]["gone"] == nil)
    #expect(revisions[4]["kind"] == "unreadable" && revisions[4]["gone"] == true)
  }
}
