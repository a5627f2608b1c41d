import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import Testing

@testable import RosterInspecting

/// What is large, and who lags.
struct LargestTests {
  private static let first = ItemPath(section: 0, item: 0)

  /// Asks one question that is answered as a whole, however busy the machine is.
  private func ask(_ inspected: InspectedList, _ of: String) throws -> JSONValue {
    let head = try inspected.storage.head()
    let query = try InspectorQuery([:], allowing: [])
    if of == "rows" {
      let reach = LargestRows.Reach(patience: .seconds(3_600))
      return .object(
        try LargestRows(inspected.storage, head, PastLists(inspected.storage), reach: reach)
          .answer(query))
    }
    return .object(try LargestRevisions(inspected.storage, head, reach: .patient).answer(query))
  }

  /// How many bytes each revision has written, the newest first.
  private func written(_ inspected: InspectedList) throws -> [Int?] {
    let search = RevisionSearch(inspected.storage, try inspected.storage.head(), reach: .patient)
    return (try search.answer([:])["revisions"]?.arrayValue ?? []).map { $0["written"]?.intValue }
  }

  // MARK: Rows

  /// A list of items whose models have some numbers of bytes, two of which are the quotes of a text.
  private func list(_ place: InspectedPlace, ofSizes sizes: [Int]) throws -> InspectedList {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(
        sizes.map { .string(String(repeating: "x", count: $0 - 2)) }, at: Self.first)
    }
    return inspected
  }

  private func sizes(_ rows: JSONValue?) -> [Int?] {
    (rows?.arrayValue ?? []).map { $0["bytes"]?.intValue }
  }

  @Test(arguments: InspectedPlace.all)
  func theLargestRowsStandFirst(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: [10, 300, 20, 4_000, 300])
    try inspected.apply { $0.insertItem("éé", at: Self.first) }
    let answer = try ask(inspected, "rows")
    let rows = try #require(answer["rows"]?.arrayValue)
    #expect(rows.map { $0["key"]?.stringValue } == ["i4", "i2", "i5", "i3", "i1", "i6"])
    #expect(rows.map { $0["bytes"]?.intValue } == [4_000, 300, 300, 20, 10, 6])
    #expect(rows[0]["place"] == [0, 4] && rows[5]["model"] == "éé")
    #expect(rows[0]["model"]?.stringValue?.utf8.count ?? 0 < 300)
    #expect(answer["next"] == nil && answer["searchedTo"] == 7 && answer["end"] == 7)
    // What is gone takes no room in the list.
    try inspected.apply { $0.removeItem(at: ItemPath(section: 0, item: 4)) }
    #expect(sizes(try ask(inspected, "rows")["rows"]) == [300, 300, 20, 10, 6])
  }

  @Test(arguments: InspectedPlace.all)
  func manyRowsAreLookedAtInParts(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: (1...50).map { 10 + $0 * 37 % 50 })
    let (head, past) = (try inspected.storage.head(), PastLists(inspected.storage))
    let whole = try ask(inspected, "rows")
    #expect(sizes(whole["rows"]) == (40..<60).reversed())
    let parts = LargestRows(
      inspected.storage, head, past, reach: LargestRows.Reach(itemCount: 7, patience: .zero))
    var found: [Int] = []
    var first: Int? = 1
    var count = 0
    while let start = first {
      let answer = JSONValue.object(
        try parts.answer(InspectorQuery(["first": "\(start)"], allowing: ["first"])))
      found += sizes(answer["rows"]).compactMap(\.self)
      first = answer["next"]?.intValue
      if let first { #expect(first == start + 7) }
      count += 1
      try #require(count <= 8)
    }
    #expect(count == 8 && found.sorted() == Array(10..<60))
  }

  @Test(arguments: InspectedPlace.all)
  func modelsThatAreNoTextHaveSizes(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: [10, 20, 30])
    try inspected.damage("UPDATE item SET model = NULL WHERE id & 255 = 1")
    try inspected.damage(
      place == .file
        ? "UPDATE item SET model = x'00ff01' WHERE id & 255 = 2"
        : "UPDATE item SET model = NULL, model_bytes = '\\x00ff01' WHERE id & 255 = 2")
    let rows = try ask(inspected, "rows")["rows"]
    #expect(sizes(rows) == [30, 3] && rows?[1]?["key"] == "i2")
  }

  @Test(arguments: InspectedPlace.all)
  func anEmptyListHasNothingLarge(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    let rows = try ask(inspected, "rows")
    #expect(rows["rows"] == [] && rows["next"] == nil)
    let revisions = try ask(inspected, "revisions")
    #expect(revisions["byBytes"] == [] && revisions["byChanges"] == [])
    #expect(revisions["next"] == nil)
  }

  // MARK: Revisions

  @Test(arguments: InspectedPlace.all)
  func theLargestRevisionsStandFirst(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply { $0.insertSection(at: 0) }
    try inspected.apply(origin: "Ann") {
      $0.insertItem(.string(String(repeating: "x", count: 9_000)), at: Self.first)
    }
    try inspected.apply { $0.insertItems(["a", "b", "c", "d"], at: Self.first) }
    try inspected.apply { $0.removeItem(at: Self.first) }
    let answer = try ask(inspected, "revisions")
    let byBytes = try #require(answer["byBytes"]?.arrayValue)
    #expect(byBytes.count == 4 && byBytes[0]["revision"] == 2 && byBytes[0]["origin"] == "Ann")
    #expect((9_000..<10_000).contains(byBytes[0]["written"]?.intValue ?? 0))
    let byChanges = try #require(answer["byChanges"]?.arrayValue)
    // Of equal ones, the newest stands first.
    #expect(byChanges.map { $0["revision"]?.intValue } == [3, 4, 2, 1])
    #expect(byChanges.map { $0["changes"]?.intValue } == [4, 1, 1, 1])
    #expect(answer["next"] == nil && answer["searchedTo"] == 1)
  }

  @Test(arguments: InspectedPlace.all)
  func manyRevisionsAreLookedAtInParts(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(30, seed: 9)
    let head = try inspected.storage.head()
    let whole = try ask(inspected, "revisions")
    let parts = LargestRevisions(
      inspected.storage, head, reach: JournalWalk.Reach(revisionCount: 4, patience: .zero))
    var found: [Int: Int] = [:]
    var before: Int? = 31
    while let end = before {
      let answer = JSONValue.object(
        try parts.answer(InspectorQuery(["before": "\(end)"], allowing: ["before"])))
      for entry in answer["byBytes"]?.arrayValue ?? [] {
        let revision = try #require(entry["revision"]?.intValue)
        #expect(revision < end)
        found[revision] = entry["written"]?.intValue
      }
      before = answer["next"]?.intValue
      if let before { try #require(before < end) }
    }
    #expect(found.keys.sorted() == Array(1...30))
    let largest = found.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.prefix(20)
    #expect(
      whole["byBytes"]?.arrayValue?.map { $0["revision"]?.intValue } == largest.map(\.key))
  }

  @Test(arguments: InspectedPlace.all)
  func theInspectorAnswersWhatIsLarge(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: [10, 30])
    #expect(sizes(try inspected.ask("largest", ["of": "rows"])["rows"]) == [30, 10])
    #expect(sizes(try inspected.ask("largest", ["of": "rows", "first": "2"])["rows"]) == [30])
    let revisions = try inspected.ask("largest", ["of": "revisions", "before": "2"])
    #expect(revisions["byChanges"]?[0]?["changes"] == 3)
  }

  @Test func theLargestOnesAreKeptInOrder() {
    var largest = Largest<String>(2)
    for (name, size) in [("a", 1), ("b", 3), ("nothing", 0), ("c", 3), ("d", 2)] {
      largest.add(size: size, name)
    }
    #expect(largest.elements.map(\.element) == ["b", "c"])
    #expect(largest.elements.map(\.size) == [3, 3])
  }

  // MARK: All together

  @Test(arguments: InspectedPlace.all)
  func aScanFindsInPartsWhatIsThereAsAWhole(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: (1...50).map { 10 + $0 * 37 % 50 })
    // It writes much, and its record is small.
    try inspected.apply {
      $0.insertItem(.string(String(repeating: "many words ", count: 900)), at: Self.first)
    }
    try inspected.applyRandom(12, seed: 9)
    try inspected.storage.acknowledge(3, by: "index")
    let (rows, revisions) = (try ask(inspected, "rows"), try ask(inspected, "revisions"))
    for countMax in [3, 20] {
      var scan = try LargestScan(
        inspected.storage, countMax: countMax,
        rows: LargestRows.Reach(itemCount: 7, patience: .zero),
        revisions: JournalWalk.Reach(revisionCount: 4, patience: .zero))
      #expect(scan.share == nil && scan.present == 14 && scan.oldest == 0)
      var shares: [Double] = []
      while try scan.goOn() {
        shares.append(try #require(scan.share))
        try #require(shares.count < 200)
      }
      // A part has seven rows, or one revision.
      #expect(shares.count > 14 && shares == shares.sorted() && shares[0] < 0.3)
      #expect(scan.share == 1)
      func first(_ values: JSONValue?) -> [JSONValue] {
        Array((values?.arrayValue ?? []).prefix(countMax))
      }
      #expect(scan.rows == first(rows["rows"]) && !scan.rows.isEmpty)
      #expect(scan.revisionsByBytes == first(revisions["byBytes"]))
      #expect(scan.revisionsByBytes.first?["revision"] == 2)
      #expect(scan.revisionsByChanges == first(revisions["byChanges"]))
      #expect(scan.subscriberCount == 1 && scan.subscribers.first?["lag"] == 11)
    }
  }

  @Test(arguments: InspectedPlace.all)
  func aScanOfAnEmptyListFindsNothing(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    var scan = try LargestScan(inspected.storage, countMax: 5)
    while try scan.goOn() {}
    #expect(scan.rows.isEmpty && scan.revisionsByBytes.isEmpty && scan.revisionsByChanges.isEmpty)
    #expect(scan.lookedAtCount == 0)
    let lines = try LargestLines(inspected.storage, scan, subscriberCountMax: 5).lines
    #expect(lines.prefix(6).enumerated().allSatisfy { $0 % 2 == 0 || $1 == "  none" })
    #expect(lines.contains("  none, so no revision is kept for a subscriber"))
  }

  @Test(arguments: InspectedPlace.all)
  func linesSayWhatIsLargeAndWhoLags(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItems(
        ["short", .string(String(repeating: "long ", count: 50))], at: Self.first)
    }
    try inspected.apply(origin: "Ann") { $0.updateItem(at: Self.first, "A") }
    for (revision, name) in [(2, "copy"), (0, "index")] {
      try inspected.storage.acknowledge(revision, by: name)
    }
    var scan = try LargestScan(inspected.storage, countMax: 5)
    while try scan.goOn() {}
    let lines = try LargestLines(inspected.storage, scan, subscriberCountMax: 5).lines
    try #require(lines.count == 14)
    let beginning = String(repeating: "long ", count: 12).prefix(59)
    #expect(
      lines[0...2] == [
        "largest rows", "  252 bytes  0:1  \"\(beginning)…", "    3 bytes  0:0  \"A\"",
      ])
    #expect(lines[3] == "revisions that wrote most" && lines[4].contains(" bytes  revision 1, "))
    #expect(lines[5].contains(" revision 2, ") && lines[5].contains(#"by "Ann""#))
    #expect(lines[6] == "revisions that changed most")
    #expect(lines[7].hasPrefix("  3 changes  revision 1, "))
    #expect(lines[8].hasPrefix("  1 change   revision 2, "))
    let kept = try #require(scan.subscribers.first?["bytes"]?.intValue)
    #expect(
      lines[9...11] == [
        "who reads the journal",
        "  \"index\" has seen revision 0: 2 revisions behind, for which \(kept) bytes are kept",
        "  \"copy\" has seen revision 2, the last one",
      ])
    #expect(lines[12] == "slowest commits")
    let fewer = try LargestLines(inspected.storage, scan, subscriberCountMax: 1).lines
    #expect(fewer[11] == "  and 1 more" && fewer.count == 14)
  }

  /// What a derived list has in place of models are keys, which no row shows.
  @Test(arguments: InspectedPlace.all)
  func aDerivedListHasNoModels(place: InspectedPlace) throws {
    let inspected = try list(place, ofSizes: [10, 30])
    try inspected.storage.acknowledge(1, by: JournalSubscriber.derived)
    let answer = try ask(inspected, "rows")
    #expect(answer["rows"]?.count == 0 && answer["end"] == 1 && answer["next"] == nil)
    var scan = try LargestScan(inspected.storage, countMax: 5)
    while try scan.goOn() {}
    #expect(scan.rows.isEmpty && scan.lookedAtCount == 1 && scan.share == 1)
    #expect(scan.revisionsByChanges.first?["changes"] == 3)
  }

  // MARK: Damage

  /// However many revisions are missing, an answer takes no longer.
  @Test(arguments: InspectedPlace.all)
  func aGapInTheJournalIsWalkedInParts(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(12, seed: 9)
    try inspected.damage("DELETE FROM journal WHERE id & 255 BETWEEN 3 AND 8")
    let reach = JournalWalk.Reach(revisionCount: 2, patience: .zero)
    let walk = JournalWalk(inspected.storage, try inspected.storage.head(), reach: reach)
    var ends = [9]
    while let end = ends.last, end > 1 {
      ends.append(try walk.visit(before: end) { _, _ in true })
      try #require(ends.count < 20)
    }
    #expect(ends == [9, 7, 5, 3, 2, 1])
    var scan = try LargestScan(
      inspected.storage, countMax: 20, rows: LargestRows.Reach(), revisions: reach)
    while try scan.goOn() {}
    let found = scan.revisionsByBytes.compactMap { $0["revision"]?.intValue }
    #expect(found.sorted() == [1, 2, 9, 10, 11, 12])
  }

  @Test func aScanBeginsBehindTheLastRevisionThatCanBe() throws {
    let inspected = try InspectedList()
    for _ in 1...2 { try inspected.apply { $0.insertSection(at: 0) } }
    try inspected.damage("UPDATE journal SET id = id | \(revisionMax) WHERE id & 255 = 2")
    var scan = try LargestScan(
      inspected.storage, countMax: 5, rows: LargestRows.Reach(),
      revisions: JournalWalk.Reach(revisionCount: 4, patience: .zero))
    #expect(scan.present == revisionMax)
    for _ in 1...3 { #expect(try scan.goOn()) }
    #expect(scan.revisionsByChanges.map { $0["revision"]?.intValue } == [revisionMax])
  }

  // MARK: Subscribers

  @Test(arguments: InspectedPlace.all)
  func whoLagsMostStandsFirst(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(8, seed: 1)
    #expect(try inspected.ask("subscribers")["subscriberCount"] == 0)
    for (revision, name) in [(8, "mirror"), (2, "index"), (0, "archive"), (2, "copy")] {
      try inspected.storage.acknowledge(revision, by: name)
    }
    let written = try written(inspected).compactMap(\.self)
    try #require(written.count == 8)
    let sinceSecond = written.prefix(6).reduce(0, +)
    let answer = try inspected.ask("subscribers")
    #expect(
      answer["subscribers"] == [
        [
          "name": "archive", "revision": 0, "lag": 8,
          "bytes": .number(Double(written.reduce(0, +))),
        ],
        ["name": "copy", "revision": 2, "lag": 6, "bytes": .number(Double(sinceSecond))],
        ["name": "index", "revision": 2, "lag": 6, "bytes": .number(Double(sinceSecond))],
        ["name": "mirror", "revision": 8, "lag": 0],
      ])
    #expect(answer["subscriberCount"] == 4 && answer["present"] == 8)
  }

  @Test(arguments: InspectedPlace.all)
  func countsThatAreDamagedAreNotBelieved(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(3, seed: 1)
    try inspected.storage.acknowledge(2, by: "mirror")
    try inspected.damage("UPDATE journal SET written = 9223372036854775807 WHERE id & 255 = 3")
    try inspected.damage("UPDATE journal SET written = -9223372036854775807 WHERE id & 255 = 2")
    #expect(try written(inspected).count == 3)
    #expect(try ask(inspected, "revisions")["present"] == 3)
    let answer = try inspected.ask("subscribers")
    #expect(answer["subscribers"]?[0]?["name"] == "mirror")
    #expect(answer["subscribers"]?[0]?["bytes"] != nil)
  }

  @Test(arguments: InspectedPlace.all)
  func whatIsKeptBehindACompactionIsSaidAtLeast(place: InspectedPlace) throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(20, seed: 3)
    try inspected.storage.acknowledge(12, by: "index")
    _ = try inspected.storage.compact(JournalRetention(revisionCountMax: 1), keeping: nil)
    let answer = try inspected.ask("subscribers")
    #expect(answer["oldest"] == 12)
    let entry = try #require(answer["subscribers"]?[0])
    #expect(entry["lag"] == 8 && entry["bytes"]?.intValue ?? 0 > 0)
    // What revision 13 has written stands nowhere, as the row before it is gone.
    let written = try written(inspected)
    try #require(written.count == 8 && written[7] == nil)
    let sum = written.prefix(7).reduce(0) { $0 + ($1 ?? 0) }
    #expect(entry["bytes"]?.intValue == sum && entry["bytesAtLeast"] == true)
  }
}
