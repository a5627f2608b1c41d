import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// The list becomes the snapshot, as the policy leaves it, by the fewest changes.
@Suite("Differences: snapshots") struct IdentifiedContentsTests {
  typealias Contents = ListContents<String, String>
  typealias Change = Changeset<String, String>

  /// Items and sections are recognised by their first letter in lower case.
  private let letters = Identification<String, String, String, String>(
    items: { $0.prefix(1).lowercased() }, sections: { $0.prefix(1).lowercased() })

  /// Sections with the models given, or none, and an item a letter.
  private func contents(_ drawing: String, models: [String?]? = nil) -> Contents {
    let sections = ListRows(drawing).sections
    return Contents(
      sections.enumerated().map { .init(model: models?[$0] ?? nil, items: $1.items) })
  }

  private func changeset(
    _ source: Contents, _ target: Contents, _ policy: DuplicatePolicy = .refuse
  ) throws -> Change {
    try IdentifiedContents(target, by: letters, duplicates: policy).changeset(from: source)
  }

  private func applied(_ changeset: Change, to source: Contents) throws -> Contents {
    try list(source).applying(changeset).rows.contents
  }

  private func list(_ contents: Contents) throws -> NaiveList<String, String> {
    let rows = contents.sections.map { ListRows<String, String>.Section($0) }
    return try NaiveList().applying(ListRows(rows).asInsertion)
  }

  // MARK: Cases

  @Test func sectionsWithoutAModelAreRecognisedByTheirOrder() throws {
    let found = try changeset(
      contents("a|b|c", models: [nil, "S", nil]), contents("a|c", models: [nil, nil]))
    let expected = Change { $0.removeSection(at: 1) }
    #expect(found == expected)
  }

  @Test func aSectionThatGetsAModelIsAnother() throws {
    let found = try changeset(contents("a"), contents("a", models: ["S"]))
    let expected = Change {
      $0.removeSection(at: 0)
      $0.insertSection(at: 0, "S")
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 0))
    }
    #expect(found == expected)
  }

  @Test func ofARepeatedItemInTheListTheFirstIsMeant() throws {
    let found = try changeset(contents("abA"), contents("A"))
    let expected = Change {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "A")
      $0.removeItems(inSection: 0, at: 1..<3)
    }
    #expect(found == expected)
  }

  // MARK: Duplicates

  @Test func aDuplicateIsRefusedWithItsIdentifierAndBothPlaces() {
    #expect(
      throws: DuplicateIdentifier(
        "a", first: .item(ItemPath(section: 0, item: 1)),
        second: .item(ItemPath(section: 1, item: 0)))
    ) {
      try changeset(contents(""), contents("ba|A", models: ["S", "T"]))
    }
    #expect(throws: DuplicateIdentifier("s", first: .section(0), second: .section(2))) {
      try changeset(contents(""), contents("a|b|a", models: ["S", "T", "s2"]))
    }
  }

  @Test func theRefusalSaysItInWords() {
    let error = DuplicateIdentifier(
      "7", first: .section(0), second: .item(ItemPath(section: 1, item: 2)))
    #expect(
      "\(error)"
        == "the identifier 7 is in the snapshot twice: at section 0 and at item [1, 2]")
  }

  @Test func theExampleOfTheDocumentation() throws {
    let snapshot = contents("ab|ca|d", models: ["A", "B", "A"])
    let first = try IdentifiedContents(snapshot, by: letters, duplicates: .keepFirst)
    #expect(first.contents == contents("ab|c", models: ["A", "B"]))
    let last = try IdentifiedContents(snapshot, by: letters, duplicates: .keepLast)
    #expect(last.contents == contents("ca|d", models: ["B", "A"]))
  }

  @Test func ofThreeTheLastStays() throws {
    let last = try IdentifiedContents(contents("axAyaz"), by: letters, duplicates: .keepLast)
    #expect(last.contents == contents("xyaz"))
  }

  // MARK: Fewest

  @Test func everyPairOfTinyListsTakesTheFewestChanges() throws {
    let drawings = [
      "", "a", "ab", "ba", "abc", "cab", "bca", "a|b", "b|a", "|ab", "ab|c", "c|ba", "bac|",
      "a|b|c", "|c|ab",
    ]
    let names = [["S", "T", "U"], ["T", "S", "V"], ["U", "T", "S"]]
    for source in drawings {
      for target in drawings {
        for (before, after) in zip(names, names.reversed()) {
          try check(
            contents(source, models: before), contents(target, models: after), .refuse,
            "\(source) \(before) to \(target) \(after)")
        }
      }
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func randomSnapshotsTakeTheFewestChanges(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let source = randomContents(&random, repeats: false)
    let target = randomContents(&random, repeats: false)
    try check(source, target, .refuse, "seed \(seed): \(source) to \(target)")
  }

  private func check(
    _ source: Contents, _ target: Contents, _ policy: DuplicatePolicy, _ comment: Comment
  ) throws {
    let found = try changeset(source, target, policy)
    #expect(try applied(found, to: source) == target, comment)
    let smallest = SmallestChange(source: source, target: target)
    #expect(found.outline.movedItems.count == smallest.movedItemCount, comment)
    #expect(found.outline.movedSections.count == smallest.movedSectionCount, comment)
    let before = Dictionary(uniqueKeysWithValues: keyed(source))
    let after = Dictionary(uniqueKeysWithValues: keyed(target))
    #expect(
      Set(found.insertedModels.map { $0.lowercased() })
        == Set(after.keys).subtracting(before.keys), comment)
    let updated = after.filter { key, model in before[key].map { $0 != model } ?? false }
    #expect(Set(found.updatedModels) == Set(updated.values), comment)
  }

  private func keyed(_ contents: Contents) -> [(String, String)] {
    contents.sections.flatMap(\.items).map { ($0.lowercased(), $0) }
  }

  // MARK: Random snapshots with duplicates

  @Test(arguments: 0..<300 as Range<UInt64>)
  func theListBecomesTheSnapshotAsThePolicyLeavesIt(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let source = randomContents(&random, repeats: true)
    let target = randomContents(&random, repeats: true)
    for policy in [DuplicatePolicy.keepFirst, .keepLast] {
      let expected = naive(target, policy)
      let comment: Comment = "seed \(seed), \(policy): \(source) to \(target)"
      #expect(
        try applied(changeset(source, target, policy), to: source) == expected, comment)
    }
    let isDistinct = naive(target, .keepFirst) == target
    let isTaken = (try? changeset(source, target, .refuse)) != nil
    #expect(isTaken == isDistinct, "seed \(seed)")
  }

  /// What a policy leaves of a snapshot, in the plainest words.
  private func naive(_ contents: Contents, _ policy: DuplicatePolicy) -> Contents {
    var sections = policy == .keepLast ? contents.sections.reversed() : contents.sections
    var names: Set<String> = []
    sections = sections.filter { section in
      section.model.map { names.insert($0.prefix(1).lowercased()).inserted } ?? true
    }
    var items: Set<String> = []
    for index in sections.indices {
      let ordered = sections[index].items
      let kept = (policy == .keepLast ? ordered.reversed() : ordered)
        .filter { items.insert($0.lowercased()).inserted }
      sections[index].items = policy == .keepLast ? kept.reversed() : kept
    }
    return Contents(policy == .keepLast ? sections.reversed() : sections)
  }

  /// At most four sections and seven letters, fewer that may stand twice.
  private func randomContents(_ random: inout SplitMix64, repeats: Bool) -> Contents {
    var names = ["S", "T", "U", "V"].shuffled(using: &random)
    names.removeLast(random.index(below: 3))
    if repeats { names = names.map { random.happens(percent: 20) ? "S" : $0 } }
    var sections = names.map { name in
      Contents.Section(
        model: repeats && random.happens(percent: 20)
          ? nil : name + (random.happens(percent: 30) ? "2" : ""), items: [])
    }
    for letter in Array("abcdefg").shuffled(using: &random) where random.happens(percent: 80) {
      for _ in 0..<(repeats ? 1 + random.index(below: 2) : 1) {
        let text = random.happens(percent: 20) ? letter.uppercased() : String(letter)
        let section = random.index(below: sections.count)
        sections[section].items.append(text)
      }
    }
    return Contents(sections)
  }
}

extension ListRows where Model == String, SectionModel == String {
  fileprivate var contents: ListContents<String, String> {
    ListContents(sections.map { .init(model: $0.model, items: $0.items) })
  }
}

extension ListRows.Section where Model == String, SectionModel == String {
  fileprivate init(_ section: ListContents<String, String>.Section) {
    self.init(model: section.model, items: section.items)
  }
}
