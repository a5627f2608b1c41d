import RosterApple
import RosterCore
import RosterTestKit
import RosterTestSupport
import RosterToolkitModels
import Testing

/// A row as a view shows it.
private struct Row: Hashable {
  /// The identity of an item; below zero that of a header or a footer.
  var id: Int
  var text: String?

  var isGroup: Bool { id < 0 }
}

extension NaiveList<String, String> {
  fileprivate func rows(hasHeaders: Bool, hasFooters: Bool) -> [Row] {
    sections.flatMap { section in
      (hasHeaders ? [Row(id: -2 * section.id - 1, text: section.model)] : [])
        + section.items.map { Row(id: $0.id, text: $0.model) }
        + (hasFooters ? [Row(id: -2 * section.id - 2, text: section.model)] : [])
    }
  }
}

/// A table view that is told of batches, beside what it must show.
private final class Screen {
  private(set) var rows: [Row]
  private(set) var view: FlatTableViewModel<Row>
  private let held: Held
  /// What is wrong; `nil` if nothing is.
  private(set) var finding: String?

  private final class Held { var rows: [Row] = [] }

  init(_ rows: [Row]) {
    self.rows = rows
    let held = Held()
    held.rows = rows
    self.held = held
    view = FlatTableViewModel(
      rowCount: { held.rows.count }, isGroup: { held.rows[$0].isGroup }, cells: { [held.rows[$0]] }
    )
    view.layOut()
  }

  func show(_ updates: RowUpdates, _ target: [Row]) {
    view.select(rows.indices.filter { $0 % 3 != 1 })
    let selected = Set(view.rows.lazy.filter(\.isSelected).flatMap(\.cells).map(\.id))
    let asked = view.askedCount
    let calls = view.callCount
    held.rows = target
    view.beginUpdates()
    if !updates.removedRows.isEmpty { view.removeRows(at: updates.removedRows.joined()) }
    for move in updates.movedRows { view.moveRow(at: move.source, to: move.target) }
    if !updates.insertedRows.isEmpty { view.insertRows(at: updates.insertedRows.joined()) }
    view.endUpdates()
    for row in updates.updatedRows { view.showAgain(row) }
    let inserted = Set(updates.insertedRows.joined())
    let staying = target.indices.filter { !inserted.contains($0) }
    let expected = staying.filter { selected.contains(target[$0].id) }
    let known = Set(rows.map(\.id))
    rows = target
    if let exception = view.exception {
      finding = exception.description
    } else if view.shown != target.map({ [$0] }) {
      finding = "\(view.shown) is shown, not \(target)"
    } else if view.selectedRows != expected {
      finding = "\(view.selectedRows) are selected, not \(expected)"
    } else if view.askedCount - asked != inserted.count + updates.updatedRows.count {
      finding = "\(view.askedCount - asked) rows were asked for"
    } else if view.callCount - calls != updates.callCount {
      finding = "\(view.callCount - calls) calls, not \(updates.callCount)"
    } else if !staying.allSatisfy({ known.contains(target[$0].id) }) {
      finding = "a new row has not come"
    }
  }
}

@Suite("Updates of table views of AppKit") struct RowUpdatesTests {
  /// Lists of which every changeset of up to two changes is tried.
  private static let smallCounts = [[], [1], [2, 1], [0, 2], [3], [1, 1, 1]]

  /// Every changeset of up to two changes over small lists, with headers and without, and with sections that move row by
  /// row, or go and come: the view refuses nothing, shows the target, and asks for nothing else.
  @Test(arguments: RowUpdatesTests.smallCounts)
  func tablesShowTheTarget(counts: [Int]) throws {
    try checkTables(counts, hasFooters: false)
  }

  /// The same with footers.
  @Test(arguments: RowUpdatesTests.smallCounts)
  func tablesWithFootersShowTheTarget(counts: [Int]) throws {
    try checkTables(counts, hasFooters: true)
  }

  private func checkTables(_ counts: [Int], hasFooters: Bool) throws {
    let (finding, count) = try SmallBatches(counts: counts).first { batch, source, target in
      for hasHeaders in [false, true] {
        for moveCountMax in [0, 50] {
          let updates = batch.rowUpdates(
            hasHeaders: hasHeaders, hasFooters: hasFooters, moveCountMax: moveCountMax)
          let screen = Screen(source.rows(hasHeaders: hasHeaders, hasFooters: hasFooters))
          screen.show(updates, target.rows(hasHeaders: hasHeaders, hasFooters: hasFooters))
          let supplementCount = (hasHeaders ? 1 : 0) + (hasFooters ? 1 : 0)
          let finding =
            screen.finding
            ?? Self.offence(updates, batch, counts, supplementCount, moveCountMax)
          if let finding { return finding }
        }
      }
      return nil
    }
    #expect(finding == nil)
    #expect(count > (counts.isEmpty ? 3 : 40))
  }

  /// Returns what is wrong about the number of calls; `nil` if nothing is. Each section has so many headers and footers.
  private static func offence(
    _ updates: RowUpdates, _ batch: ChangeBatch<String, String>, _ counts: [Int],
    _ supplementCount: Int, _ moveCountMax: Int
  ) -> String? {
    let outline = batch.changeset.outline
    var most = outline.movedItems.count
    if moveCountMax > 0 {
      most += outline.movedSections.reduce(0) { $0 + counts[$1.source] + supplementCount }
      // All that live on keep their cells.
      let removed = (try? batch.removedItemIDs())?.count ?? 0
      let come = batch.target.itemCount - (batch.source.itemCount - removed)
      let supplements = supplementCount * outline.insertedSections.count
      let inserted = updates.insertedRows.reduce(0) { $0 + $1.count }
      if inserted != come + supplements {
        return "\(inserted) rows come, not \(come + supplements)"
      }
    }
    return updates.movedRows.count > most || updates.callCount > updates.movedRows.count + 2
      ? "\(updates.callCount) calls" : nil
  }

  /// Long seeded histories, of which each view has shown all so far.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func tablesFollowHistories(seed: UInt64) throws {
    var changes = RandomChangesets(seed: seed)
    var list = TrackedList()
    let (hasHeaders, hasFooters) = (seed % 2 == 0, seed % 4 < 2)
    let screen = Screen([])
    for step in 0..<150 {
      let changeset = changes.valid(for: list.naive.counts).changeset(models: "\(step) ")
      let batch = try list.state.batch(of: changeset)
      let offence = list.apply(changeset)
      try #require(offence == nil)
      let moveCountMax = [0, 5, 50][changes.random.index(below: 3)]
      screen.show(
        batch.rowUpdates(
          hasHeaders: hasHeaders, hasFooters: hasFooters, moveCountMax: moveCountMax),
        list.naive.rows(hasHeaders: hasHeaders, hasFooters: hasFooters))
      try #require(screen.finding == nil, "seed \(seed), step \(step): \(changeset)")
    }
  }

  /// What stands beside each other goes, or comes, as one range, and all ranges by one call.
  @Test func neighboursAreOneRange() throws {
    let list = try TrackedList(
      ListRows([
        .init(model: "a", items: ["1", "2", "3"]), .init(model: "b", items: ["4"]),
        .init(model: "c", items: ["5"]),
      ]))
    let changeset = Changeset<String, String> {
      $0.removeItem(at: ItemPath(section: 0, item: 2))
      $0.removeSection(at: 1)
      $0.removeItem(at: ItemPath(section: 2, item: 0))
      $0.insertItems(["6", "7"], at: ItemPath(section: 0, item: 0))
      $0.insertSection(at: 2, "d")
      $0.updateItem(at: ItemPath(section: 0, item: 1), "two")
      $0.updateSection(at: 2, "C")
    }
    let batch = try list.state.batch(of: changeset)
    // A 1 2 3 B 4 C 5, and then A 6 7 1 2 C D.
    let updates = batch.rowUpdates(hasHeaders: true)
    #expect(updates.removedRows == [3..<6, 7..<8] && updates.insertedRows == [1..<3, 6..<7])
    #expect(updates.movedRows.isEmpty && updates.callCount == 2)
    #expect(updates.updatedRows == [4, 5])
    let plain = batch.rowUpdates()
    #expect(plain.removedRows == [2..<5] && plain.insertedRows == [0..<2])
    #expect(plain.updatedRows == [3])
  }

  /// A footer is a row behind the items of its section, which goes, moves and is changed in place with it.
  @Test func footersAreRowsBehindItems() throws {
    let list = try TrackedList(
      ListRows([
        .init(model: "a", items: ["1", "2", "3"]), .init(model: "b", items: ["4"]),
        .init(model: "c", items: ["5"]),
      ]))
    let batch = try list.state.batch(
      of: Changeset<String, String> {
        $0.insertItems(["6"], at: ItemPath(section: 0, item: 3))
        $0.removeSection(at: 1)
        $0.removeItem(at: ItemPath(section: 2, item: 0))
        $0.updateSection(at: 2, "C")
      })
    // A 1 2 3 /A B 4 /B C 5 /C, and then A 1 2 3 6 /A C /C.
    let both = batch.rowUpdates(hasHeaders: true, hasFooters: true)
    #expect(both.removedRows == [5..<8, 9..<10] && both.insertedRows == [4..<5])
    #expect(both.movedRows.isEmpty && both.updatedRows == [6, 7])
    // 1 2 3 /A 4 /B 5 /C, and then 1 2 3 6 /A /C.
    let footed = batch.rowUpdates(hasFooters: true)
    #expect(footed.removedRows == [4..<7] && footed.insertedRows == [3..<4])
    #expect(footed.movedRows.isEmpty && footed.updatedRows == [5])
    let move = try list.state.batch(
      of: Changeset<String, String> { $0.moveSection(from: 1, to: 0) })
    // 4 /B 1 2 3 /A 5 /C: both rows move, or come.
    let moves = move.rowUpdates(hasFooters: true, moveCountMax: 2)
    #expect(moves.movedRows == [Move(source: 4, target: 0), Move(source: 5, target: 1)])
    #expect(moves.removedRows.isEmpty && moves.insertedRows.isEmpty)
    let whole = move.rowUpdates(hasFooters: true, moveCountMax: 1)
    #expect(whole.removedRows == [4..<6] && whole.insertedRows == [0..<2])
  }

  /// A moved item keeps its cells, also one that leaves a section that goes, or is updated.
  @Test func itemsAreMovedOutOfSectionsThatGo() throws {
    let list = try TrackedList(
      ListRows([.init(model: "a", items: ["1", "2"]), .init(model: "b", items: ["3"])]))
    let updates = try list.state.batch(
      of: Changeset<String, String> {
        $0.removeSection(at: 0)
        $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
        $0.updateItem(at: ItemPath(section: 0, item: 1), "two")
      }
    ).rowUpdates(hasHeaders: true)
    // A 1 2 B 3, and then B 2 3.
    #expect(updates.removedRows == [0..<2] && updates.insertedRows.isEmpty)
    #expect(updates.movedRows == [Move(source: 0, target: 1)] && updates.updatedRows == [1])
  }

  /// A section that moves does so row by row, or goes and comes by two calls.
  @Test func sectionsMoveByWhatIsCheaper() throws {
    let list = try TrackedList(
      ListRows([.init(model: "a", items: ["1", "2"]), .init(model: "b", items: ["3"])]))
    let batch = try list.state.batch(
      of: Changeset<String, String> {
        $0.moveSection(from: 0, to: 1)
        $0.updateItem(at: ItemPath(section: 0, item: 1), "two")
      })
    // A 1 2 B 3, and then B 3 A 1 2.
    let moves = batch.rowUpdates(hasHeaders: true, moveCountMax: 3)
    #expect(moves.removedRows.isEmpty && moves.insertedRows.isEmpty)
    #expect(moves.movedRows == Array(repeating: Move(source: 0, target: 4), count: 3))
    #expect(moves.updatedRows == [4])
    let whole = batch.rowUpdates(hasHeaders: true, moveCountMax: 2)
    #expect(whole.removedRows == [0..<3] && whole.insertedRows == [2..<5])
    #expect(whole.callCount == 2)
    // Its cells are made anew, and show the new model.
    #expect(whole.updatedRows.isEmpty)
  }

  /// The plan grows with the change, and not with the rows.
  @Test func aLongListIsToldInFewCalls() throws {
    let count = 20_000
    let source = try ListState().applying(
      Changeset<Int, Int> {
        for section in 0..<5 {
          $0.insertSection(at: section, section)
          $0.insertItems(Array(0..<count), at: ItemPath(section: section, item: 0))
        }
      }
    ).target
    let updates = try source.batch(
      of: Changeset<Int, Int> {
        $0.removeSection(at: 0)
        $0.moveSection(from: 4, to: 0)
        $0.removeItem(at: ItemPath(section: 1, item: 7))
        $0.moveItem(from: ItemPath(section: 2, item: 0), to: ItemPath(section: 1, item: 9))
      }
    ).rowUpdates(hasHeaders: true)
    let sections = count + 1
    #expect(
      updates.removedRows == [
        0..<sections, sections + 8..<sections + 9, 4 * sections..<5 * sections,
      ])
    #expect(updates.insertedRows == [0..<sections])
    #expect(updates.movedRows.count == 1 && updates.callCount == 3)
  }
}
