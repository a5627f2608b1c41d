import RosterCore
import Testing

@Suite("ChangeRecord: replaying and reverting")
struct ChangeRecordTests {
  private let changeset = Changeset<String, String> {
    $0.updateItem(at: ItemPath(section: 0, item: 1), "b2")
    $0.updateItem(at: ItemPath(section: 2, item: 1), "absorbed")
    $0.removeItem(at: ItemPath(section: 0, item: 0))
    $0.moveItem(from: ItemPath(section: 2, item: 0), to: ItemPath(section: 0, item: 1))
    $0.insertItem("x", at: ItemPath(section: 0, item: 0))
    $0.insertItem("y", at: ItemPath(section: 2, item: 1))
    $0.removeSection(at: 2)
    $0.moveSection(from: 1, to: 1)
    $0.insertSection(at: 0, "C")
  }

  private func makeState() throws -> ListState {
    try ListState().applying(
      Changeset<String, String> {
        for (section, count) in [3, 1, 3].enumerated() {
          $0.insertSection(at: section)
          for item in 0..<count { $0.insertItem("", at: ItemPath(section: section, item: item)) }
        }
      }
    ).target
  }

  private func rows(of state: ListState) throws -> [[ItemID]] {
    try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
  }

  @Test func revertingBringsBackItemsSectionsAndIdentities() throws {
    let source = try makeState()
    let change = try source.applying(changeset)
    let reverted = try change.target.reverting(change.record)
    #expect(try rows(of: reverted) == rows(of: source))
    #expect(reverted.sectionIDs == source.sectionIDs)
    #expect(reverted.revision == source.revision)
  }

  @Test func replayingTheRecordGivesTheSameTarget() throws {
    let change = try makeState().applying(changeset)
    let reverted = try change.target.reverting(change.record)
    let again = try reverted.replaying(change.record)
    #expect(try rows(of: again.target) == rows(of: change.target))
    #expect(again.target.sectionIDs == change.target.sectionIDs)
    #expect(again.record == change.record)
  }

  @Test func aRecordThatNamesOthersThanStandThereIsCorrupt() throws {
    let source = try makeState()
    let record = try source.applying(changeset).record
    #expect(record.identities.updatedItems.count == 2)
    var wrong: [ChangeRecord] = Array(repeating: record, count: 5)
    wrong[0].identities.updatedItems.swapAt(0, 1)
    wrong[1].identities.removedItems[0].id = ItemID(rawValue: 2)
    wrong[2].identities.removedSections = [SectionID(rawValue: 1)]
    wrong[3].identities.removedItems.removeLast()
    // It inserts an item that is in the list, and stays there.
    wrong[4].identities.insertedItems[0] = ItemID(rawValue: 2)
    for record in wrong {
      #expect(throws: StorageError.self) { try source.replaying(record) }
    }
  }

  @Test func aRecordThatDoesNotFitIsCorrupt() throws {
    let source = try makeState()
    let change = try source.applying(changeset)
    #expect(throws: StorageError.self) { try source.reverting(change.record) }
    var record = change.record
    record.identities.removedItems[0].sourcePath.item = .max
    #expect(throws: StorageError.self) { try change.target.reverting(record) }
    record = change.record
    record.identities.removedItems[0].id = ItemID(rawValue: .max)
    #expect(throws: StorageError.self) { try change.target.reverting(record) }
  }
}
