import RosterCore
import RosterRows
import RosterTestSupport
import Testing

@testable import RosterStore

/// Damage done with a SQL shell, and the findings of the check.
@Suite("Check: planted damage")
struct CheckTests {
  /// A list of 3 large leaf pages in 2 sections, at revision 5; items 1 to 602, of which 2 is removed, 3
  /// updated, and 4 moved.
  private func makeStore() throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list("main", .ofEarlierFormats)
    var state = try list.commit(newSection((1...400).map { "\($0)" }), on: list.load())
    state = try list.commit(newSection(at: 1, (401...601).map { "\($0)" }), on: state)
    for changeset: Changeset<String, String> in [
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 1)) },
      Changeset {
        $0.updateItem(at: ItemPath(section: 0, item: 1), "3 again")
        $0.updateSection(at: 1, "titled")
      },
      Changeset {
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
        $0.insertItem("602", at: ItemPath(section: 1, item: 1))
      },
    ] {
      state = try list.commit(changeset, on: state)
    }
    #expect(try temporary.store.check() == [])
    return temporary
  }

  /// Does damage and expects a finding that says so.
  private func expect(
    _ finding: String, after damage: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let temporary = try makeStore()
    try temporary.damage(damage, sourceLocation: sourceLocation)
    try temporary.expect(finding, sourceLocation: sourceLocation)
  }

  fileprivate static let number = "(1 << 40)"

  // MARK: Pages

  @Test func aCountThatIsWrong() throws {
    try expect(
      "list \"main\": the count of a leaf page", after: "UPDATE leaf SET count = count - 1")
  }

  @Test func aCountThatIsImpossible() throws {
    try expect("the entry of leaf 1 is not a valid one", after: "UPDATE leaf SET count = 0")
  }

  @Test func anItemThatIsMissingInItsLeaf() throws {
    try expect(
      "an item has a row, but is in no leaf page: 5",
      after: "UPDATE leaf SET items = replace(items, ',5,', ','), count = count - 1 WHERE id & 1")
  }

  @Test func anItemWithoutARow() throws {
    try expect(
      "an item is in a leaf page, but has no row: 602",
      after: "DELETE FROM item WHERE id = \(Self.number) + 602")
  }

  @Test(arguments: ["leaf + 90", "0", "\(Self.number)", "leaf << 1"])
  func anItemWithTheNameOfALeafThatWasNeverThere(leaf: String) throws {
    try expect(
      "names a leaf page with a number that was not yet given: 5",
      after: "UPDATE item SET leaf = \(leaf) WHERE id = \(Self.number) + 5")
  }

  /// It is found from that one, or in all pages.
  @Test func anItemThatNamesAnotherLeafThanTheOneItIsInIsWell() throws {
    let temporary = try makeStore()
    try temporary.damage("UPDATE item SET leaf = (1 << 40) + 3 - (id & 1) WHERE id & 3 = 0")
    #expect(try temporary.store.check() == [])
    let list = try temporary.list()
    let state = try list.load()
    for item in [4, 8, 300, 400, 500] {
      let id = ItemID(rawValue: item)
      let path = try #require(try state.path(of: id))
      #expect(try state.itemID(at: path) == id)
    }
  }

  @Test func aStrayItem() throws {
    try expect(
      "an item has a row, but is in no leaf page: 2",
      after: """
        INSERT INTO item (id, leaf, version, model)
        VALUES (\(Self.number) + 2, \(Self.number) + 1, 1, 'x')
        """)
  }

  @Test func anItemThatIsInALeafTwice() throws {
    try expect(
      "an item is in leaf pages more than once: 5",
      after: "UPDATE leaf SET items = replace(items, ',6,', ',5,')")
  }

  @Test func aLeafThatIsUnreadable() throws {
    try expect(
      "the items of a leaf page are unreadable: 1, 2, 3", after: "UPDATE leaf SET items = '[1,]'")
  }

  @Test func aLeafThatIsMissing() throws {
    try expect(
      "an item has a row, but is in no leaf page", after: "DELETE FROM leaf WHERE id & 3 = 2")
  }

  // MARK: Order

  @Test func leavesWithTheSameOrderKey() throws {
    try expect("the entry of leaf 2 is not a valid one", after: "UPDATE leaf SET ord = 7")
  }

  @Test func sectionsWithTheSameOrderKey() throws {
    try expect("the entry of section 2 is not a valid one", after: "UPDATE section SET ord = 7")
  }

  @Test func leavesThatChangedPlaces() throws {
    try expect(
      "the order of items and sections is not the one that was left by revision: 5",
      after: "UPDATE leaf SET ord = -ord - 1 WHERE section = \(Self.number) + 1")
  }

  @Test func aSectionThatIsMissing() throws {
    try expect("which does not exist", after: "DELETE FROM section WHERE id & 3 = 2")
  }

  // MARK: Models

  @Test func aModelThatWasAltered() throws {
    try expect(
      "altered that was written by revision: 1",
      after: "UPDATE item SET model = 'x' WHERE id = \(Self.number) + 300")
    try expect(
      "altered that was written by revision: 4",
      after: "UPDATE section SET model = NULL WHERE id = \(Self.number) + 2")
  }

  @Test func aBeforeImageThatWasAltered() throws {
    try expect(
      "altered that was written by revision: 1", after: "UPDATE item_history SET model = 'x'")
    try expect(
      "altered that was written by revision: 2", after: "UPDATE section_history SET model = 1")
  }

  @Test func aBeforeImageThatIsGone() throws {
    try expect("a model is gone that was written by revision: 1", after: "DELETE FROM item_history")
    try expect(
      "a model is gone that was written by revision: 2", after: "DELETE FROM section_history")
  }

  @Test func versionsThatAreImpossible() throws {
    try expect("the version of an item", after: "UPDATE item SET version = 6 WHERE version = 5")
    try expect("the version of a section", after: "UPDATE section SET version = 6")
    try expect("a before-image of an item", after: "UPDATE item_history SET until = 9")
    try expect("a before-image of a section", after: "UPDATE section_history SET version = until")
  }

  // MARK: Journal

  @Test func aGapInTheJournal() throws {
    try expect(
      "the journal has a gap before revision: 4", after: "DELETE FROM journal WHERE id & 7 = 3")
  }

  @Test func theLastEntryOfTheJournalIsGone() throws {
    try expect(
      "an item has a number that was not yet given: 602",
      after: "DELETE FROM journal WHERE id & 7 = 5")
  }

  @Test func textOfTheJournalThatWasAltered() throws {
    try expect(
      "the journal is unreadable at revision: 3",
      after: "UPDATE journal SET change = 'x' WHERE id & 7 = 3")
    try expect(
      "altered that was written by revision: 3",
      after: "UPDATE journal SET change = '{}' WHERE id & 7 = 3")
    try expect(
      "altered that was written by revision: 2",
      after: "UPDATE journal SET origin = 'somebody else' WHERE id & 7 = 2")
  }

  @Test func aRecordThatDoesNotFitAlthoughItsDigestDoes() throws {
    var digest = RevisionDigest(change: "{}", origin: nil, at: nil, userInfo: nil)
    let empty = digest.value
    digest.add(.null)
    #expect(digest.value != empty)
    // The change of revision 5 does not touch what it does if nothing was removed before.
    try expect(
      "the models of items are not those that were written or ended by revision: 3",
      after: "UPDATE journal SET change = '{}', digest = \(empty) WHERE id & 7 = 3")
  }

  /// The digest of a row covers its scope, and the check what follows from the rows before.
  @Test(arguments: [
    ("step_scope = 'x' WHERE step_scope = 'other'", "altered"),
    ("scope_redo = 2 WHERE id & 7 = 3", "what undo and redo take back"),
    ("undo = 2 WHERE id & 7 = 4", "what undo and redo take back"),
    ("scope_undo = NULL WHERE id & 7 = 3", "the journal is unreadable"),
    ("scope_undo = 9 WHERE id & 7 = 3", "the journal is unreadable"),
  ])
  func scopesThatWereAltered(damage: String, finding: String) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try list.commit(newSection(["a"]), on: list.load())
    for scope in ["user", "user", "other"] {
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(
        Changeset { $0.insertItem("x", at: ItemPath(section: 0, item: 0)) },
        ChangeAnnotation(undo: UndoScope(scope)))
      try list.commit(builder.group)
    }
    #expect(try temporary.store.check() == [])
    try temporary.damage("UPDATE journal SET \(damage)")
    try temporary.expect(finding)
  }

  /// The digest of a row covers its parts in other lists.
  @Test(arguments: [
    ("NULL", "altered"), ("'[[2,8]]'", "altered"), ("'[[3,9]]'", "altered"),
    ("'[[1,9]]'", "the journal is unreadable"), ("'[[3,1],[2,9]]'", "the journal is unreadable"),
    ("'[[2,0]]'", "the journal is unreadable"), ("'[[2]]'", "the journal is unreadable"),
    ("'[]'", "the journal is unreadable"), ("'two'", "the journal is unreadable"),
  ])
  func partsThatWereAltered(parts: String, finding: String) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var builder = CommitGroupBuilder(try list.load())
    builder.otherParts = [JournalPart(list: 2, revision: 9)]
    try builder.add(newSection(["a"]))
    try list.commit(builder.group)
    #expect(try list.journal(after: 0, limit: 1).map(\.otherParts) == [builder.otherParts])
    #expect(try temporary.store.check() == [])
    try temporary.damage("UPDATE journal SET parts = \(parts)")
    try temporary.expect(finding)
  }

  // MARK: Numbers

  @Test func numbersThatLieAhead() throws {
    let ahead = "has a number that was not yet given"
    try expect("an item \(ahead): 602", after: "UPDATE journal SET next_item = 602")
    try expect("a section \(ahead): 2", after: "UPDATE journal SET next_section = 2")
    try expect("a leaf page \(ahead)", after: "UPDATE journal SET next_leaf = 2")
    try expect(
      "the journal gives numbers again from revision: 2",
      after: "UPDATE journal SET next_item = 1000 WHERE id & 7 = 1")
  }

  @Test func rowsOfAnotherList() throws {
    try expect(
      "a row refers to another list than its number says: 1, 2",
      after: "UPDATE section SET list = 2")
    for table in ["item", "leaf", "journal", "section"] {
      try expect(
        "table \(table) has rows of a list that does not exist",
        after: "UPDATE \(table) SET id = id + \(Self.number) * 9")
    }
    for table in ["state", "state_history"] {
      let columns = table == "state" ? "1, 1, 'x'" : "2, 1, 1, 'x'"
      try expect(
        "table \(table) has rows of a list that does not exist",
        after: "INSERT INTO \(table) VALUES (\(Self.number) * 9 + 1, 'Row', \(columns))")
    }
  }

  /// What is opened later would take them for rows of its own.
  @Test func rowsOfNoDeviceAndOfNoHub() throws {
    try expect(
      "what the list knows of its hub is not what was written by revision: 0",
      after: "INSERT INTO sync_pending VALUES (1, 2, 'opening', NULL, '{}')")
    for row in [
      "sync_settled VALUES (1, 1, 'o', 0, 1)", "sync_loss VALUES (1, 1, 'o', 1, 1, NULL)",
    ] {
      try expect(
        "what the hub of the list has settled is not what was written by revision: 0",
        after: "INSERT INTO \(row)")
    }
  }

  /// The second number has the first list in its lower bits.
  @Test(arguments: ["9", "\(CheckTests.number) + 1"])
  func devicesAndHubsOfAListThatDoesNotExist(list: String) throws {
    let columns = [
      "sync_device": "1, 'o', 1, '', 'hub', 1, '', '{}'", "sync_pending": "1, 'o', NULL, '{}'",
      "sync_hub": "1, 'hub', NULL", "sync_settled": "1, 'o', 0, 1",
      "sync_loss": "1, 'o', 1, 1, NULL",
    ]
    for (table, values) in columns {
      try expect(
        "table \(table) has rows of a list that does not exist",
        after: "INSERT INTO \(table) VALUES (\(list), \(values))")
    }
  }
}
