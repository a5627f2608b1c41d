import Roster
import RosterTesting
import Testing

@testable import RosterEngine

/// Batches that a fault has spoiled, whatever has made them.
@Suite("List checker") struct ListCheckerTests {
  private typealias List = ListDataSource<String, String, Never>

  private struct Fixture {
    let list: List
    let source: List.Snapshot
    let batch: List.Batch

    /// ["a", "b", "c"] and ["d"], of which b is updated, c moved behind d, a removed and e inserted.
    init() throws {
      list = try List(.memory(list: "letters"))
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, "first")
          $0.insertSection(at: 1, "second")
          $0.insertItems(["a", "b", "c"], at: ItemPath(section: 0, item: 0))
          $0.insertItem("d", at: ItemPath(section: 1, item: 0))
        })
      source = list.snapshot
      batch = try list.applySynchronously(
        Changeset {
          $0.removeItem(at: ItemPath(section: 0, item: 0))
          $0.updateItem(at: ItemPath(section: 0, item: 1), "B")
          $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 1))
          $0.insertItem("e", at: ItemPath(section: 0, item: 1))
        })
    }
  }

  @Test func aBatchLeadsToTheNextList() throws {
    let fixture = try Fixture()
    var checker = try ListChecker(fixture.source)
    try checker.check(fixture.batch)
    #expect(checker.contents.sections.map(\.items) == [["B", "e"], ["d", "c"]])
    #expect(checker.revision == 2)
    try checker.check(fixture.list.snapshot)
  }

  @Test func aBatchThatIsLeftOutIsFound() throws {
    let fixture = try Fixture()
    let next = try fixture.list.applySynchronously(
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
    var checker = try ListChecker(fixture.source)
    #expect(throws: ListDisagreement.self) { try checker.check(next) }
    // It is as it was.
    try checker.check(fixture.batch)
    try checker.check(next)
  }

  @Test func aBatchThatComesTwiceIsFound() throws {
    let fixture = try Fixture()
    var checker = try ListChecker(fixture.source)
    try checker.check(fixture.batch)
    #expect(throws: ListDisagreement.self) { try checker.check(fixture.batch) }
  }

  @Test func aBatchOfAnotherListIsFound() throws {
    let fixture = try Fixture()
    let other = try List(.memory(list: "other"))
    try other.applySynchronously(
      Changeset {
        $0.insertSection(at: 0, "first")
        $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      })
    var checker = try ListChecker(other.snapshot)
    let error = #expect(throws: ListDisagreement.self) { try checker.check(fixture.batch) }
    #expect(error?.description.contains("its source is") == true)
  }

  @Test func aListThatIsElsewhereIsFound() throws {
    let fixture = try Fixture()
    let checker = try ListChecker(fixture.source)
    #expect(throws: ListDisagreement.self) { try checker.check(fixture.list.snapshot) }
    let other = try List(.memory(list: "other"))
    try other.applySynchronously(Changeset { $0.insertSection(at: 0, "else") })
    #expect(throws: ListDisagreement.self) { try checker.check(other.snapshot) }
  }

  /// What goes and comes back in one merged batch has the identity with which it went.
  @Test func anItemThatIsRemovedAndTakenBackIsTheSame() throws {
    let fixture = try Fixture()
    let list = fixture.list
    let before = list.snapshot
    try list.applySynchronously(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
    try list.applySynchronously(.undo())
    var checker = try ListChecker(before)
    try checker.check(list.batch(from: before.revision, to: list.snapshot.revision))
    try checker.check(list.snapshot)
  }

  /// A batch whose changeset is another one than what led to its target: its operations and its mapping disagree with it.
  @Test func operationsAndMappingsThatLeadElsewhereAreFound() throws {
    let fixture = try Fixture()
    let changesets: [Changeset<String, String>] = [
      Changeset(),
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) },
      // Every model is right, and the identities are not.
      Changeset {
        $0.removeItems(inSection: 0, at: 0..<3)
        $0.insertItems(["B", "e"], at: ItemPath(section: 0, item: 0))
        $0.insertItem("c", at: ItemPath(section: 1, item: 1))
      },
      // One model is not.
      Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 0))
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 1))
        $0.insertItem("e", at: ItemPath(section: 0, item: 1))
      },
    ]
    for changeset in changesets {
      var checker = try ListChecker(fixture.source)
      let spoiled = try fixture.batch.with(changeset)
      #expect(throws: ListDisagreement.self, "\(changeset)") { try checker.check(spoiled) }
      #expect(checker.revision == 1)
    }
  }
}

extension ListBatch {
  /// The batch with other changes that fit its source.
  fileprivate func with(_ changeset: Changeset<Model, SectionModel>) throws -> ListBatch {
    ListBatch(
      changes: ChangeBatch(
        source: source.state, target: target.state,
        verified: try changeset.verified(against: source.state)),
      models: source.models, states: [], outputs: [], sizes: [])
  }
}
