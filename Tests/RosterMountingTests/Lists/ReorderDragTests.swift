import RosterComponents
import RosterCore
import RosterMounting
import RosterTestKit
import RosterTestSupport
import Testing

/// A row that is dragged: single cases.
@Suite("ReorderDrag")
struct ReorderDragTests {
  private static let rows = ReorderRows(lengths: [[20, 20, 20, 20], [20]], header: 20)
  private static let item = ItemID(rawValue: 7)

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  private func drag(
    _ path: ItemPath, grabbedAt position: Double, _ rows: ReorderRows = rows,
    within scope: ReorderScope = .list
  ) throws -> ReorderDrag {
    try #require(
      ReorderDrag(Self.item, at: path, grabbedAt: position, in: rows, within: scope))
  }

  @Test func rowThatWasNotMovedStays() throws {
    var drag = try drag(path(0, 1), grabbedAt: 45)
    #expect(drag.move == nil)
    drag.move(to: 54, in: Self.rows)
    #expect(drag.start == 49)
    #expect(drag.move == nil)
    let changeset: Changeset<String, String>? = drag.changeset()
    #expect(changeset == nil)
  }

  @Test func rowGoesWhereItsStartIsNearest() throws {
    var drag = try drag(path(0, 0), grabbedAt: 25)
    drag.move(to: 36, in: Self.rows)
    #expect(drag.move == ItemMove(source: path(0, 0), target: path(0, 1)))
    #expect(drag.gapSpan == ReorderSpan(start: 40, length: 20))
    drag.move(to: 58, in: Self.rows)
    #expect(drag.move?.target == path(0, 2))
    #expect(drag.displacement(ofItemAt: path(0, 1)) == -20)
    #expect(drag.displacement(ofItemAt: path(0, 2)) == -20)
    #expect(drag.displacement(ofItemAt: path(0, 3)) == 0)
    #expect(drag.displacement(ofHeaderOf: 0) == 0)
    #expect(drag.displacement(ofHeaderOf: 1) == 0)
  }

  @Test func rowGoesPastTheHeaderIntoTheNextSection() throws {
    var drag = try drag(path(0, 3), grabbedAt: 80)
    drag.move(to: 100, in: Self.rows)
    #expect(drag.gap == path(1, 0))
    #expect(drag.displacement(ofHeaderOf: 1) == -20)
    #expect(drag.displacement(ofFooterOf: 0) == -20)
    #expect(drag.displacement(ofItemAt: path(1, 0)) == 0)
    let changeset: Changeset<String, String> = try #require(drag.changeset())
    #expect(changeset.movedItems == [ItemMove(source: path(0, 3), target: path(1, 0))])
    #expect(changeset.changeCount == 1)
  }

  @Test func rowStaysInItsSectionIfItMust() throws {
    var drag = try drag(path(0, 0), grabbedAt: 20, within: .section)
    drag.move(to: 1_000, in: Self.rows)
    #expect(drag.gap == path(0, 3))
    drag.move(to: -1_000, in: Self.rows)
    #expect(drag.gap == path(0, 0))
  }

  @Test func withoutHeadersARowAtTheBoundaryStaysInItsSection() throws {
    let rows = ReorderRows(lengths: [[20, 20], [20, 20]])
    var last = try drag(path(0, 1), grabbedAt: 20, rows)
    last.move(to: 25, in: rows)
    #expect(last.move == nil)
    var first = try drag(path(0, 0), grabbedAt: 0, rows)
    first.move(to: 19, in: rows)
    #expect(first.gap == path(0, 1))
    first.move(to: 21, in: rows)
    #expect(first.gap == path(1, 0))
  }

  @Test func rowIsDroppedIntoAnEmptySection() throws {
    let rows = ReorderRows(lengths: [[20], [], [20]], header: 20, footer: 10)
    var drag = try drag(path(0, 0), grabbedAt: 20, rows)
    drag.move(to: 49, in: rows)
    #expect(drag.gap == path(1, 0))
    // What is taken out of the section before makes room.
    #expect(drag.gapSpan == ReorderSpan(start: 50, length: 20))
    #expect(drag.displacement(ofHeaderOf: 1) == -20)
    #expect(drag.displacement(ofFooterOf: 1) == 0)
  }

  @Test func whatDoesNotExistIsNotDragged() throws {
    for path in [path(0, 4), path(2, 0), path(-1, 0), path(0, -1)] {
      #expect(ReorderDrag(Self.item, at: path, grabbedAt: 0, in: Self.rows) == nil)
      #expect(ReorderDrag.move(ofItemAt: path, .later, in: Self.rows) == nil)
    }
    #expect(ReorderDrag(Self.item, at: path(0, 0), grabbedAt: .nan, in: Self.rows) == nil)
    var drag = try drag(path(0, 0), grabbedAt: 25)
    drag.move(to: .nan, in: Self.rows)
    #expect(drag.start == 20)
  }

  // MARK: Scrolling at the edges

  @Test func listScrollsFasterNearerToTheEdge() throws {
    let viewport = ReorderSpan(start: 1_000, length: 400)
    var drag = try drag(path(0, 0), grabbedAt: 20)
    for (position, speed) in [
      (1_040.0, 0.0), (1_020, -50), (1_000, -100), (900, -100), (1_360, 0), (1_380, 50),
      (1_400, 100), (2_000, 100), (1_200, 0),
    ] {
      drag.move(to: position, in: Self.rows)
      #expect(
        drag.scrollSpeed(in: viewport, edgeLength: 40, speedMax: 100) == speed, "at \(position)")
    }
  }

  @Test func smallViewportScrollsByItsHalves() throws {
    var drag = try drag(path(0, 0), grabbedAt: 20)
    func speed(_ viewport: ReorderSpan, edgeLength: Double = 48) -> Double {
      drag.scrollSpeed(in: viewport, edgeLength: edgeLength, speedMax: 900)
    }
    drag.move(to: 10, in: Self.rows)
    #expect(speed(ReorderSpan(start: 0, length: 20)) == 0)
    #expect(speed(ReorderSpan(start: 0, length: 0)) == 0)
    drag.move(to: 15, in: Self.rows)
    #expect(speed(ReorderSpan(start: 0, length: 20)) == 450)
    #expect(speed(ReorderSpan(start: 0, length: 20), edgeLength: .nan) == 0)
    #expect(speed(ReorderSpan(start: 0, length: .infinity), edgeLength: .infinity) == 0)
  }

  // MARK: The list changes meanwhile

  @Test func dragFollowsItsItem() throws {
    var drag = try drag(path(0, 0), grabbedAt: 25)
    drag.move(to: 45, in: Self.rows)
    #expect(drag.gap == path(0, 1))
    let rows = ReorderRows(lengths: [[30, 20, 20, 20, 20], [20]], header: 20)
    let anchor = ItemAnchor(Self.item, sourcePath: path(0, 0), targetPath: path(0, 1))
    let goesOn = drag.adopt(anchor, in: rows)
    #expect(goesOn)
    #expect(drag.sourcePath == path(0, 1))
    // Its start is at 40, nearer to where it stands than to the start of the list.
    #expect(drag.move == nil)
    #expect(drag.gapSpan.start == 50)
  }

  @Test func dragEndsWithItsItem() throws {
    var drag = try drag(path(0, 0), grabbedAt: 25)
    let neighbour = ItemAnchor.Neighbour(
      ItemID(rawValue: 8), sourcePath: path(0, 1), targetPath: path(0, 0))
    let gone = ItemAnchor(
      Self.item, sourcePath: path(0, 0), targetPath: nil, neighbour: neighbour)
    let other = ItemAnchor(
      ItemID(rawValue: 8), sourcePath: path(0, 0), targetPath: path(0, 1))
    for anchor in [gone, nil, other] {
      let goesOn = drag.adopt(anchor, in: Self.rows)
      #expect(!goesOn)
    }
    #expect(drag.sourcePath == path(0, 0))
  }

  // MARK: Keys

  @Test func keyMovesAnItemPastItsNeighbour() {
    #expect(
      ReorderDrag.move(ofItemAt: path(0, 1), .later, in: Self.rows)?.target == path(0, 2))
    #expect(
      ReorderDrag.move(ofItemAt: path(0, 1), .earlier, in: Self.rows)?.target == path(0, 0))
    #expect(
      ReorderDrag.move(ofItemAt: path(0, 3), .later, in: Self.rows)?.target == path(1, 0))
    #expect(
      ReorderDrag.move(ofItemAt: path(1, 0), .earlier, in: Self.rows)?.target == path(0, 4))
    #expect(ReorderDrag.move(ofItemAt: path(0, 0), .earlier, in: Self.rows) == nil)
    #expect(ReorderDrag.move(ofItemAt: path(1, 0), .later, in: Self.rows) == nil)
    #expect(
      ReorderDrag.move(ofItemAt: path(0, 3), .later, within: .section, in: Self.rows) == nil)
    #expect(
      ReorderDrag.move(ofItemAt: path(1, 0), .earlier, within: .section, in: Self.rows) == nil)
  }
}
