import CSQLite
import RosterCore
import RosterTestSupport
import Testing

@testable import RosterStore

/// What a commit need not read, because the connection has written it last; and that it is read again whenever anything
/// else was written.
@Suite("Heads that the connection has written")
struct WrittenHeadTests {
  /// Returns the first words of the statements that the connection runs.
  private func statements(
    of store: SQLiteStore, _ body: () throws -> Void
  ) throws -> [String] {
    try store.statements(ranBy: body).map {
      $0.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
    }
  }

  private static let begin = ["BEGIN IMMEDIATE", "PRAGMA data_version"]
  private static let reading = ["SELECT id, undo,", "SELECT keys_from FROM"]
  private static let writing = [
    "INSERT INTO journal", "INSERT INTO item", "UPDATE leaf SET", "COMMIT",
  ]

  @Test func aCommitReadsNothingThatTheOneBeforeHasWritten() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      for model in ["b", "c"] {
        let ran = try statements(of: temporary.store) {
          state = try list.commit(insertion(model), on: state)
        }
        #expect(ran == Self.begin + Self.writing, "\(model)")
      }
      #expect(try list.load().revision == 3)
    }
  }

  @Test func aStateIsWrittenWithoutReading() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      let address = StateAddress(
        tree: .item(ItemID(rawValue: 1)), scope: ScopePath([ScopeKey(typeName: "Row")]))
      for text in ["{}", "[]"] {
        let value = StoredState(typeVersion: 1, value: .text(text))
        let ran = try statements(of: temporary.store) {
          state = try list.commit([StateChange(address, value)], on: state)
        }
        let writing = [
          "INSERT INTO journal", "INSERT INTO state_history", "INSERT INTO state", "COMMIT",
        ]
        #expect(ran == Self.begin + writing, "\(text)")
      }
    }
  }

  @Test func eachListOfTheFileIsKnown() throws {
    try withStore { temporary in
      let lists = try ["one", "other"].map { try temporary.list($0) }
      var states = try lists.map { try $0.commit(newSection(["a"]), on: $0.load()) }
      for model in ["b", "c"] {
        for index in lists.indices {
          let ran = try statements(of: temporary.store) {
            states[index] = try lists[index].commit(insertion(model), on: states[index])
          }
          #expect(ran == Self.begin + Self.writing, "\(index), \(model)")
        }
      }
    }
  }

  @Test func aCommitReadsBehindEverythingElseThatWasWritten() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      func expectReading(_ comment: Comment) throws {
        let ran = try statements(of: temporary.store) {
          state = try list.commit(insertion("b"), on: state)
        }
        #expect(ran == Self.begin + Self.reading + Self.writing, comment)
      }
      _ = try temporary.list("other")
      try expectReading("another list was made")
      try list.compact(JournalRetention(revisionCountMax: 1))
      try expectReading("the journal was compacted")
      try list.acknowledge(2, by: "reader")
      try expectReading("a subscriber was registered")
      try temporary.store.pool.write { try $0.execute("UPDATE file SET list_count = list_count") }
      try expectReading("a row was written by hand")
    }
  }

  @Test func whatAnotherConnectionCommitsIsSeen() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.commit(newSection(["a"]), on: list.load())
      let other = try SQLiteStore(path: temporary.path)
      let same = try #require(try other.list(named: "main", create: false))
      let theirs = try same.commit(insertion("b"), on: same.load())
      #expect(storageErrorCode { _ = try list.commit(insertion("c"), on: state) } == .stale)
      let ours = try list.commit(insertion("d"), on: list.load())
      #expect(ours.revision == theirs.revision + 1)
      try other.close()
    }
  }

  @Test func aRowThatTheConnectionItselfHasDamagedIsSeen() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.commit(newSection(["a"]), on: list.load())
      let digest = try #require(
        try temporary.store.pool.write { try $0.integer("SELECT pages FROM journal") })
      try temporary.store.pool.write { try $0.execute("UPDATE journal SET pages = NULL") }
      #expect(storageErrorCode { _ = try list.commit(insertion("b"), on: state) } == .corrupt)
      try temporary.store.pool.write { try $0.execute("UPDATE journal SET pages = \(digest)") }
      _ = try list.commit(insertion("b"), on: list.load())
    }
  }

  @Test func aRowThatATriggerAltersIsSeen() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      let other = try SQLiteStore(path: temporary.path)
      try other.pool.write {
        try $0.execute(
          """
          CREATE TABLE kept (pages);
          CREATE TRIGGER altering AFTER INSERT ON journal BEGIN
            INSERT INTO kept VALUES (NEW.pages);
            UPDATE journal SET pages = NULL WHERE id = NEW.id;
          END
          """)
      }
      state = try list.commit(insertion("b"), on: state)
      #expect(storageErrorCode { _ = try list.commit(insertion("c"), on: state) } == .corrupt)
      try other.pool.write {
        try $0.execute(
          """
          DROP TRIGGER altering;
          UPDATE journal SET pages = (SELECT pages FROM kept)
          WHERE id = (SELECT max(id) FROM journal);
          DROP TABLE kept
          """)
      }
      try other.close()
      let stored = try list.load()
      #expect(stored.revision == 2)
      #expect(try list.commit(insertion("c"), on: stored).revision == 3)
    }
  }

  @Test func aLimitedNumberOfListsIsKnown() {
    var heads = WrittenHeads()
    heads.begin(at: WrittenHeads.Mark(changeCount: 0, dataVersion: 1))
    let written = WrittenHeads.Known(head: ListHead(revision: 7), lacksKeys: false)
    for list in 1...WrittenHeads.listCountMax { heads.write(written, ofList: list) }
    heads.write(written, ofList: 1)
    #expect(heads.known(ofList: 2)?.head.revision == 7)
    heads.write(written, ofList: 0)
    #expect(heads.known(ofList: 2) == nil)
    #expect(heads.known(ofList: 0)?.head.revision == 7)
  }

  @Test func onlyATransactionWithTheMarkOfTheLastCommitKnowsIt() {
    let mark = WrittenHeads.Mark(changeCount: 3, dataVersion: 1)
    let written = WrittenHeads.Known(head: ListHead(revision: 7), lacksKeys: false)
    var heads = WrittenHeads()
    heads.begin(at: mark)
    heads.beginCommits()
    heads.write(written, ofList: 1)
    heads.commit(at: mark)
    #expect(heads.known(ofList: 1) == nil, "no transaction is open")

    var others = heads
    heads.begin(at: mark)
    #expect(heads.known(ofList: 1)?.head.revision == 7)
    heads.rollBack()
    // A transaction of an application begins without a mark.
    #expect(heads.known(ofList: 1) == nil, "it was rolled back")
    heads.begin(at: mark)
    #expect(heads.known(ofList: 1) == nil, "it was rolled back before")

    others.begin(at: nil)
    others.write(written, ofList: 1)
    #expect(others.known(ofList: 1) == nil, "a trigger may alter the row")
    others.commit(at: nil)
    others.begin(at: mark)
    #expect(others.known(ofList: 1) == nil, "what was known is forgotten")
  }

  @Test func aTransactionThatIsNotCommittedLeavesNothingKnown() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.commit(newSection(["a"]), on: list.load())
      // SQLite rolls back what the hook refuses.
      temporary.store.pool.write { _ = sqlite3_commit_hook($0.handle, { _ in 1 }, nil) }
      #expect(storageErrorCode { _ = try list.commit(insertion("b"), on: state) } != nil)
      temporary.store.pool.write { _ = sqlite3_commit_hook($0.handle, nil, nil) }
      let stored = try list.load()
      #expect(stored.revision == 1)
      #expect(try list.commit(insertion("c"), on: stored).revision == 2)
    }
  }

  @Test func keysThatTheListHasBeenGivenAreRequired() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.commit(newSection(["a"]), on: list.load())
      _ = try list.commit(insertion("b"), on: state)
      try list.addKeys { item, _ in .integer(item.rawValue) }
      #expect(
        storageErrorCode { _ = try list.commit(insertion("c"), on: list.load()) } == .keyRequired)
    }
  }
}
