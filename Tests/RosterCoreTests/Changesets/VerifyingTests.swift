import RosterCore
import RosterTestSupport
import Testing

/// That the verdict is right on all small changesets is checked by `ThreeWaysTests`; here is what
/// an error says.
@Suite("ChangesetOutline: verifying")
struct VerifyingTests {
  private func offence(
    _ counts: [Int], items: ChangesetOutline.ItemParts = .init(),
    sections: ChangesetOutline.SectionParts = .init()
  ) throws -> ChangesetError? {
    let state = try TrackedList(ListRows(counts: counts)).state
    do throws(ChangesetError) {
      _ = try ChangesetOutline(items: items, sections: sections).verified(against: state)
      return nil
    } catch {
      return error
    }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  // MARK: Order

  @Test func offencesAreReportedInTheOrderOfTheParts() throws {
    var items = ChangesetOutline.ItemParts(
      updated: [path(9, 0)], removed: [path(9, 1)],
      moved: [ItemMove(source: path(9, 2), target: path(0, 0))], inserted: [path(9, 3)])
    var sections = ChangesetOutline.SectionParts(
      updated: [9], removed: [9], moved: [SectionMove(source: 9, target: 0)], inserted: [9])
    var found: [ChangesetError.Kind?] = []
    func note() throws { found.append(try offence([1], items: items, sections: sections)?.kind) }
    try note()
    items.updated = []
    try note()
    sections.updated = []
    try note()
    items.removed = []
    try note()
    sections.removed = []
    try note()
    sections.moved = []
    try note()
    sections.inserted = []
    try note()
    items.inserted = []
    try note()
    items.moved = []
    try note()
    #expect(
      found == [
        .updateItem, .updateSection, .removeItem, .removeSection, .moveSection, .insertSection,
        .insertItem, .moveItem, nil,
      ])
  }

  @Test func withinAPartTheSmallestPathIsReported() throws {
    let removed = [path(5, 0), path(0, 7), path(0, 2)]
    #expect(
      try offence([1], items: .init(removed: removed))
        == ChangesetError(kind: .removeItem, reason: .outOfBounds, section: 0, item: 2, count: 1))
  }

  @Test func sourcesOfMovesComeBeforeTheirTargets() throws {
    let moved = [
      ItemMove(source: path(0, 0), target: path(0, 9)),
      ItemMove(source: path(0, 5), target: path(0, 0)),
    ]
    let found = try offence([2], items: .init(moved: moved))
    #expect(found?.isTarget == false && found?.item == 5)
  }

  // MARK: Reasons

  @Test func twiceInOnePartIsADuplicate() throws {
    #expect(
      try offence([2], items: .init(updated: [path(0, 1), path(0, 1)]))?.reason == .duplicate)
    #expect(try offence([2], sections: .init(removed: [0, 0]))?.reason == .duplicate)
    #expect(
      try offence([2], items: .init(inserted: [path(0, 1), path(0, 1)]))?.reason == .duplicate)
  }

  @Test func movedAndRemovedIsAConflictOfTheMove() throws {
    let move = ItemMove(source: path(0, 0), target: path(0, 0))
    let found = try offence([2], items: .init(removed: [path(0, 0)], moved: [move]))
    #expect(
      found == ChangesetError(kind: .moveItem, reason: .conflict, section: 0, item: 0))
    let section = try offence(
      [2], sections: .init(removed: [0], moved: [SectionMove(source: 0, target: 0)]))
    #expect(section == ChangesetError(kind: .moveSection, reason: .conflict, section: 0))
  }

  @Test func twoArrivalsAtOnePlaceAreAConflictOfTheLaterPart() throws {
    let move = ItemMove(source: path(0, 0), target: path(0, 1))
    let found = try offence([2], items: .init(moved: [move], inserted: [path(0, 1)]))
    #expect(
      found
        == ChangesetError(kind: .moveItem, reason: .conflict, section: 0, item: 1, isTarget: true))
    let section = try offence(
      [0, 0], sections: .init(moved: [SectionMove(source: 0, target: 1)], inserted: [1]))
    #expect(
      section
        == ChangesetError(kind: .insertSection, reason: .conflict, section: 1, isTarget: true))
  }

  @Test func theRemovalOfASectionAbsorbsWhatHappensToItsItems() throws {
    let items = ChangesetOutline.ItemParts(
      updated: [path(1, 0), path(1, 1)], removed: [path(1, 0)],
      moved: [ItemMove(source: path(1, 1), target: path(0, 0))])
    #expect(try offence([1, 2], items: items, sections: .init(removed: [1])) == nil)
  }

  // MARK: Holes

  @Test func aHoleIsChargedToTheSmallestArrivalThatLeavesIt() throws {
    let inserted = [path(0, 1), path(0, 4), path(0, 6)]
    #expect(
      try offence([2], items: .init(inserted: inserted))
        == ChangesetError(
          kind: .insertItem, reason: .outOfBounds, section: 0, item: 4, isTarget: true, count: 3))
  }

  @Test func aHoleThatAMoveLeavesIsChargedToTheMove() throws {
    let move = ItemMove(source: path(0, 0), target: path(0, 3))
    let found = try offence([2], items: .init(moved: [move], inserted: [path(0, 1)]))
    #expect(
      found
        == ChangesetError(
          kind: .moveItem, reason: .outOfBounds, section: 0, item: 3, isTarget: true, count: 2))
  }

  @Test func aHoleAmongSectionsIsFound() throws {
    #expect(
      try offence([1], sections: .init(inserted: [0, 3]))
        == ChangesetError(
          kind: .insertSection, reason: .outOfBounds, section: 3, isTarget: true, count: 2))
  }

  @Test func insertedSectionsStartEmpty() throws {
    let items = ChangesetOutline.ItemParts(inserted: [path(0, 1)])
    let found = try offence([5], items: items, sections: .init(inserted: [0]))
    #expect(found?.kind == .insertItem && found?.count == 0)
  }

  // MARK: Huge indexes

  @Test(arguments: [Int.min, Int.min + 1, -1, Int.max - 1, Int.max])
  func anyIndexIsRefusedWithoutATrap(index: Int) throws {
    for path in [path(index, 0), path(0, index), path(index, index)] {
      let toThere = ItemMove(source: ItemPath(section: 0, item: 0), target: path)
      let fromThere = ItemMove(source: path, target: ItemPath(section: 0, item: 0))
      for items: ChangesetOutline.ItemParts in [
        .init(updated: [path]), .init(removed: [path]), .init(inserted: [path]),
        .init(moved: [toThere]), .init(moved: [fromThere]),
      ] {
        #expect(try offence([2, 1], items: items)?.reason == .outOfBounds)
      }
    }
    for sections: ChangesetOutline.SectionParts in [
      .init(updated: [index]), .init(removed: [index]), .init(inserted: [index]),
      .init(moved: [SectionMove(source: index, target: 0)]),
      .init(moved: [SectionMove(source: 0, target: index)]),
    ] {
      #expect(try offence([2, 1], sections: sections)?.reason == .outOfBounds)
    }
  }

  @Test(arguments: [Int.min, -1, Int.max])
  func anUnverifiedChangesetIsInvertedAndComposedWithoutATrap(index: Int) throws {
    let path = path(index, index)
    let changeset = Changeset<String, String> {
      $0.insertItem("", at: path)
      $0.insertItems(["", ""], at: path)
      $0.moveItem(from: path, to: path)
      $0.moveSection(from: index, to: index)
      $0.insertSection(at: index)
      $0.updateSection(at: index, nil)
      $0.removeSection(at: 1)
    }
    _ = changeset.composed(with: changeset)
    var replaced = ReplacedModels<String, String>()
    replaced.sections = [index: nil, 1: nil]
    replaced.items = [path: ""]
    _ = try changeset.inverted(replaced: replaced)
    #expect(!changeset.description.isEmpty)
  }

  // MARK: Description

  @Test func anErrorSaysWhatItCompared() throws {
    let source = try offence([1], items: .init(removed: [path(0, 1)]))
    #expect(source?.description == "removeItem at source path [0, 1]: there is 1 item")
    let target = try offence([2], items: .init(inserted: [path(0, 5)]))
    #expect(
      target?.description == "insertItem at target path [0, 5]: only 2 items would stand below it")
    let missing = try offence([2], items: .init(updated: [path(3, 0)]))
    #expect(missing?.description == "updateItem at source path [3, 0]: it does not exist")
    let section = try offence([], sections: .init(removed: [0]))
    #expect(section?.description == "removeSection at source section 0: there are 0 sections")
    let negative = try offence([2], items: .init(inserted: [path(0, -1)]))
    #expect(negative?.description == "insertItem at target path [0, -1]: it is negative")
    let before = try offence([2], sections: .init(inserted: [-1]))
    #expect(before?.description == "insertSection at target section -1: it is negative")
  }
}
