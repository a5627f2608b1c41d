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
