import RosterCore
import RosterTestSupport
import Testing

@Suite("Two writers of one list")
struct TwoWritersTests {
  /// Runs a test with a list of some pages that two writers have opened at revision 1.
  private func withTwoWriters(
    _ kind: StorageKind,
    _ body: (_ one: any JournalStorage, _ other: any JournalStorage) throws -> Void
  ) throws {
    try withStorage(kind) { temporary in
      let one = try temporary.list()
      let items = (0..<600).map { "\($0)" }
      _ = try one.commit(newSection(items), on: one.load())
      try body(one, temporary.listOfAnotherWriter("main"))
    }
  }

  private let insertion = Changeset<String, String> {
    $0.insertItem("new", at: ItemPath(section: 0, item: 300))
  }

  @Test(arguments: StorageKind.all)
  func theSecondOnAStaleBaseIsRefusedAndChangesNothing(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let stale = try one.load()
      let state = try other.commit([insertion, insertion], on: other.load())
      for changesets in [[insertion], [insertion, insertion, insertion]] {
        #expect(storageErrorCode { _ = try one.commit(changesets, on: stale) } == .stale)
      }
      #expect(try one.rows(of: one.load()) == other.rows(of: state))
    }
  }

  @Test(arguments: StorageKind.all)
  func aStateThatIsAheadOfTheFileIsRefused(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, _ in
      var builder = CommitGroupBuilder(try one.load())
      try builder.add(insertion)
      let ahead = builder.group.target
      #expect(storageErrorCode { _ = try one.commit(insertion, on: ahead) } == .stale)
      #expect(try one.load().revision == 1)
    }
  }

  @Test(arguments: StorageKind.all)
  func openingAgainLetsTheSecondGoOn(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      _ = try other.commit(insertion, on: other.load())
      let state = try one.commit(insertion, on: one.load())
      #expect(state.revision == 3)
      #expect(try one.rows(of: state) == other.rows(of: other.load()))
    }
  }

  @Test(arguments: StorageKind.all)
  func aPageIsReadAsItWasBeforeAnotherWriterCommitted(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let opened = try one.load()
      let known = try one.load()
      let ids = try known.itemIDs(inSection: 0)
      let leaf = try known.leafHint(of: ItemID(rawValue: 500))
      let first = try opened.itemID(at: ItemPath(section: 0, item: 0))
      _ = try other.commit([insertion, insertion], on: other.load())
      #expect(try opened.itemIDs(inSection: 0) == ids)
      #expect(try opened.leafHint(of: ItemID(rawValue: 500)) == leaf)
      #expect(try opened.itemID(at: ItemPath(section: 0, item: 0)) == first, "what was read stays")
    }
  }

  /// An item is far from the page that its row names, so all pages are read as they were when the list was opened.
  @Test(arguments: StorageKind.all, [false, true])
  func anItemIsFoundInAllPagesAfterOwnCommitsThatLeftTheJournal(
    kind: StorageKind, hasOtherWriter: Bool
  ) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list("main", try #require(PageSizes(capacity: 4)))
      _ = try list.commit(newSection(["first", "last"]), on: list.load())
      func insertion(at item: Int) -> Changeset<String, String> {
        Changeset { $0.insertItem("between", at: ItemPath(section: 0, item: item)) }
      }
      _ = try list.commit((0..<200).map { _ in insertion(at: 1) }, on: list.load())
      let opened = try list.load()
      var state = opened
      for item in [1, 90, 201] { state = try list.commit(insertion(at: item), on: state) }
      if hasOtherWriter {
        let other = try temporary.listOfAnotherWriter("main")
        _ = try other.commit(insertion(at: 100), on: other.load())
      } else {
        _ = try list.compact(JournalRetention(revisionCountMax: 1), keeping: nil)
      }
      let last = ItemID(rawValue: 2)
      #expect(try opened.path(of: last) == ItemPath(section: 0, item: 201))
      #expect(try state.path(of: last) == ItemPath(section: 0, item: 204))
    }
  }

  @Test(arguments: StorageKind.persistent)
  func aPageThatOnlyACompactedRevisionChangedIsLost(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let opened = try one.load()
      _ = try other.commit([insertion, insertion], on: other.load())
      let journal = try one.compact(JournalRetention(revisionCountMax: 1), keeping: nil)
      #expect(journal.oldestRevision == 2)
      #expect(storageErrorCode { _ = try opened.itemIDs(inSection: 0) } == .compacted)
    }
  }

  @Test(arguments: StorageKind.all)
  func aCommitThatIsRefusedDoesNotMakeTheOthersPagesOnesOwn(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let opened = try one.load()
      let ids = try one.load().itemIDs(inSection: 0)
      _ = try opened.itemID(at: ItemPath(section: 0, item: 300))
      _ = try opened.leafHint(of: ItemID(rawValue: 301))
      _ = try other.commit(insertion, on: other.load())
      #expect(storageErrorCode { _ = try one.commit(insertion, on: opened) } == .stale)
      #expect(try opened.itemIDs(inSection: 0) == ids)
    }
  }

  // MARK: States

  private let scope = ScopePath([ScopeKey(typeName: "Row")])

  private func change(_ item: Int, _ text: String?) -> StateChange {
    StateChange(
      StateAddress(item: ItemID(rawValue: item), scope: scope),
      text.map { StoredState(value: .text($0)) })
  }

  private func texts(_ list: any ListStorage, _ item: Int, at revisions: ClosedRange<Int>) throws
    -> [StoredValue?]
  {
    try revisions.map { try list.states(of: [ItemID(rawValue: item)], at: $0)[0][scope]?.value }
  }

  @Test(arguments: StorageKind.all)
  func aStateOnAStaleBaseIsRefusedAndChangesNothing(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let stale = try one.load()
      _ = try other.commit([change(1, "other")], on: other.load())
      for changes in [[change(1, "one")], [change(2, "one")], [change(1, nil)]] {
        #expect(storageErrorCode { _ = try one.commit(changes, on: stale) } == .stale)
      }
      #expect(try texts(one, 1, at: 1...3) == [nil, .text("other"), .text("other")])
      #expect(try texts(one, 2, at: 2...2) == [nil])
      let state = try one.commit([change(1, "one")], on: one.load())
      #expect(state.revision == 3)
      #expect(try texts(other, 1, at: 2...3) == [.text("other"), .text("one")])
    }
  }

  @Test(arguments: StorageKind.all)
  func aStateRevisionOfAnotherWriterMakesAListStaleAndNoPage(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let opened = try one.load()
      _ = try other.commit([change(1, "other")], on: other.load())
      #expect(storageErrorCode { _ = try one.commit(insertion, on: opened) } == .stale)
    }
  }

  @Test(arguments: StorageKind.all)
  func statesOfAnOldRevisionAreReadWhoeverHasWrittenSince(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      _ = try one.commit([change(1, "one")], on: one.load())
      let clearing = Changeset<String, String> { $0.removeSection(at: 0) }
      _ = try other.commit(clearing, on: other.load())
      #expect(try texts(one, 1, at: 1...3) == [nil, .text("one"), nil])
    }
  }

  // MARK: Models

  @Test(arguments: StorageKind.all)
  func modelsOfAnOldRevisionAreReadWhoeverHasWrittenSince(kind: StorageKind) throws {
    try withTwoWriters(kind) { one, other in
      let opened = try one.load()
      let rows = try one.rows(of: opened)
      let clearing = Changeset<String, String> {
        $0.removeSection(at: 0)
        for item in 0..<5 { $0.updateItem(at: ItemPath(section: 0, item: item), "absorbed") }
      }
      _ = try other.commit(clearing, on: other.load())
      #expect(try one.rows(of: opened) == rows)
    }
  }
}
