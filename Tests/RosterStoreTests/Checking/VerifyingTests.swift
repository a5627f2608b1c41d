import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// What is compared before revisions of a list, or the list, go elsewhere.
@Suite("Check: what goes elsewhere")
struct VerifyingTests {
  /// Revision 1 writes a section and two items, 2 a state, 3 the first item again, 4 inserts another.
  private func makeStore(isCompacted: Bool = false) throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(newSection(["a", "b"]))
    try builder.add(states: [
      StateChange(
        StateAddress(
          item: ItemID(rawValue: 1), scope: ScopePath([ScopeKey(typeName: "Row")])),
        StoredState(value: .text("open")))
    ])
    try builder.add(Changeset { $0.updateItem(at: ItemPath(section: 0, item: 0), "a3") })
    try builder.add(insertion("c"))
    try list.commit(builder.group)
    if isCompacted { try list.compact(JournalRetention(revisionCountMax: 1)) }
    return temporary
  }

  @Test(arguments: [
    ("UPDATE item SET model = 'x' WHERE version = 1", 1),
    ("UPDATE item_history SET model = 'x'", 1), ("UPDATE section SET model = 'x'", 1),
    ("UPDATE state SET value = 'x'", 2), ("UPDATE state SET version = 1", 2),
    ("DELETE FROM state", 2), ("UPDATE item SET model = 'x' WHERE version = 3", 3),
    ("UPDATE journal SET origin = 'x' WHERE id = (SELECT max(id) FROM journal)", 4),
    ("UPDATE journal SET change = '{' WHERE id = (SELECT max(id) FROM journal)", 4),
  ])
  func aRevisionThatWroteWhatWasAlteredIsRefusedAndNoOther(damage: String, altered: Int) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try list.verifyRevisions(after: 0, count: 4)
    try temporary.damage(damage)
    for revision in 1...4 where revision != altered {
      try list.verifyRevisions(after: revision - 1, count: 1)
    }
    let error = #expect(throws: StorageError.self) {
      for revision in 1...4 { try list.verifyRevisions(after: revision - 1, count: 1) }
    }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("list \"main\"") == true, "\(error?.message ?? "")")
    #expect(throws: StorageError.self) { try list.verifyContents() }
  }

  @Test(arguments: [
    "UPDATE item SET model = 'x' WHERE version = 1",
    "UPDATE item SET model = 'x' WHERE version = 3",
    "UPDATE leaf SET items = '[3,2,1]'", "UPDATE section SET ord = ord + 1", "DELETE FROM state",
    "UPDATE list SET oldest = 1",
  ])
  func aListIsRefusedAlsoForWhatWasWrittenBeforeItsJournalBegins(damage: String) throws {
    let temporary = try makeStore(isCompacted: true)
    let list = try temporary.list()
    try list.verifyContents()
    try temporary.damage(damage)
    let error = #expect(throws: StorageError.self) { try list.verifyContents() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("list \"main\"") == true)
  }

  @Test func revisionsThatAreGoneOrNotThereYetAreNoDamage() throws {
    let temporary = try makeStore(isCompacted: true)
    let list = try temporary.list()
    try list.verifyRevisions(after: 3, count: 1)
    let gone = #expect(throws: StorageError.self) { try list.verifyRevisions(after: 2, count: 1) }
    #expect(gone?.code == .compacted)
    let later = #expect(throws: StorageError.self) { try list.verifyRevisions(after: 3, count: 2) }
    #expect(later?.code == .stale)
  }
}
