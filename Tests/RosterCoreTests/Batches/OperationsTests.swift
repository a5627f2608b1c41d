import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// That operations give the target is checked on every changeset of `ThreeWaysTests`; here is which
/// ones they are.
@Suite("Operations of a batch")
struct OperationsTests {
  private typealias Step = ListOperation<String, String>

  private func operations(
    _ drawing: String, _ build: (inout Changeset<String, String>.Builder) -> Void
  ) throws -> [ListOperation<String, String>] {
    let state = try TrackedList(ListRows(drawing)).state
    return try Changeset(build).verified(against: state).operations
  }

  @Test func anEmptyChangesetHasNone() throws {
    #expect(try operations("AB|C") { _ in }.isEmpty)
  }

  @Test func runsAreJoined() throws {
    let found = try operations("ABCDE") {
      $0.removeItems(inSection: 0, at: 1..<4)
      $0.insertItems(["X", "Y"], at: ItemPath(section: 0, item: 1))
      $0.updateItem(at: ItemPath(section: 0, item: 0), "a")
    }
    #expect(
      found == [
        .removeItems(section: 0, start: 1, count: 3),
        .insertItems(section: 0, start: 1, models: ["X", "Y"]),
        .updateItems(section: 0, start: 0, models: ["a"]),
      ])
  }

  @Test func updatesAreJoinedWhereTheItemsStandAfterwards() throws {
    let found = try operations("ABC") {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "a")
      $0.updateItem(at: ItemPath(section: 0, item: 2), "c")
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
    }
    #expect(found.last == .updateItems(section: 0, start: 0, models: ["c", "a"]))
    #expect(found.count == 2, "one move and one run of updates")
  }

  @Test func sectionRunsAreJoined() throws {
    let found = try operations("A|B|C") {
      $0.removeSection(at: 0)
      $0.removeSection(at: 1)
      $0.insertSection(at: 1, "x")
      $0.insertSection(at: 2, "y")
    }
    #expect(
      found == [
        .insertSections(start: 3, models: ["x", "y"]), .removeSections(start: 0, count: 2),
      ])
  }

  @Test func updatesThatARemovalAbsorbsHaveNone() throws {
    let found = try operations("AB|C") {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "a")
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 1, item: 0), "c")
      $0.updateSection(at: 1, "x")
      $0.removeSection(at: 1)
    }
    #expect(
      found == [
        .removeItems(section: 0, start: 0, count: 1), .removeSections(start: 1, count: 1),
      ])
  }

  @Test func aMoveThatLeadsNowhereHasNone() throws {
    let path = ItemPath(section: 0, item: 1)
    #expect(try operations("ABC") { $0.moveItem(from: path, to: path) }.isEmpty)
    #expect(try operations("A|B") { $0.moveSection(from: 0, to: 0) }.isEmpty)
  }

  @Test func anItemLeavesARemovedSectionBeforeItGoes() throws {
    let found = try operations("A|BC") {
      $0.moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0))
      $0.removeSection(at: 1)
    }
    #expect(
      found == [
        .moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0)),
        .removeSections(start: 1, count: 1),
      ])
  }

  /// The batch of CHANGESETS.md, section 3.
  @Test func theExampleOfTheSpecification() throws {
    let rows = ListRows<String, String>([
      .init(model: "A", items: ["a", "b", "c"]), .init(model: "B", items: ["d"]),
      .init(items: ["e", "f"]),
    ])
    let source = try TrackedList(rows).state
    let changeset = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 1), "b2")
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 1))
      $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      $0.insertItems(["y", "z"], at: ItemPath(section: 2, item: 1))
      $0.removeSection(at: 2)
      $0.insertSection(at: 0, "C")
    }
    let batch = ChangeBatch(
      source: source, target: try source.applying(changeset).target,
      verified: try changeset.verified(against: source))
    let expected = ListRows<String, String>([
      .init(model: "C", items: ["x", "c"]), .init(model: "A", items: ["b2"]),
      .init(model: "B", items: ["d", "y", "z"]),
    ])
    #expect(try rows.applying(batch.operations) == expected)
    #expect(batch.operations.count == 7)
    #expect(
      batch.updatedPaths == [
        ItemMove(source: ItemPath(section: 0, item: 1), target: ItemPath(section: 1, item: 0))
      ])
    #expect(batch.target.itemCounts == [2, 1, 3])
    #expect(batch.sourceRevision == 1 && batch.targetRevision == 2)
  }

  @Test func tenThousandMovesInOneSectionGiveTheTarget() throws {
    let count = 10_000
    var random = SplitMix64(seed: 7)
    let targets = Array(0..<count).shuffled(using: &random)
    let rows = ListRows<String, String>(counts: [count])
    let changeset = Changeset<String, String> {
      for (source, target) in targets.enumerated() {
        $0.moveItem(
          from: ItemPath(section: 0, item: source), to: ItemPath(section: 0, item: target))
      }
    }
    let operations = try changeset.verified(against: TrackedList(rows).state).operations
    let found = try rows.applying(operations).sections[0].items
    #expect(targets.indices.allSatisfy { found[targets[$0]] == rows.sections[0].items[$0] })
  }
}
