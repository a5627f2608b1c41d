import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Changeset: difference of two lists")
struct DifferenceTests {
  typealias Row = IdentifiedSection<Int, String, String>

  /// Rows in which sections are recognised by the number given, and items by their lower-case
  /// letter.
  private func rows(_ drawing: String, ids: [Int]? = nil) -> [Row] {
    let sections = ListRows(drawing).sections
    return zip(ids ?? Array(sections.indices), sections).map { Row(id: $0, items: $1.items) }
  }

  private func difference(
    _ source: [Row], _ target: [Row]
  ) throws(DifferenceError) -> Changeset<String, String> {
    try Changeset.difference(from: source, to: target, key: { $0.lowercased() })
  }

  // MARK: Cases

  @Test func equalListsDoNotDiffer() throws {
    #expect(try difference(rows("ab|c"), rows("ab|c")).isEmpty)
    #expect(try difference([], []).isEmpty)
  }

  @Test func theExampleOfTheDocumentation() throws {
    let expected = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 0, item: 1), "B")
      $0.insertItem("x", at: ItemPath(section: 0, item: 4))
    }
    #expect(try difference(rows("abcd"), rows("daBcx")) == expected)
  }

  @Test func anItemMovesBetweenSectionsAndTakesItsUpdateAlong() throws {
    let expected = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
      $0.updateItem(at: ItemPath(section: 0, item: 0), "A")
    }
    #expect(try difference(rows("ab|c"), rows("b|cA")) == expected)
  }

  @Test func itemsOfARemovedSectionAreMovedOutOrNotNamed() throws {
    let expected = Changeset<String, String> {
      $0.removeSection(at: 0)
      $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
    }
    #expect(try difference(rows("ab|c"), rows("bc", ids: [1])) == expected)
  }

  @Test func sectionsMoveAsLittleAsPossible() throws {
    let changeset = try difference(rows("a|b|c|d"), rows("d|a|b|c", ids: [3, 0, 1, 2]))
    #expect(changeset == Changeset { $0.moveSection(from: 3, to: 0) })
  }

  @Test func sectionModelsThatDifferAreUpdated() throws {
    let source = [Row(id: 1, model: "A", items: []), Row(id: 2, model: nil, items: [])]
    let target = [Row(id: 1, model: nil, items: []), Row(id: 2, model: "B", items: [])]
    let expected = Changeset<String, String> {
      $0.updateSection(at: 0, nil)
      $0.updateSection(at: 1, "B")
    }
    #expect(try difference(source, target) == expected)
  }

  @Test func identifiableModelsNeedNoKey() throws {
    struct Person: Identifiable, Equatable {
      var id: Int
      var name: String
    }
    let changeset = try Changeset<Person, String>.difference(
      from: [IdentifiedSection(id: 0, items: [Person(id: 1, name: "Ada")])],
      to: [IdentifiedSection(id: 0, items: [Person(id: 1, name: "Grace")])])
    #expect(changeset.updatedModels == [Person(id: 1, name: "Grace")])
    #expect(changeset.changeCount == 1)
  }

  @Test func keysThatHashAlikeAreToldApart() throws {
    struct Key: Hashable {
      var name: String
      func hash(into hasher: inout Hasher) {}
    }
    let source = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
    let target = Array("zxabcdefg1hijklmnopqrstuv2y").map(String.init)
    let changeset = try Changeset<String, String>.difference(
      from: [IdentifiedSection(id: 0, items: source)],
      to: [IdentifiedSection(id: 0, items: target)], key: { Key(name: $0) })
    let list = try NaiveList<String, String>().applying(
      ListRows([.init(items: source)]).asInsertion)
    #expect(try list.applying(changeset).rows.sections[0].items == target)
    #expect(changeset.outline.movedItems.count == 2)
  }

  // MARK: Duplicates

  @Test func duplicateItemsAreRefusedWithBothPlaces() {
    let first = DuplicateIdentifier.Place.item(ItemPath(section: 0, item: 1))
    let second = DuplicateIdentifier.Place.item(ItemPath(section: 1, item: 0))
    #expect(throws: DifferenceError.duplicateIdentifier(in: .source, first: first, second: second))
    {
      try difference(rows("ab|b"), rows("ab|c"))
    }
    #expect(throws: DifferenceError.duplicateIdentifier(in: .target, first: first, second: second))
    {
      try difference(rows("ab|c"), rows("ab|b"))
    }
    #expect(throws: DifferenceError.duplicateIdentifier(in: .target, first: first, second: second))
    {
      try difference(rows("a"), rows("ax|x"))
    }
  }

  @Test func duplicateSectionsAreRefusedWithBothPlaces() {
    #expect(
      throws: DifferenceError.duplicateIdentifier(
        in: .target, first: .section(0), second: .section(1))
    ) {
      try difference(rows("a"), rows("a|b", ids: [7, 7]))
    }
  }

  // MARK: All

  @Test func allPairsOfListsOfFourLetters() throws {
    let lists = [
      "", "a", "ab", "a|b", "ab|", "|ba", "abc", "cab", "bc|a", "Ab|dc", "d|a|B", "ca||bD",
    ]
    for source in lists {
      for target in lists {
        try check(rows(source), rows(target))
        let ids = Array(rows(target).indices.reversed())
        try check(rows(source), rows(target, ids: ids))
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func randomListsDifferByTheirDifference(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try check(randomRows(&random), randomRows(&random), "seed \(seed)")
  }

  private func randomRows(_ random: inout SplitMix64) -> [Row] {
    var ids = Array(0..<5).shuffled(using: &random)
    ids.removeLast(random.index(below: 5))
    var rows = ids.map { Row(id: $0, model: "\($0 % (random.index(below: 3) + 1))", items: []) }
    for letter in "abcdefghijklmnopqrst" where random.happens(percent: 80) {
      let text = random.happens(percent: 20) ? letter.uppercased() : String(letter)
      let section = random.index(below: rows.count)
      let isAtEnd = random.happens(percent: 80)
      rows[section].items.insert(text, at: isAtEnd ? rows[section].items.count : 0)
    }
    return rows
  }

  private func check(_ source: [Row], _ target: [Row], _ comment: Comment? = nil) throws {
    let changeset = try difference(source, target)
    let list = try NaiveList<String, String>().applying(plain(source).asInsertion)
    let found = try list.applying(changeset)
    #expect(found.rows == plain(target), comment)

    // What has the same key is the same item.
    let ids = Dictionary(
      zip(source.flatMap(\.items).map { $0.lowercased() }, list.itemIDs.joined()),
      uniquingKeysWith: { first, _ in first })
    let expected = target.flatMap(\.items).map { ids[$0.lowercased()] }
    let kept = zip(found.itemIDs.joined(), expected).allSatisfy { $1 == nil || $0 == $1 }
    #expect(kept, comment)
  }

  private func plain(_ rows: [Row]) -> ListRows<String, String> {
    ListRows(rows.map { .init(model: $0.model, items: $0.items) })
  }
}
