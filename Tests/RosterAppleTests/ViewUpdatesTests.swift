import RosterApple
import RosterCore
import RosterTestKit
import RosterTestSupport
import RosterToolkitModels
import Testing

/// An item as its cell shows it.
private struct Cell: Hashable {
  var id: Int
  var model: String
}

extension NaiveList<String, String> {
  fileprivate var cells: [[Cell]] {
    sections.map { $0.items.map { Cell(id: $0.id, model: $0.model) } }
  }
}

/// A view that is told of batches, beside what it must show.
private final class Screen {
  private(set) var cells: [[Cell]]
  private(set) var view: CollectionViewModel<Cell>
  private let held: Held

  private final class Held { var cells: [[Cell]] = [] }

  init(_ cells: [[Cell]]) {
    self.cells = cells
    let held = Held()
    held.cells = cells
    self.held = held
    view = CollectionViewModel { held.cells }
    view.layOut()
  }

  func show(_ updates: ViewUpdates, _ target: [[Cell]]) {
    view.perform(updates) { held.cells = target }
    cells = target
  }

  /// What is wrong; `nil` if nothing is.
  var finding: String? {
    view.exception?.description
      ?? (view.shown == cells ? nil : "\(view.shown) is shown, not \(cells)")
  }
}

@Suite("Updates of views") struct ViewUpdatesTests {
  /// Every changeset of up to two changes over small lists: no view throws, each shows the target, and cells that show
  /// another model are those that are named.
  @Test(arguments: [[], [1], [2, 1], [0, 2], [3], [1, 1, 1]])
  func viewsShowTheTarget(counts: [Int]) throws {
    let (finding, count) = try SmallBatches(counts: counts).first { batch, source, target in
      for updates in [batch.viewUpdates, batch.viewUpdates.withoutMoves] {
        let screen = Screen(source.cells)
        screen.show(updates, target.cells)
        if let finding = screen.finding { return finding }
      }
      return nil
    }
    #expect(finding == nil)
    #expect(count > (counts.isEmpty ? 3 : 40))
  }

  /// Long seeded histories, of which each view has shown all so far.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func viewsFollowHistories(seed: UInt64) throws {
    var changes = RandomChangesets(seed: seed)
    var list = TrackedList()
    let screen = Screen([])
    for step in 0..<150 {
      let changeset = changes.valid(for: list.naive.counts).changeset(models: "\(step) ")
      let batch = try list.state.batch(of: changeset)
      let offence = list.apply(changeset)
      try #require(offence == nil)
      screen.show(batch.viewUpdates, list.naive.cells)
      try #require(screen.finding == nil, "seed \(seed), step \(step): \(changeset)")
    }
  }

  /// The calls are few: an update asks for no cell but those that come, and for those that are updated.
  @Test func onlyWhatComesIsAskedFor() throws {
    let list = try TrackedList(
      ListRows([.init(model: "a", items: ["1", "2", "3"]), .init(model: "b", items: ["4"])]))
    let changeset = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "one")
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
      $0.insertItem("5", at: ItemPath(section: 1, item: 2))
    }
    let batch = try list.state.batch(of: changeset)
    let updates = batch.viewUpdates
    #expect(updates.callCount == 2)
    #expect(updates.updatedItems == [ItemPath(section: 0, item: 0)])
    let screen = Screen(list.naive.cells)
    let asked = screen.view.askedCount
    screen.show(updates, try list.naive.applying(changeset).cells)
    #expect(screen.finding == nil)
    #expect(screen.view.askedCount == asked + 2)
  }

  /// No move is too many: with fewer of those that a view is told, it shows something else, or throws.
  @Test(arguments: [[2, 1], [0, 2], [3], [4], [1, 1, 1]])
  func everyMoveIsNeeded(counts: [Int]) throws {
    var moveCount = 0
    let (finding, _) = try SmallBatches(counts: counts).first { batch, source, target in
      let updates = batch.viewUpdates
      let moves = updates.movedItems
      moveCount += moves.count
      for kept in 0..<(1 << moves.count) - 1 {
        var cells = source.cells
        let view = CollectionViewModel { cells }
        view.layOut()
        view.performBatchUpdates {
          cells = target.cells
          for section in updates.deletedSections { view.deleteSection(section) }
          for section in updates.insertedSections { view.insertSection(section) }
          for path in updates.deletedItems { view.deleteItem(path) }
          for path in updates.insertedItems { view.insertItem(path) }
          for (index, move) in moves.enumerated() where kept & 1 << index != 0 {
            view.moveItem(move.source, to: move.target)
          }
        }
        let shown = view.shown.map { $0.map(\.id) }
        if view.exception == nil, shown == target.cells.map({ $0.map(\.id) }) {
          return "\(moves) are more than is needed"
        }
      }
      return nil
    }
    #expect(finding == nil && moveCount > 0)
  }

  /// A move without which the order is the same is no call, of an item or of a section.
  @Test func movesThatChangeNothingAreLeftOut() throws {
    let list = try TrackedList(
      ListRows([
        .init(model: "a", items: ["1", "2", "3", "4"]), .init(model: "b", items: ["5"]),
        .init(model: "c", items: []),
      ]))
    func updates(
      _ changes: (inout Changeset<String, String>.Builder) -> Void
    ) throws -> ViewUpdates {
      let batch = try list.state.batch(of: Changeset<String, String> { changes(&$0) })
      let screen = Screen(list.naive.cells)
      screen.show(batch.viewUpdates, try list.naive.applying(batch.changeset).cells)
      #expect(screen.finding == nil)
      return batch.viewUpdates
    }
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    // Two items are swapped, one of which is updated as well.
    let swapped = try updates {
      $0.moveItem(from: path(0), to: path(1))
      $0.moveItem(from: path(1), to: path(0))
      $0.updateItem(at: path(0), "one")
    }
    #expect(swapped.callCount == 1 && swapped.updatedItems == [path(1)])
    // One comes before it and one before it goes, so it is where it was.
    let along = try updates {
      $0.removeItem(at: path(0))
      $0.insertItem("new", at: path(0))
      $0.moveItem(from: path(2), to: path(2))
    }
    #expect(along.callCount == 2 && along.movedItems.isEmpty)
    // All are turned round: one of four stays.
    let turned = try updates { changes in
      for item in 0..<4 { changes.moveItem(from: path(item), to: path(3 - item)) }
    }
    #expect(turned.movedItems.count == 3)
    let sections = try updates {
      $0.moveSection(from: 0, to: 1)
      $0.moveSection(from: 1, to: 0)
      $0.removeItem(at: path(3))
    }
    #expect(sections.deletedSections.count == 1 && sections.insertedSections.count == 1)
  }

  /// What a changeset may say and a view refuses, as it is converted.
  @Test func whatViewsRefuseIsConverted() throws {
    let list = try TrackedList(
      ListRows([
        .init(model: "a", items: ["1", "2", "3"]), .init(model: "b", items: ["4"]),
        .init(model: "c", items: ["5"]),
      ]))
    let changeset = Changeset<String, String> {
      $0.removeSection(at: 0)
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
      $0.insertSection(at: 0, "new")
      $0.insertItem("6", at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 1))
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 2))
      $0.updateItem(at: ItemPath(section: 1, item: 0), "four")
      $0.updateSection(at: 2, "C")
      $0.insertSection(at: 2, "another")
    }
    let updates = try list.state.batch(of: changeset).viewUpdates
    #expect(updates.deletedSections == [0] && updates.insertedSections == [0, 2])
    #expect(updates.deletedItems == [ItemPath(section: 1, item: 0)])
    #expect(updates.insertedItems == [ItemPath(section: 1, item: 0)])
    #expect(updates.movedItems.isEmpty && updates.updatedItems.isEmpty)
    #expect(updates.updatedSections == [3])
  }

  /// A view that is told a changeset as it stands throws, or is in doubt, in many cases: so the model does find what is
  /// wrong.
  @Test func changesetsAsTheyStandAreRefused() throws {
    let list = try TrackedList(
      ListRows([.init(model: "a", items: ["1", "2"]), .init(model: "b", items: ["3"])]))
    var (refused, shownWrongly, valid) = (0, 0, 0)
    for size in 1...2 {
      SmallChangesets(counts: [2, 1]).forEach(ofCount: size) { parts in
        let changeset = parts.changeset(models: "new ")
        guard let target = try? list.naive.applying(changeset) else { return }
        valid += 1
        let outline = changeset.outline
        var cells = list.naive.cells
        let view = CollectionViewModel(mode: .likely) { cells }
        view.layOut()
        view.performBatchUpdates {
          cells = target.cells
          for section in outline.removedSections { view.deleteSection(section) }
          for section in outline.insertedSections { view.insertSection(section) }
          for move in outline.movedSections { view.moveSection(move.source, to: move.target) }
          for path in outline.removedItems { view.deleteItem(path) }
          for path in outline.insertedItems { view.insertItem(path) }
          for move in outline.movedItems { view.moveItem(move.source, to: move.target) }
          for path in outline.updatedItems { view.reloadItem(path) }
        }
        if view.exception != nil {
          refused += 1
        } else if view.shown != target.cells {
          shownWrongly += 1
        }
      }
    }
    #expect(valid > 500 && refused > 40, "\(valid), \(refused), \(shownWrongly)")
  }
}
