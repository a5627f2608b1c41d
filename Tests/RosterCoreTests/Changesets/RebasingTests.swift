import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// A changeset that others came before, made to fit the list as it is now.
@Suite("Changesets: rebasing")
struct RebasingTests {
  private typealias Change = Changeset<String, String>

  /// Rebases a change over another one that was made for the same list, and applies it.
  private func rebase(
    _ change: Change, over other: Change, of drawing: String
  ) throws -> (rows: String, dropped: ChangesetOutline) {
    let rows = ListRows<String, String>(drawing)
    var tracked = try TrackedList(rows)
    let base = tracked.state
    #expect(tracked.apply(other) == nil)
    let rebased = try change.rebased(from: base, onto: tracked.state)
    #expect(tracked.apply(rebased.changeset) == nil)
    return (tracked.naive.rows.drawing, rebased.dropped)
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  private let front = Change { $0.insertItems(["x", "y"], at: path(0, 0)) }

  @Test func whatIsUpdatedRemovedAndMovedIsFoundAgain() throws {
    let change = Change {
      $0.updateItem(at: Self.path(0, 0), "A")
      $0.removeItem(at: Self.path(0, 1))
      $0.moveItem(from: Self.path(0, 2), to: Self.path(1, 0))
    }
    let (rows, dropped) = try rebase(change, over: front, of: "abcd|e")
    #expect(rows == "xyAd|ce")
    #expect(dropped.isEmpty)
  }

  @Test func anInsertionStaysBehindTheItemBeforeIt() throws {
    let change = Change { $0.insertItems(["n", "m"], at: Self.path(0, 2)) }
    #expect(try rebase(change, over: front, of: "abcd").rows == "xyabnmcd")
    let swap = Change { $0.moveItem(from: Self.path(0, 1), to: Self.path(0, 3)) }
    #expect(try rebase(change, over: swap, of: "abcd").rows == "acdbnm")
  }

  @Test func anInsertionBehindAnItemThatIsGoneStandsBehindTheOneBeforeThat() throws {
    let change = Change { $0.insertItem("n", at: Self.path(0, 3)) }
    let removal = Change { $0.removeItems(inSection: 0, at: 1..<3) }
    #expect(try rebase(change, over: removal, of: "abcd").rows == "and")
    let all = Change { $0.removeItems(inSection: 0, at: 0..<3) }
    #expect(try rebase(change, over: all, of: "abcd").rows == "nd")
  }

  @Test func whatIsGoneIsDroppedOrWasDoneAlready() throws {
    let change = Change {
      $0.updateItem(at: Self.path(0, 0), "A")
      $0.removeItem(at: Self.path(0, 1))
      $0.moveItem(from: Self.path(0, 2), to: Self.path(0, 0))
    }
    let removal = Change { $0.removeItems(inSection: 0, at: 0..<3) }
    let (rows, dropped) = try rebase(change, over: removal, of: "abcd")
    #expect(rows == "d")
    let move = ItemMove(source: Self.path(0, 2), target: Self.path(0, 0))
    #expect(
      dropped == ChangesetOutline(items: .init(updated: [Self.path(0, 0)], moved: [move])))
  }

  @Test func whatComesIntoASectionThatIsGoneIsDropped() throws {
    let change = Change {
      $0.insertItem("n", at: Self.path(1, 0))
      $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 1))
      $0.updateSection(at: 1, "title")
    }
    let removal = Change { $0.removeSection(at: 1) }
    let (rows, dropped) = try rebase(change, over: removal, of: "ab|c|d")
    #expect(rows == "ab|d")
    let move = ItemMove(source: Self.path(0, 0), target: Self.path(1, 1))
    #expect(
      dropped
        == ChangesetOutline(
          items: .init(moved: [move], inserted: [Self.path(1, 0)]), sections: .init(updated: [1])))
  }

  @Test func aSectionIntoWhichOthersHavePutItemsStaysWithThese() throws {
    let removal = Change { $0.removeSection(at: 1) }
    let dropped = ChangesetOutline(sections: .init(removed: [1]))
    let insertion = Change { $0.insertItem("x", at: Self.path(1, 1)) }
    #expect(try rebase(removal, over: insertion, of: "a|bc|d") == ("a|x|d", dropped))
    let move = Change { $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0)) }
    #expect(try rebase(removal, over: move, of: "a|bc|d") == ("|a|d", dropped))
    let out = Change { $0.moveItem(from: Self.path(1, 0), to: Self.path(0, 0)) }
    #expect(try rebase(removal, over: out, of: "a|bc|d") == ("ba|d", ChangesetOutline()))
  }

  /// What the change names goes or moves, also out of the section that others have put it into.
  @Test func whatAChangeNamesLeavesTheSectionThatItRemoves() throws {
    let into = Change { $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0)) }
    let removal = Change {
      $0.removeItem(at: Self.path(0, 0))
      $0.removeSection(at: 1)
    }
    #expect(try rebase(removal, over: into, of: "ae|bc|d") == ("e|d", ChangesetOutline()))
    let move = Change {
      $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0))
      $0.removeSection(at: 1)
    }
    #expect(try rebase(move, over: into, of: "ae|bc|d") == ("e|ad", ChangesetOutline()))
    // Its move leads into a section that is gone, so it stays, and its section with it.
    let gone = Change { $0.removeSection(at: 2) }
    let away = Change {
      $0.moveItem(from: Self.path(1, 0), to: Self.path(1, 0))
      $0.removeSection(at: 1)
    }
    let dropped = ChangesetOutline(
      items: .init(moved: [ItemMove(source: Self.path(1, 0), target: Self.path(1, 0))]),
      sections: .init(removed: [1]))
    #expect(try rebase(away, over: gone, of: "a|bc|d") == ("a|b", dropped))
  }

  @Test func sectionsStayBehindTheSectionsBeforeThem() throws {
    let change = Change {
      $0.insertSection(at: 1)
      $0.insertItem("n", at: Self.path(1, 0))
      $0.moveSection(from: 2, to: 0)
    }
    let other = Change {
      $0.insertSection(at: 0)
      $0.insertItem("z", at: Self.path(0, 0))
    }
    // "c" comes to the begin, and the new section behind it.
    #expect(try rebase(change, over: other, of: "a|b|c").rows == "c|n|z|a|b")
  }

  // MARK: What comes back

  /// Removes what a change names, takes that back after others have changed the list, and returns what
  /// the list is then.
  ///
  /// - Parameters:
  ///   - other: What others have done before the removal came to them.
  ///   - isRefused: Whether others do not have the removal at all.
  private func takeBack(
    _ removal: Change, over other: Change, of drawing: String, isRefused: Bool = false
  ) throws -> (rows: String, dropped: ChangesetOutline) {
    var tracked = try TrackedList(ListRows<String, String>(drawing))
    let before = tracked.state
    let removed = try before.applying(removal)
    #expect(tracked.apply(other) == nil)
    if !isRefused {
      let rebased = try removal.rebased(from: before, onto: tracked.state).changeset
      #expect(tracked.apply(rebased) == nil)
    }
    let inverse = removed.record.inverse
    let models = try before.itemIDs(inSection: 0).map { "\($0.rawValue)" }
    let change = try #require(
      Change(
        validating: inverse.outline, updatedModels: [],
        insertedModels: Array(models.prefix(inverse.outline.insertedItems.count)),
        updatedSectionModels: [],
        insertedSectionModels: inverse.outline.insertedSections.map { _ in nil }))
    let rebased = try change.rebased(
      from: removed.target, onto: tracked.state, returning: inverse.identities.insertedItems,
      inverse.identities.insertedSections)
    #expect(tracked.apply(rebased.changeset) == nil)
    return (tracked.naive.rows.drawing, rebased.dropped)
  }

  @Test func whatOthersHaveKeptDoesNotComeBackASecondTime() throws {
    let removal = Change { $0.removeSection(at: 0) }
    let move = Change { $0.moveItem(from: Self.path(0, 1), to: Self.path(1, 1)) }
    let (rows, dropped) = try takeBack(removal, over: move, of: "abc|d")
    #expect(rows == "13|db")
    #expect(dropped.isEmpty)
    let both = Change { $0.removeItems(inSection: 0, at: 0..<2) }
    let nothing = Change { $0.insertItem("x", at: Self.path(0, 1)) }
    #expect(try takeBack(both, over: nothing, of: "abc").rows == "12xc")
    #expect(try takeBack(both, over: nothing, of: "abc", isRefused: true).rows == "axbc")
  }

  @Test func itemsComeBackToTheSectionThatOthersHaveKept() throws {
    let removal = Change { $0.removeSection(at: 0) }
    let other = Change {
      $0.removeItem(at: Self.path(0, 1))
      $0.insertItem("x", at: Self.path(0, 0))
    }
    let (rows, dropped) = try takeBack(removal, over: other, of: "abc|d", isRefused: true)
    #expect(rows == "xa2c|d")
    #expect(dropped.isEmpty)
  }

  /// A change is taken back, after others have changed the list that it was made for.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func everythingIsOnceInAListAfterAChangeIsTakenBack(seed: UInt64) throws {
    var random = RandomChangesets(seed: seed)
    let base = try TrackedList(ListRows<String, String>(counts: [4, 0, 7, 1])).state
    let change = random.valid(for: base.itemCounts).changeset(models: "new:")
    let other = random.valid(for: base.itemCounts).changeset(models: "other:")
    let what: Comment = "seed \(seed): \(change) after \(other)"
    // What the change inserts has the same identities wherever it is applied, and what others insert other
    // ones.
    let own = ListState.ReturningIdentities(
      items: change.insertedModels.indices.map { ItemID(rawValue: 1_000 + $0) },
      sections: change.insertedSectionModels.indices.map { SectionID(rawValue: 1_000 + $0) })
    let changed = try base.applying(change.outline.verified(against: base), returning: own)
    let others = try base.applying(other).target
    let current = try Self.apply(
      Self.numbered(change.outline).rebased(from: base, onto: others), with: own, to: others)
    let inverse = changed.record.inverse
    let identities = ListState.ReturningIdentities(
      items: inverse.identities.insertedItems, sections: inverse.identities.insertedSections)
    let rebased = try Self.numbered(inverse.outline).rebased(
      from: changed.target, onto: current, returning: identities.items, identities.sections)
    let target = try Self.apply(rebased, with: identities, to: current)
    #expect(try target.violations().isEmpty, what)
    let dropped = Set(rebased.dropped.insertedItems)
    for (path, item) in zip(inverse.outline.insertedItems, identities.items)
    where !dropped.contains(path) {
      #expect(try target.contains(item), what)
    }
    for section in identities.sections {
      #expect(target.index(of: section) != nil, what)
    }
  }

  /// A change is taken back, after others have changed the list that it led to: what it inserted is gone, and
  /// all that others have is there.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func nothingOfOthersGoesWithAChangeThatIsTakenBack(seed: UInt64) throws {
    var random = RandomChangesets(seed: seed)
    let base = try TrackedList(ListRows<String, String>(counts: [4, 0, 7, 1])).state
    let change = random.valid(for: base.itemCounts).changeset(models: "new:")
    let changed = try base.applying(change)
    let other = random.valid(for: changed.target.itemCounts).changeset(models: "other:")
    let current = try changed.target.applying(other).target
    let what: Comment = "seed \(seed): \(change), then \(other)"
    let target = try current.replaying(changed.inverse, madeFor: changed.target).target
    #expect(try target.violations().isEmpty, what)
    let own = Set(changed.identities.insertedItems)
    let items = Set(try target.allItemIDs)
    #expect(items.isDisjoint(with: own), what)
    #expect(items.isSuperset(of: Set(try current.allItemIDs).subtracting(own)), what)
    for section in changed.identities.insertedSections {
      guard let index = target.index(of: section) else { continue }
      #expect(target.itemCount(inSection: index) > 0, what)
    }
    for section in current.sectionIDs where !changed.identities.insertedSections.contains(section) {
      #expect(target.index(of: section) != nil, what)
    }
  }

  // MARK: What stays

  /// Replays what a change has done to a list in a later one.
  ///
  /// - Parameters:
  ///   - unmoved: The items that stay where the later list has them, by their places before.
  ///   - sections: The sections likewise.
  /// - Returns: The items of the target, by their places in the list before all changes.
  private func replay(
    _ change: Change, over other: Change, of rows: [Int], leaving unmoved: [ItemPath],
    _ sections: [Int] = []
  ) throws -> [[ItemPath]] {
    let base = try TrackedList(ListRows<String, String>(counts: rows)).state
    let current = try base.applying(other).target
    var left = TouchedIdentities()
    for path in unmoved { left.items.insert(try #require(try base.itemID(at: path))) }
    for section in sections { left.sections.insert(try #require(base.sectionID(at: section))) }
    let target = try current.replaying(
      base.applying(change).record, madeFor: base, leaving: left
    ).target
    #expect(try target.violations().isEmpty)
    return try target.sectionIDs.indices.map { section in
      try target.itemIDs(inSection: section).map { try #require(try base.path(of: $0)) }
    }
  }

  @Test func anItemThatIsNotMovedIsANeighbourWhereItStands() throws {
    let change = Change {
      $0.moveItem(from: Self.path(0, 1), to: Self.path(0, 0))
      $0.moveItem(from: Self.path(0, 2), to: Self.path(0, 1))
    }
    let other = Change { $0.moveItem(from: Self.path(0, 1), to: Self.path(0, 2)) }
    let (c, a, b) = (Self.path(0, 0), Self.path(0, 1), Self.path(0, 2))
    #expect(try replay(change, over: other, of: [3], leaving: [a]) == [[c, a, b]])
    #expect(try replay(change, over: other, of: [3], leaving: []) == [[a, b, c]])
  }

  /// The item would leave the section that is removed.
  @Test func aRemovedSectionStaysWithAnItemThatIsNotMoved() throws {
    let change = Change {
      $0.moveItem(from: Self.path(1, 0), to: Self.path(0, 1))
      $0.removeSection(at: 1)
    }
    let (a, b) = (Self.path(0, 0), Self.path(1, 0))
    #expect(try replay(change, over: Change(), of: [1, 1], leaving: [b]) == [[a], [b]])
    #expect(try replay(change, over: Change(), of: [1, 1], leaving: []) == [[a, b]])
  }

  @Test func aSectionThatIsNotMovedStays() throws {
    let change = Change {
      $0.moveSection(from: 0, to: 2)
      $0.moveSection(from: 1, to: 0)
    }
    let items = (0..<3).map { [Self.path($0, 0)] }
    #expect(
      try replay(change, over: Change(), of: [1, 1, 1], leaving: [], [0])
        == [items[1], items[0], items[2]])
    #expect(
      try replay(change, over: Change(), of: [1, 1, 1], leaving: [])
        == [items[1], items[2], items[0]])
  }

  @Test func whatStandsBehindSomethingElseIsDisplaced() throws {
    let former = try TrackedList(ListRows<String, String>(counts: [2, 1, 1])).state
    let later = try former.applying(
      Change {
        $0.insertItem("x", at: Self.path(1, 1))
        $0.moveItem(from: Self.path(1, 0), to: Self.path(0, 1))
        $0.moveSection(from: 2, to: 0)
        $0.insertSection(at: 3)
      }
    ).target
    var all = TouchedIdentities()
    all.items = Set(try former.allItemIDs)
    all.sections = Set(former.sectionIDs)
    let displaced = try later.displaced(among: all, since: former)
    let items = try [Self.path(0, 1), Self.path(1, 0), Self.path(2, 0)].map {
      try #require(try former.itemID(at: $0))
    }
    #expect(displaced.items == Set(items.prefix(2)))
    #expect(displaced.sections == Set(former.sectionIDs[0...0] + former.sectionIDs[2...2]))
  }

  /// A changeset with the positions of its models in place of the models.
  private static func numbered(_ outline: ChangesetOutline) throws -> Changeset<Int, Int> {
    try #require(
      Changeset<Int, Int>(
        validating: outline, updatedModels: Array(outline.updatedItems.indices),
        insertedModels: Array(outline.insertedItems.indices),
        updatedSectionModels: outline.updatedSections.map { _ in nil },
        insertedSectionModels: Array(outline.insertedSections.indices)))
  }

  /// Applies a rebased changeset of numbers. Nothing that it inserts may be in the list.
  private static func apply(
    _ rebased: Changeset<Int, Int>.Rebased, with identities: ListState.ReturningIdentities,
    to list: ListState
  ) throws -> ListState {
    let changeset = rebased.changeset
    let returning = ListState.ReturningIdentities(
      items: changeset.insertedModels.map { identities.items[$0] },
      sections: changeset.insertedSectionModels.compactMap { $0 }.map { identities.sections[$0] })
    for item in returning.items { #expect(try !list.contains(item)) }
    for section in returning.sections { #expect(list.index(of: section) == nil) }
    return try list.applying(changeset.outline.verified(against: list), returning: returning)
      .target
  }

  // MARK: Random

  /// Two random changes of one list, the second rebased over the first.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func aRebasedChangeFitsAndKeepsWhatItBrings(seed: UInt64) throws {
    var random = RandomChangesets(seed: seed)
    var tracked = try TrackedList(ListRows<String, String>(counts: [4, 0, 7, 1]))
    let base = tracked.state
    let first = random.valid(for: base.itemCounts).changeset(models: "first:")
    let second = random.valid(for: base.itemCounts).changeset(models: "second:")
    let what: Comment = "seed \(seed): \(second) over \(first)"
    #expect(tracked.apply(first) == nil, what)
    let current = tracked.state
    let rebased = try second.rebased(from: base, onto: current)
    #expect(tracked.apply(rebased.changeset) == nil, what)
    let models = tracked.naive.rows.sections.flatMap(\.items)
    let lost = rebased.dropped.insertedItems.count
    let brought = second.insertedModels.count { models.contains($0) }
    #expect(brought == second.insertedModels.count - lost, what)
    let target = try current.applying(rebased.changeset).target
    let kept = try Self.kept(of: current, by: second, madeFor: base)
    #expect(
      try Set(target.allItemIDs.filter { $0.rawValue < current.nextIdentifiers.item }) == kept, what
    )
  }

  /// The items of a list that a change for an earlier one leaves in it, said naively: all but those that it names,
  /// and those that are where they were, in a section that it removes.
  private static func kept(
    of current: ListState, by change: Change, madeFor base: ListState
  ) throws -> Set<ItemID> {
    var kept = Set(try current.allItemIDs)
    let moved = Set(change.outline.movedItems.map(\.source))
    for section in 0..<base.sectionCount {
      for (index, item) in try base.itemIDs(inSection: section).enumerated() {
        let source = path(section, index)
        let now = try current.path(of: item).flatMap { current.sectionID(at: $0.section) }
        let goesWithItsSection =
          change.outline.removedSections.contains(section) && !moved.contains(source)
          && now == base.sectionID(at: section)
        if change.outline.removedItems.contains(source) || goesWithItsSection { kept.remove(item) }
      }
    }
    return kept
  }

  /// No change has come in between, so the result is the same.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func aChangeThatIsRebasedOverNothingLeadsToTheSameList(seed: UInt64) throws {
    var random = RandomChangesets(seed: seed)
    var tracked = try TrackedList(ListRows<String, String>(counts: [3, 5, 0, 2]))
    let change = random.valid(for: tracked.state.itemCounts).changeset(models: "new:")
    let rebased = try change.rebased(from: tracked.state, onto: tracked.state)
    #expect(rebased.dropped.isEmpty, "seed \(seed): \(change)")
    var other = tracked
    #expect(tracked.apply(change) == nil)
    #expect(other.apply(rebased.changeset) == nil, "seed \(seed): \(change)")
    #expect(tracked.naive.rows == other.naive.rows, "seed \(seed): \(change)")
  }

  @Test func aChangeThatDoesNotFitItsBaseIsRefused() throws {
    let tracked = try TrackedList(ListRows<String, String>("ab"))
    let change = Change { $0.removeItem(at: Self.path(0, 7)) }
    #expect(throws: ChangesetError.self) {
      try change.rebased(from: tracked.state, onto: tracked.state)
    }
  }
}

extension ListState {
  fileprivate var allItemIDs: [ItemID] {
    get throws { try (0..<sectionCount).flatMap { try itemIDs(inSection: $0) } }
  }
}
