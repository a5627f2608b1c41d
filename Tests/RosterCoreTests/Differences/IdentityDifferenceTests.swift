import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// What leads from one list to another one with the same identities, of which only a part is looked
/// at.
@Suite("Differences: by identities")
struct IdentityDifferenceTests {
  /// Applies changesets one after the other, and notes what they touch.
  private struct Walk {
    var state: ListState
    var touched = TouchedIdentities()
    private(set) var changes: [ListChange] = []

    mutating func apply(_ changeset: Changeset<String, String>) throws {
      note(try state.applying(changeset))
    }

    /// Takes everything back, so that the list is what it was.
    mutating func takeBack() throws {
      for change in changes.reversed() { note(try state.replaying(change.inverse)) }
    }

    private mutating func note(_ change: ListChange) {
      changes.append(change)
      state = change.target
      let identities = change.identities
      touched.items.formUnion(identities.updatedItems + identities.movedItems)
      touched.items.formUnion(identities.insertedItems + identities.removedItems.map(\.id))
      touched.sections.formUnion(identities.updatedSections + identities.insertedSections)
      touched.sections.formUnion(identities.removedSections)
      for move in change.proof.outline.movedSections {
        if let id = change.target.sectionID(at: move.target) { touched.sections.insert(id) }
      }
    }
  }

  private static func list(_ counts: [Int]) throws -> ListState {
    let change = Changeset<String, String> { builder in
      for (section, count) in counts.enumerated() {
        builder.insertSection(at: section)
        for item in 0..<count {
          builder.insertItem("", at: ItemPath(section: section, item: item))
        }
      }
    }
    return try ListState().applying(change).target
  }

  private static func outline(
    _ difference: IdentityDifference
  ) -> ChangesetOutline {
    ChangesetOutline(items: difference.items, sections: difference.sections)
  }

  private static func rows(_ state: ListState) throws -> [[Int]] {
    try state.sectionIDs.enumerated().map { index, id in
      [id.rawValue] + (try state.itemIDs(inSection: index).map(\.rawValue))
    }
  }

  /// Applies a difference, with the identities that the target has.
  private static func applied(
    _ outline: ChangesetOutline, to source: ListState, from target: ListState
  ) throws -> ListState {
    let returning = ListState.ReturningIdentities(
      items: try outline.insertedItems.compactMap { try target.itemID(at: $0) },
      sections: outline.insertedSections.compactMap { target.sectionID(at: $0) })
    return try source.applying(outline.verified(against: source), returning: returning).target
  }

  @Test(arguments: [[], [1], [3], [1, 1], [2, 1]])
  func everySmallChangesetIsFoundAgainWithoutMoreMoves(_ counts: [Int]) throws {
    let source = try Self.list(counts)
    var changesets = ValidChangesets(counts: counts, insertedSections: 1, insertedItems: 1)
    if counts == [3] || counts == [2, 1] { changesets.insertedSections = 0 }
    if counts == [2, 1] { changesets.insertedItems = 0 }
    changesets.updates = [false]
    var failure: String?
    changesets.forEach { parts in
      guard failure == nil else { return }
      do {
        var walk = Walk(state: source)
        let changeset = parts.changeset()
        try walk.apply(changeset)
        let outline = Self.outline(
          try source.difference(to: walk.state, touching: walk.touched))
        let result = try Self.applied(outline, to: source, from: walk.state)
        if try Self.rows(result) != Self.rows(walk.state)
          || outline.movedItems.count > parts.movedItems.count
          || outline.movedSections.count > parts.movedSections.count
        {
          failure = "\(changeset) became \(outline)"
        }
        try walk.takeBack()
        let nothing = try source.difference(to: walk.state, touching: walk.touched)
        if !Self.outline(nothing).isEmpty { failure = "\(changeset) back is \(nothing)" }
      } catch {
        failure = "\(parts): \(error)"
      }
    }
    #expect(failure == nil)
  }

  @Test func randomWalksAreFoundAgain() throws {
    for seed in UInt64(1)...300 {
      var random = RandomChangesets(seed: seed)
      let source = try Self.list([12, 5, 0, 9])
      var walk = Walk(state: source)
      for _ in 0..<1 + seed % 5 {
        try walk.apply(random.valid(for: walk.state.itemCounts).changeset())
      }
      let outline = Self.outline(try source.difference(to: walk.state, touching: walk.touched))
      let result = try Self.applied(outline, to: source, from: walk.state)
      #expect(try Self.rows(result) == Self.rows(walk.state), "seed \(seed)")
    }
  }

  @Test func ifEverythingIsTouchedTheMovesAreAsFewAsOfAWholeComparison() throws {
    for seed in UInt64(1)...200 {
      var random = RandomChangesets(seed: seed)
      let source = try Self.list([7, 4, 3])
      var walk = Walk(state: source)
      for _ in 0..<3 { try walk.apply(random.valid(for: walk.state.itemCounts).changeset()) }
      for row in try Self.rows(source) {
        walk.touched.sections.insert(SectionID(rawValue: row[0]))
        walk.touched.items.formUnion(row.dropFirst().map(ItemID.init))
      }
      let outline = Self.outline(try source.difference(to: walk.state, touching: walk.touched))
      let whole = try Changeset<Int, Int>.difference(
        from: Self.identified(source), to: Self.identified(walk.state), key: { $0 }
      ).outline
      #expect(outline.movedItems.count == whole.movedItems.count, "seed \(seed)")
      #expect(outline.movedSections.count == whole.movedSections.count, "seed \(seed)")
      #expect(outline.removedItems == whole.removedItems, "seed \(seed)")
      #expect(outline.insertedItems == whole.insertedItems, "seed \(seed)")
    }
  }

  /// The last of three items is now the first one. That is one move, or two of the others.
  @Test func whatIsKnownToHaveMovedIsNamedBeforeWhatStandsBesideIt() throws {
    let source = try Self.list([3])
    let items = try source.itemIDs(inSection: 0)
    let target = try source.applying(
      Changeset<String, String> {
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
      }
    ).target
    var touched = TouchedIdentities()
    touched.items = Set(items)
    for (known, named) in [([], [2]), ([2], [2]), ([0, 1], [0, 1]), ([0, 1, 2], [2])] {
      var moved = TouchedIdentities()
      moved.items = Set(known.map { items[$0] })
      let outline = Self.outline(
        try source.difference(to: target, touching: touched, moving: moved))
      #expect(outline.movedItems.map(\.source.item).sorted() == named, "known: \(known)")
      let result = try Self.applied(outline, to: source, from: target)
      #expect(try Self.rows(result) == Self.rows(target))
    }
  }

  /// Half of the items and sections are known to have moved. Of the others, no more are named than without knowing that.
  @Test func randomWalksAreFoundAgainWithWhatIsKnownToHaveMoved() throws {
    for seed in UInt64(1)...200 {
      var random = RandomChangesets(seed: seed)
      let source = try Self.list([8, 5, 3, 1])
      var walk = Walk(state: source)
      for _ in 0..<1 + seed % 5 {
        try walk.apply(random.valid(for: walk.state.itemCounts).changeset())
      }
      let plain = Self.outline(try source.difference(to: walk.state, touching: walk.touched))
      var moved = walk.touched
      moved.items = moved.items.filter { $0.rawValue.isMultiple(of: 2) }
      moved.sections = moved.sections.filter { $0.rawValue.isMultiple(of: 2) }
      let outline = Self.outline(
        try source.difference(to: walk.state, touching: walk.touched, moving: moved))
      let result = try Self.applied(outline, to: source, from: walk.state)
      #expect(try Self.rows(result) == Self.rows(walk.state), "seed \(seed)")
      func others(_ outline: ChangesetOutline) throws -> [Int] {
        let items = try outline.movedItems.filter { move in
          try source.itemID(at: move.source).map { !moved.items.contains($0) } ?? false
        }
        let sections = outline.movedSections.filter { move in
          source.sectionID(at: move.source).map { !moved.sections.contains($0) } ?? false
        }
        return [items.count, sections.count]
      }
      for (now, before) in zip(try others(outline), try others(plain)) {
        #expect(now <= before, "seed \(seed)")
      }
    }
  }

  private static func identified(_ state: ListState) throws -> [IdentifiedSection<Int, Int, Int>] {
    try rows(state).map { IdentifiedSection(id: $0[0], items: Array($0.dropFirst())) }
  }
}
