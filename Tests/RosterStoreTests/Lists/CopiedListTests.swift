import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// What is said of a list that cannot be copied; that copies are right, `RosterPostgresTests` show.
@Suite("Copied lists")
struct CopiedListTests {
  private let temporary: TemporaryStore
  private let target: SQLiteStore

  init() throws {
    temporary = try TemporaryStore()
    for name in ["main", "second"] {
      let list = try temporary.list(name)
      _ = try list.commit(newSection(["a", "b"]), on: list.load())
    }
    target = try SQLiteStore(path: temporary.folder.path("copy.sqlite"))
  }

  private func copy(_ names: [String]?) throws {
    let staged = try StagedLists(names, of: temporary.store)
    for list in try staged.store.lists() {
      try staged.copy(list.name, to: target, as: list.name, behind: 0)
    }
  }

  /// A row that no table takes, one that a check finds, and one that is not there.
  @Test(arguments: [
    "UPDATE leaf SET count = 0 WHERE id = (2 << 40) + 1",
    "UPDATE item SET model = 'x' WHERE id = (2 << 40) + 1",
    "UPDATE section SET list = 3 WHERE id = (2 << 40) + 1",
    "DELETE FROM section WHERE list = 2",
  ])
  func aDamagedListIsRefusedByTheNameOfItsFileAndItsOwn(damage: String) throws {
    try temporary.damage(damage)
    for names in [["second"], nil] {
      let error = #expect(throws: StorageError.self) { try copy(names) }
      #expect(error?.code == .corrupt)
      let message = try #require(error?.message)
      #expect(message.hasPrefix("\(temporary.path), list \"second\": "), "\(message)")
    }
    #expect(try target.lists().isEmpty)
    try copy(["main"])
    #expect(try target.lists().map(\.name) == ["main"])
  }

  @Test(arguments: [["main"], nil])
  func aCopiedListIsWithoutThePartsOfItsChangesInOtherLists(names: [String]?) throws {
    let list = try temporary.list("main")
    var builder = CommitGroupBuilder(try list.load())
    builder.otherParts = [JournalPart(list: 2, revision: 1)]
    try builder.add(newSection(["c"]))
    try list.commit(builder.group)
    try copy(names)
    let copied = try #require(try target.list(named: "main", create: false))
    #expect(copied.address?.number == list.address?.number)
    let (entries, originals) = (
      try copied.journal(after: 0, limit: 9), try list.journal(after: 0, limit: 9)
    )
    #expect(originals.map(\.otherParts) == [[], builder.otherParts])
    #expect(entries.map(\.otherParts) == [[], []])
    #expect(entries.map(\.record) == originals.map(\.record))
    #expect(try target.check() == [] && temporary.store.check() == [])
  }

  @Test func allListsAreNotCopiedWithoutOneThatIsGone() throws {
    try temporary.damage("DELETE FROM list WHERE name = 'second'")
    let error = #expect(throws: StorageError.self) { try copy(nil) }
    #expect(error?.code == .corrupt)
    #expect(error?.message.hasPrefix("\(temporary.path): a list is gone") == true)
    try copy(["main"])
    #expect(try target.lists().map(\.name) == ["main"])
  }
}
