import RosterCore
import RosterTestSupport
import Testing

@Suite("Lists in memory")
struct MemoryListTests {
  private let scope = ScopePath([ScopeKey(typeName: "Row")])

  private func change(_ item: Int) -> StateChange {
    StateChange(
      StateAddress(item: ItemID(rawValue: item), scope: scope), StoredState(value: .text("1")))
  }

  @Test func aCopyGoesItsOwnWay() throws {
    let list = MemoryList()
    let state = try list.commit(newSection(["a"]), on: list.load())
    let copy = list.copy()
    _ = try list.openedAgain().commit(newSection(["b"]), on: state)
    #expect(try list.storedRevision() == 2)
    #expect(try copy.storedRevision() == 1)
    #expect(try copy.rows(of: copy.load()) == list.rows(of: state))
  }

  @Test(arguments: [FaultyStorage.Moment.before, .after])
  func aFaultIsOfOneCallOfOneOpening(moment: FaultyStorage.Moment) throws {
    let list = MemoryList()
    let other = list.openedAgain()
    list.fail(moment, skipping: 1)
    let state = try list.load()
    #expect(try other.storedRevision() == 0)
    #expect(storageErrorCode { _ = try list.commit(newSection(["a"]), on: state) } == .failed)
    #expect(list.heal())
    #expect(try list.storedRevision() == (moment == .before ? 0 : 1))
  }

  // MARK: Findings

  @Test func anItemAndASectionWithoutAModelAreFound() throws {
    let list = MemoryList()
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(newSection(["a", "b"]))
    var group = builder.group
    group.changes[0] = group.changes[0].with(insertedItems: [.text("a")], insertedSections: [])
    try list.commit(group)
    #expect(try list.findings().count == 2)
  }

  @Test func aStateOfAnItemThatIsGoneIsFound() throws {
    let list = MemoryList()
    var state = try list.commit(newSection(["a", "b"]), on: list.load())
    let removal = Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 1)) }
    state = try list.commit(removal, on: state)
    #expect(try list.findings() == [])
    _ = try list.commit([change(1), change(2)], on: state)
    #expect(try list.findings().count == 1)
  }

  @Test func pagesThatNoChangeNamesMakeAJournalThatLeadsNowhere() throws {
    let list = MemoryList()
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(newSection(["a"]))
    var group = builder.group
    group.pages = PageChanges()
    try list.commit(group)
    #expect(throws: StorageError.self) { try list.findings() }
  }
}
