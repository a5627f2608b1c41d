import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// What verifiers that count item by item get wrong.
@Suite("ChangesetOutline: verdicts") struct VerdictTests {
  private typealias Items = ChangesetOutline.ItemParts
  private typealias Sections = ChangesetOutline.SectionParts

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  private func move(_ source: ItemPath, _ target: ItemPath) -> ItemMove {
    ItemMove(source: source, target: target)
  }

  /// Why an outline does not fit a list, `nil` if it does.
  private func offence(
    _ counts: [Int], _ items: Items, _ sections: Sections = Sections()
  ) -> ChangesetError? {
    do throws(ChangesetError) {
      _ = try ChangesetOutline(items: items, sections: sections)
        .verified(against: ListShape(counts))
      return nil
    } catch {
      return error
    }
  }

  @Test func itemsInARowMayMoveIntoAnotherSection() {
    let moves = [move(path(0, 0), path(1, 0)), move(path(0, 1), path(1, 1))]
    #expect(offence([2, 0], Items(moved: moves)) == nil)
    #expect(offence([2, 0], Items(moved: moves.reversed())) == nil)
  }

  @Test func anInsertionMayStandBehindAnItemThatMovesIn() {
    let items = Items(moved: [move(path(0, 0), path(1, 0))], inserted: [path(1, 2)])
    #expect(offence([1, 1], items) == nil)
  }

  @Test func theVerdictDoesNotDependOnTheOrderOfMoves() {
    let moves = [move(path(0, 0), path(1, 2)), move(path(0, 1), path(1, 0))]
    #expect(offence([2, 1], Items(moved: moves)) == nil)
    #expect(offence([2, 1], Items(moved: moves.reversed())) == nil)
    let holes = [move(path(0, 0), path(1, 3)), move(path(0, 1), path(1, 0))]
    #expect(offence([2, 1], Items(moved: holes)) != nil)
    let reversed = Items(moved: holes.reversed())
    #expect(offence([2, 1], Items(moved: holes)) == offence([2, 1], reversed))
  }

  @Test func anInsertionBehindAnItemThatMovesAwayIsAHole() {
    let items = Items(moved: [move(path(0, 0), path(1, 0))], inserted: [path(0, 1)])
    let error = offence([1, 1], items)
    #expect(error?.kind == .insertItem && error?.reason == .outOfBounds)
  }

  @Test func negativeIndexesAreRefusedInEveryPart() {
    for items in [
      Items(updated: [path(0, -1)]), Items(removed: [path(0, -1)]), Items(inserted: [path(0, -1)]),
      Items(moved: [move(path(0, 0), path(0, -1))]), Items(moved: [move(path(0, -1), path(0, 0))]),
      Items(updated: [path(-1, 0)]), Items(inserted: [path(-1, 0)]),
    ] { #expect(offence([1], items)?.reason == .outOfBounds) }
    for sections in [
      Sections(updated: [-1]), Sections(removed: [-1]), Sections(inserted: [-1]),
      Sections(moved: [SectionMove(source: 0, target: -1)]),
    ] { #expect(offence([1], Items(), sections)?.reason == .outOfBounds) }
  }

  @Test func twoArrivalsAtOnePathAreRefused() {
    let moves = [move(path(0, 0), path(0, 1)), move(path(0, 2), path(0, 1))]
    #expect(offence([3], Items(moved: moves))?.reason == .duplicate)
    let both = Items(moved: [move(path(0, 0), path(0, 1))], inserted: [path(0, 1)])
    #expect(offence([3], both)?.reason == .conflict)
  }

  @Test func anItemThatIsMovedAndRemovedIsAConflict() {
    let items = Items(removed: [path(0, 0)], moved: [move(path(0, 0), path(0, 1))])
    #expect(offence([3], items)?.reason == .conflict)
  }

  @Test func theCountsOfSectionsFollowThemThroughRemovalsAndInsertions() {
    let sections = Sections(removed: [0], inserted: [0])
    #expect(offence([1, 2], Items(inserted: [path(1, 2)]), sections) == nil)
    #expect(offence([1, 2], Items(inserted: [path(1, 3)]), sections)?.reason == .outOfBounds)
    #expect(offence([1, 2], Items(inserted: [path(0, 0)]), sections) == nil)
    #expect(offence([1, 2], Items(inserted: [path(0, 1)]), sections)?.reason == .outOfBounds)
  }
}
