import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// How far an altered value reaches: every revision until one replaced it.
@Suite("Check: the reach of damage")
struct HistoryDamageTests {
  private static let scope = ScopePath([ScopeKey(typeName: "Row")])

  /// Item 1 is written by revisions 1, 3 and 5; its state by 2 and 6. Item 2 and the section are
  /// written by 1, item 3 by 1 and gone in 4.
  private func makeStore() throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let item = ItemPath(section: 0, item: 0)
    func state(_ text: String) -> StateChange {
      StateChange(
        StateAddress(item: ItemID(rawValue: 1), scope: Self.scope),
        StoredState(value: .text(text)))
    }
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(newSection(["a", "b", "c"]))
    try builder.add(states: [state("two")])
    try builder.add(Changeset { $0.updateItem(at: item, "a3") })
    try builder.add(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 2)) })
    try builder.add(Changeset { $0.updateItem(at: item, "a5") })
    try builder.add(states: [state("six")])
    try builder.add(Changeset { $0.insertItem("d", at: item) })
    try list.commit(builder.group)
    #expect(try temporary.store.checkReport().lists.map(\.intactRevision) == [0])
    return temporary
  }

  /// Damages a file: the check says from where on it is intact, and what is saved is right or named.
  private func expect(
    intact: Revision?, doubtful: Set<ItemID> = [], sections: Set<SectionID> = [],
    saved oldest: Revision, after damage: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let temporary = try makeStore()
    let written = try StoredContents.all(in: temporary.list(), from: 0)
    try temporary.damage(damage, sourceLocation: sourceLocation)
    let condition = try #require(try temporary.store.checkReport().lists.first)
    #expect(condition.intactRevision == intact, sourceLocation: sourceLocation)
    try temporary.store.close()
    let target = temporary.folder.path("saved.sqlite")
    let report = try SQLiteStore.salvage(temporary.path, into: target)
    let saved = try #require(report.lists.first)
    #expect(saved.doubtfulItems == doubtful, sourceLocation: sourceLocation)
    #expect(saved.doubtfulSections == sections, sourceLocation: sourceLocation)
    #expect(saved.oldestRevision == oldest, sourceLocation: sourceLocation)
    #expect(!report.isComplete, sourceLocation: sourceLocation)
    let store = try SQLiteStore(path: target)
    #expect(try store.check() == [], sourceLocation: sourceLocation)
    let list = try #require(try store.list(named: "main", create: false))
    for (revision, contents) in try StoredContents.all(in: list, from: oldest)
    where contents.sections != [] {
      let difference = contents.without(doubtful, sections)
        .difference(from: try #require(written[revision]).without(doubtful, sections))
      #expect(difference == nil, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["'x'", "NULL", "x'00'", "model || ' '"])
  func aModelThatWasReplacedReachesToTheRevisionThatReplacedIt(value: String) throws {
    try expect(
      intact: 5, saved: 5, after: "UPDATE item_history SET model = \(value) WHERE until = 5")
  }

  @Test func aModelThatWasReplacedReachesAlsoToTheEndsOfOthersOfItsRevision() throws {
    // Nothing tells which of the models that revision 1 wrote is altered. Item 2 is still there.
    for revision in [3, 4] {
      try expect(
        intact: nil, doubtful: [ItemID(rawValue: 2)], sections: [SectionID(rawValue: 1)], saved: 4,
        after: "UPDATE item_history SET model = 'x' WHERE until = \(revision)")
    }
  }

  @Test func aModelThatIsThereReachesToTheEnd() throws {
    try expect(
      intact: nil, doubtful: [ItemID(rawValue: 1)], saved: 5,
      after: "UPDATE item SET model = 'x' WHERE version = 5")
    try expect(
      intact: nil, doubtful: [ItemID(rawValue: 2)], sections: [SectionID(rawValue: 1)], saved: 4,
      after: "UPDATE section SET model = 'x'")
  }

  @Test func aModelThatIsGoneReachesToTheRevisionThatReplacedIt() throws {
    try expect(intact: 5, saved: 5, after: "DELETE FROM item_history WHERE until = 5")
  }

  @Test func aModelThatEndsEarlyIsMissedUntilItsEnd() throws {
    try expect(intact: 5, saved: 5, after: "UPDATE item_history SET until = 4 WHERE until = 5")
  }

  @Test func ofAModelOfAnotherRevisionTheNewestContentsAreSaved() throws {
    try expect(
      intact: nil, doubtful: [ItemID(rawValue: 1)], saved: 6,
      after: "UPDATE item SET version = 3 WHERE version = 5")
  }

  @Test func aStateReachesToTheRevisionThatWroteTheNext() throws {
    try expect(intact: 6, saved: 6, after: "UPDATE state_history SET value = 'x'")
    try expect(intact: 6, saved: 6, after: "DELETE FROM state_history")
  }

  @Test func aStateThatIsThereOrShouldBeReachesToTheEnd() throws {
    let one: Set = [ItemID(rawValue: 1)]
    try expect(intact: nil, doubtful: one, saved: 6, after: "UPDATE state SET value = 'x'")
    try expect(intact: nil, doubtful: one, saved: 6, after: "DELETE FROM state")
  }

  @Test func anEntryThatWroteWhatIsThereReachesToTheEnd() throws {
    try expect(
      intact: nil, doubtful: [ItemID(rawValue: 1)], saved: 5,
      after: "UPDATE journal SET origin = 'x' WHERE id & 1099511627775 = 5")
    try expect(
      intact: 5, saved: 5, after: "UPDATE journal SET origin = 'x' WHERE id & 1099511627775 = 3")
  }

  @Test func theRowOfTheListReachesNowhere() throws {
    for damage in ["UPDATE list SET digest = digest + 1", "UPDATE list SET subscribers = 1"] {
      try expect(intact: 0, saved: 0, after: damage)
    }
  }

  @Test func whatWasWrittenBeforeTheJournalReachesToTheEnd() throws {
    let temporary = try makeStore()
    try temporary.list().compact(JournalRetention(revisionCountMax: 1))
    try temporary.damage("UPDATE item SET model = 'x' WHERE version = 1")
    #expect(try temporary.store.checkReport().lists.map(\.intactRevision) == [nil])
    try temporary.store.close()
    let report = try SQLiteStore.salvage(
      temporary.path, into: temporary.folder.path("saved.sqlite"))
    #expect(
      report.lists.first?.doubtfulItems == [ItemID(rawValue: 1), ItemID(rawValue: 2)])
    #expect(report.lists.first?.losses.contains { $0.contains("items 1, 2 may") } == true)
  }
}
