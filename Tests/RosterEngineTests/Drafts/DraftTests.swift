import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What the steps of a change come to: one changeset, which leads where arrays lead.
@Suite("Drafts") struct DraftTests {
  /// Compares what a draft comes to with arrays, and with the list that its changeset makes.
  private func check(
    _ draft: ListDraft<String, String>, _ naive: NaiveDraft,
    from source: ListSnapshot<String, String>,
    _ words: @autoclosure () -> Comment
  ) throws {
    let state = draft.state
    #expect(
      try state.sectionIDs.indices.map { try state.itemIDs(inSection: $0) } == naive.itemIDs,
      words())
    let result = try draft.finished()
    let proof = try result.changeset.outline.verified(against: source.state)
    let identities = result.change.identities
    let made = try source.state.applying(
      proof,
      returning: .init(items: identities.insertedItems, sections: identities.insertedSections))
    for target in [made.target, result.change.target] {
      #expect(target.sectionIDs == naive.sectionIDs, words())
      #expect(
        try target.sectionIDs.indices.map { try target.itemIDs(inSection: $0) } == naive.itemIDs,
        words())
    }
    let list = try NaiveList<String, String>().applying(source.rows.asInsertion)
    #expect(try list.applying(result.changeset).rows == naive.rows, words())
  }

  /// What such a step has written is noted when it is asked for, or with the next step.
  @Test func aListThatIsMadeInOneStepIsReadAndChanged() throws {
    let list = try TextList.inMemory()
    let items = [5, 3].map { ItemID(rawValue: $0) }
    let made = Changeset<String, String> {
      $0.insertSection(at: 0, "s")
      $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
    }
    var draft = ListDraft(of: list.snapshot)
    let sections = try draft.insert(made, as: items, sections: nil, unchanged: [])
    #expect(try draft.finished().changeset.insertedModels == ["a", "b"])
    #expect(try items.map { try draft.model(of: $0) } == ["a", "b"])
    #expect(try draft.model(of: sections[0]) == "s")
    try draft.update(items[1], "c")
    #expect(try draft.model(of: items[0]) == "a")
    let result = try draft.finished()
    #expect(result.changeset.insertedModels == ["a", "c"])
    #expect(result.changeset.insertedSectionModels == ["s"])
    #expect(result.change.identities.insertedItems == items)
  }

  @Test(arguments: ["", "a", "ab", "abc", "a|b", "|a", "ab|"])
  func allPairsOfStepsOverTinyListsLeadWhereArraysLead(drawing: String) throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(ListRows(drawing).asInsertion)
    let source = list.snapshot
    let naive = try NaiveDraft(source)
    for first in naive.possibleSteps {
      var (draft, middle) = (ListDraft(of: source), naive)
      try middle.take(first, in: &draft)
      try check(draft, middle, from: source, "\(first)")
      for second in middle.possibleSteps {
        var (draft, target) = (draft, middle)
        try target.take(second, in: &draft)
        try check(draft, target, from: source, "\(first), \(second)")
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomStepsLeadWhereArraysLead(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(ListRows("abcd|efg|hi").asInsertion)
    let batches = try list.batches()
    var expected: [ListRows<String, String>] = []
    for _ in 0..<30 {
      let seed = random.next()
      let (naive, batch) = try list.changeSynchronously { list, change in
        var random = SplitMix64(seed: seed)
        var naive = try NaiveDraft(list)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          guard let step = naive.possibleSteps.randomElement(using: &random) else { break }
          try naive.take(step, in: &change)
        }
        try self.check(change, naive, from: list, "seed \(seed)")
        return naive
      }
      #expect(try batch.target.rows == naive.rows, "seed \(seed)")
      #expect(try batch.target.itemIDs == naive.itemIDs.map { $0.map(\.rawValue) }, "seed \(seed)")
      expected.append(naive.rows)
    }
    await list.close()
    let found = try await batches.collect()
    #expect(try found.map { try $0.target.rows } == expected, "seed \(seed)")
    #expect(try found.allSatisfy { try BatchFacts($0).isReplayable }, "seed \(seed)")
  }

  @Test func whatIsInsertedAndRemovedAgainIsNotNamed() throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(.section("ab"))
    let batch = try list.changeSynchronously { _, change in
      let item = try change.append("c")
      try change.update(item) { $0 = "d" }
      try change.move(item, to: ItemPath(section: 0, item: 0))
      try change.remove(item)
      let section = try change.insertSection("s")
      try change.append("e", toSection: section)
      try change.remove(section)
    }.batch
    #expect(batch.changes.changeset.isEmpty)
    #expect(batch.changes.targetRevision == 2)
  }

  /// A first step of up to eight changes is looked at only when something asks for what it has written.
  @Test(arguments: [1, 8, 9])
  func whatTheOnlyStepHasWrittenIsRead(count: Int) throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(ListRows("abcdefghi").asInsertion)
    var draft = ListDraft(of: list.snapshot)
    let items = try draft.state.itemIDs(inSection: 0)
    try draft.apply(
      changeset: Changeset {
        for item in 0..<count { $0.updateItem(at: ItemPath(section: 0, item: item), "new \(item)") }
      })
    let models = try items.map { item in try draft.model(of: item) }
    let former = "abcdefghi".map { String($0) }
    #expect(models == (0..<count).map { "new \($0)" } + former[count...])
    try draft.update(items[0], "newer")
    #expect(try draft.model(of: items[0]) == "newer")
    #expect(try draft.model(of: items[8]) == models[8])
  }

  @Test func theModelOfASectionThatTheOnlyStepHasWrittenIsRead() throws {
    let list = try TextList.inMemory()
    var draft = ListDraft(of: list.snapshot)
    let section = try draft.insertSection("new")
    #expect(try draft.model(of: section) == "new")
    try draft.update(section, "newer")
    #expect(try draft.model(of: section) == "newer")
  }

  @Test func aFlatListNeedsNoSection() throws {
    let list = try TextList.inMemory()
    _ = try list.changeSynchronously { _, change in try change.append(contentsOf: []) }
    #expect(list.snapshot.sectionCount == 0)
    let ids = try list.changeSynchronously { _, change in
      try [change.append("a"), change.append("b")]
    }.value
    #expect(try list.snapshot.rows == ListRows("ab"))
    #expect(try list.snapshot.state.itemIDs(inSection: 0) == ids)
  }

  /// Each step with an index is the one with the path in the section.
  @Test(arguments: ["", "a", "ab", "abc"])
  func anIndexInAFlatListIsAPlaceInItsSection(items: String) throws {
    let list = try TextList.inMemory()
    if !items.isEmpty { _ = try list.applySynchronously(ListRows(items).asInsertion) }
    let source = list.snapshot
    for index in 0...items.count {
      var (draft, other) = (ListDraft(of: source), ListDraft(of: source))
      let ids = try draft.insert(contentsOf: ["x", "y"], at: index)
      if items.isEmpty { try other.insertSection() }
      #expect(
        try other.insert(contentsOf: ["x", "y"], at: ItemPath(section: 0, item: index)) == ids)
      try draft.move(ids[0], to: items.count)
      try other.move(ids[0], to: ItemPath(section: 0, item: items.count))
      #expect(try draft.finished().changeset == other.finished().changeset)
    }
    for index in [-1, items.count + 1] {
      var draft = ListDraft(of: source)
      #expect(throws: DataSourceError.self) { try draft.insert("x", at: index) }
      #expect(draft.state.sectionCount == source.sectionCount)
    }
    #expect(try source.models() == items.map(String.init))
    #expect(try source.items(1..<2).map(\.model) == items.dropFirst().prefix(1).map(String.init))
    for index in -1...items.count {
      let path = ItemPath(section: 0, item: index)
      #expect(try source.model(at: index) == source.model(at: path))
      #expect(try source.item(at: index)?.id == source.item(at: path)?.id)
      #expect(try source.state.itemID(at: index) == source.state.itemID(at: path))
    }
    #expect(try source.state.itemIDs() == source.state.itemIDs(inSection: 0))
  }

  @Test func aChangesetOfAFlatListNeedsNoSection() {
    let flat = Changeset<String, String> {
      $0.updateItem(at: 1, "x")
      $0.removeItem(at: 2)
      $0.removeItems(at: 5..<7)
      $0.moveItem(from: 3, to: 0)
      $0.insertItem("y", at: 4)
      $0.insertItems(["z", "w"], at: 6)
    }
    let same = Changeset<String, String> {
      func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
      $0.updateItem(at: path(1), "x")
      $0.removeItem(at: path(2))
      $0.removeItems(inSection: 0, at: 5..<7)
      $0.moveItem(from: path(3), to: path(0))
      $0.insertItem("y", at: path(4))
      $0.insertItems(["z", "w"], at: path(6))
    }
    #expect(flat == same)
  }

  @Test func aSectionReadsWhatTheStepsBeforeHaveWritten() throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(Changeset { $0.insertSection(at: 0, "s") })
    let section = try #require(list.snapshot.state.sectionID(at: 0))
    let read = try list.changeSynchronously { _, change in
      let before = try change.model(of: section)
      try change.update(section) { $0?.append("t") }
      let bare = try change.insertSection(before: section)
      return [before, try change.model(of: section), try change.model(of: bare)]
    }.value
    #expect(read == ["s", "st", nil])
  }

  @Test func whatNamesNoSectionGoesToTheLastOne() throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(ListRows("a|c").asInsertion)
    _ = try list.changeSynchronously { _, change in
      try change.append("e")
      try change.insert("b", at: 0)
      try change.insert("d", sortedBy: \.self)
    }
    #expect(try list.snapshot.rows == ListRows("a|bcde"))
  }

  @Test func stepsReadWhatTheStepsBeforeHaveWritten() throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(.section("ab"))
    let first = try #require(try list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    let read = try list.changeSynchronously { list, change in
      let before = try change.model(of: first)
      try change.update(first) { $0 += "c" }
      let item = try change.insert("d", before: first)
      return [
        before, try change.model(of: first), try change.model(of: item),
        "\(try change.path(of: first))", try list.model(at: ItemPath(section: 0, item: 0)) ?? "",
      ]
    }.value
    #expect(read == ["a", "ac", "d", "[0, 1]", "a"])
  }

  @Test func whatDoesNotExistIsRefused() throws {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(.section("ab"))
    let first = try #require(try list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    func refusal(
      _ step: @escaping @Sendable (inout ListDraft<String, String>) throws -> Void
    ) -> String {
      let error = #expect(throws: DataSourceError.self) {
        try list.changeSynchronously { _, change in try step(&change) }
      }
      return error.map { "\($0)" } ?? ""
    }
    let gone = ItemID(rawValue: 9)
    #expect(refusal { try $0.update(gone, "x") } == "there is no item 9")
    #expect(refusal { try $0.move(first, after: gone) } == "there is no item 9")
    #expect(refusal { try $0.insert("x", before: gone) } == "there is no item 9")
    #expect(refusal { _ = try $0.model(of: gone) } == "there is no item 9")
    #expect(
      refusal {
        try $0.remove(first)
        try $0.update(first, "x")
      } == "there is no item 1")
    let missing = SectionID(rawValue: 7)
    #expect(refusal { try $0.remove(missing) } == "there is no section 7")
    #expect(refusal { try $0.move(missing, before: missing) } == "there is no section 7")
    #expect(refusal { try $0.insertSection("s", after: missing) } == "there is no section 7")
    #expect(refusal { _ = try $0.model(of: missing) } == "there is no section 7")
    #expect(refusal { try $0.insert("x", at: ItemPath(section: 0, item: 3)) }.contains("[0, 3]"))
    #expect(list.snapshot.revision == 1)
  }
}
