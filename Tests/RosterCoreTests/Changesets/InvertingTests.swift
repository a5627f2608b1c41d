import RosterCore
import RosterTestSupport
import Testing

/// That inverses lead back is checked on every changeset of `ThreeWaysTests`.
@Suite("Changeset: inverting")
struct InvertingTests {
  private let changeset = Changeset<String, String> {
    $0.updateItem(at: ItemPath(section: 0, item: 2), "C")
    $0.removeItem(at: ItemPath(section: 0, item: 0))
    $0.insertItem("x", at: ItemPath(section: 0, item: 1))
    $0.removeSection(at: 1)
    $0.updateSection(at: 0, "new")
  }

  private var replaced: ReplacedModels<String, String> {
    var replaced = ReplacedModels<String, String>()
    replaced.items[ItemPath(section: 0, item: 0)] = "a"
    replaced.items[ItemPath(section: 0, item: 2)] = "c"
    replaced.items[ItemPath(section: 1, item: 0)] = "d"
    replaced.sections[0] = "old"
    replaced.sections[1] = .some(nil)
    return replaced
  }

  @Test func everyPartIsTurnedRound() throws {
    let expected = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 2), "c")
      $0.insertItem("a", at: ItemPath(section: 0, item: 0))
      $0.insertItem("d", at: ItemPath(section: 1, item: 0))
      $0.removeItem(at: ItemPath(section: 0, item: 1))
      $0.insertSection(at: 1, nil)
      $0.updateSection(at: 0, "old")
    }
    #expect(try changeset.inverted(replaced: replaced) == expected)
  }

  @Test func aMissingModelIsNamed() {
    var incomplete = replaced
    incomplete.items[ItemPath(section: 0, item: 2)] = nil
    #expect(throws: ReplacedModels<String, String>.MissingModel(section: 0, item: 2)) {
      try changeset.inverted(replaced: incomplete)
    }
    incomplete.sections[1] = nil
    #expect(throws: ReplacedModels<String, String>.MissingModel(section: 1)) {
      try changeset.inverted(replaced: incomplete)
    }
  }

  @Test func aRecordNamesWhatItReplaced() throws {
    let rows = ListRows<String, String>("ABC|DE")
    let record = try TrackedList(rows).state.applying(changeset).record
    #expect(
      record.replacedItems.map(\.sourcePath) == [
        ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2),
        ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 1),
      ])
    #expect(record.replacedItems.map(\.id.rawValue) == [1, 3, 4, 5])
    #expect(record.replacedSections.map(\.sourceSection) == [0, 1])
    #expect(record.replacedSections.map(\.id.rawValue) == [1, 2])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func theInverseOfTheInverseLeadsToTheTarget(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    let source = try TrackedList(ListRows(counts: [5, 3, 0, 4])).state
    let changeset = generator.valid(for: source.itemCounts).changeset()
    let change = try source.applying(changeset)
    let again = try source.replaying(change.record.inverse.inverse)
    #expect(again.target.sectionIDs == change.target.sectionIDs, "\(changeset.logLine)")
    #expect(again.identities.removedItems == change.identities.removedItems)
    #expect(again.record == change.record.inverse.inverse)
  }
}
