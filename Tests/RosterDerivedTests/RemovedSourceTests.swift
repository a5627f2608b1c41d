import Roster
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

/// A list that is removed leaves its name to others, which are other sources.
@Suite("Derived lists: of sources that were removed")
struct RemovedSourceTests {
  private typealias All = DerivedList<Note, Ungrouped, Never>

  /// Opens a list, and adds notes in a revision each.
  private func open(
    _ name: String, _ numbers: [Int] = [], in store: SQLiteStore
  ) throws -> Notes {
    let list = try Notes(.stored(try #require(try store.list(named: name))))
    for number in numbers {
      try list.changeSynchronously { _, draft in
        try draft.append(Note(number: number, rank: 1, folder: name))
      }
    }
    return list
  }

  private func union(_ sources: [Notes]) throws -> All {
    try sources[0].derived("all", version: "1").union(Array(sources.dropFirst()))
      .sorted { [.descending($0.number)] }.open()
  }

  private func numbers(_ list: All) throws -> [Int] {
    try list.list.snapshot.models().map(\.number)
  }

  private func items(_ list: All) throws -> [ItemID] {
    try list.list.snapshot.state.itemIDs(inSection: 0)
  }

  @Test func aListWithTheNameOfARemovedOneIsAnotherSource() async throws {
    let store = try SQLiteStore.inMemory()
    let (former, other) = (try open("a", [1, 2], in: store), try open("b", [3], in: store))
    let first = try union([former, other])
    #expect(try numbers(first) == [3, 2, 1])
    let shown = try items(first)
    await first.close()
    let second = try union([other])
    #expect(try items(second) == [shown[0]])
    await second.close()
    await former.close()
    #expect(try store.removeList(named: "a") == ["a"])

    let new = try open("a", [1, 2], in: store)
    let third = try union([new, other])
    #expect(try numbers(third) == [3, 2, 1])
    #expect(try items(third).map { SourceSlot.split($0).slot } == [1, 2, 2])
    #expect(try items(third)[0] == shown[0])
    #expect(third.origin(of: shown[1]) == nil)
    let subscriber = JournalSubscriber.derived("all")
    #expect(try new.registeredSubscribers().contains { $0.name == subscriber })
    await third.close()
    // It has the same slot from then on.
    let fourth = try union([new, other])
    #expect(try items(fourth).map { SourceSlot.split($0).slot } == [1, 2, 2])
    try await new.change { _, draft in try draft.append(Note(number: 4, folder: "a")) }
    try await fourth.bringUpToDate()
    #expect(try numbers(fourth) == [4, 3, 2, 1])
    await fourth.close()
    #expect(try store.check().isEmpty)
  }

  /// The list still shows what is gone, since nothing has said that the source is one of it.
  @Test func itemsOfTheFormerSourceGoAndThoseOfTheNewOneComeInOneBatch() async throws {
    let store = try SQLiteStore.inMemory()
    let (former, other) = (try open("a", [1, 2], in: store), try open("b", [3], in: store))
    let first = try union([former, other])
    let shown = try items(first)
    var rows = try first.list.snapshot.rows().notes
    let revision = first.list.snapshot.revision
    await first.close()
    try former.removeRegisteredSubscriber(JournalSubscriber.derived("all"))
    await former.close()
    #expect(try store.removeList(named: "a") == ["a"])

    // It is at a later revision than the list has followed the former one.
    let new = try open("a", [8, 7, 9], in: store)
    let second = try union([new, other])
    #expect(try numbers(second) == [9, 8, 7, 3])
    #expect(second.list.snapshot.revision == revision + 1)
    let found = try items(second)
    #expect(found[3] == shown[0])
    #expect(Set(found.prefix(3)).isDisjoint(with: shown))
    var batches = try second.list.batches(after: revision).makeAsyncIterator()
    let batch = try #require(try await batches.next())
    rows = try rows.applying(batch.changes.operations)
    #expect(try rows == second.list.snapshot.rows().notes)
    await second.close()
    #expect(try store.check().isEmpty)
  }

  /// The items have the identities of the source, so they are those of the new one.
  @Test func aListOfOneSourceIsComparedAnew() async throws {
    let store = try SQLiteStore.inMemory()
    let former = try open("a", [1, 2], in: store)
    func sorted(_ source: Notes) throws -> All {
      try source.derived("sorted", version: "1").sorted { [.descending($0.number)] }.open()
    }
    let first = try sorted(former)
    #expect(try numbers(first) == [2, 1])
    await first.close()
    try former.removeRegisteredSubscriber(JournalSubscriber.derived("sorted"))
    await former.close()
    #expect(try store.removeList(named: "a") == ["a"])
    let new = try open("a", [8, 7, 9], in: store)
    let second = try sorted(new)
    #expect(try numbers(second) == [9, 8, 7])
    try await new.change { _, draft in try draft.append(Note(number: 6, folder: "a")) }
    try await second.bringUpToDate()
    #expect(try numbers(second) == [9, 8, 7, 6])
    await second.close()
    #expect(try store.check().isEmpty)
  }

  @Test func aReaderDoesNotTakeAnotherListForTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let (former, other) = (try open("a", [1, 2], in: store), try open("b", [3], in: store))
    await (try union([former, other])).close()
    try former.removeRegisteredSubscriber(JournalSubscriber.derived("all"))
    await former.close()
    try store.removeList(named: "a")
    await (try open("a", [8], in: store)).close()
    let stored = try #require(try store.list(named: "all"))
    let findings = try DerivedReading.findings(in: stored, named: "all") {
      try store.list(named: $0, create: false)
    }
    #expect(findings == [#"the list "all" is derived from "a", which is not there"#])
  }

  /// Notes of earlier releases have no numbers, and no more have those of copies.
  @Test func withoutANumberTheNameDecides() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = [try open("a", [1, 2], in: store), try open("b", [3], in: store)]
    let first = try union(sources)
    let (shown, revision) = (try items(first), first.list.snapshot.revision)
    await first.close()
    for source in sources { await source.close() }

    // Beside another list, the copies have other numbers.
    let target = try SQLiteStore.inMemory()
    await (try open("x", in: target)).close()
    let staged = try StagedLists(nil, of: store)
    for name in ["a", "all", "b"] { try staged.copy(name, to: target, as: name, behind: 1) }
    let copies = [try open("a", in: target), try open("b", in: target)]
    let copied = try #require(try target.list(named: "all"))
    let entry = try #require(try copied.newestEntry(upTo: revision) { DerivedNote($0) != nil })
    let note = try #require(DerivedNote(entry.annotation))
    #expect(note.sources.map(\.list) == [NotedList(name: "a"), NotedList(name: "b")])

    let second = try union(copies)
    #expect(try items(second) == shown)
    #expect(second.list.snapshot.revision == revision, "nothing is made anew")
    try await copies[0].change { _, draft in try draft.append(Note(number: 4, folder: "a")) }
    try await second.bringUpToDate()
    #expect(try numbers(second) == [4, 3, 2, 1])
    let next = try #require(
      try copied.newestEntry(upTo: second.list.snapshot.revision) { DerivedNote($0) != nil })
    #expect(
      DerivedNote(next.annotation)?.sources.map(\.list.number)
        == copies.map { $0.address?.number })
    await second.close()
    #expect(try target.check().isEmpty)
  }

  /// A copy of a list that has had two sources of one name: the later one is the source.
  @Test func ofSeveralSourcesWithOneNameTheLastOneIsThere() async throws {
    let store = try SQLiteStore.inMemory()
    let (former, other) = (try open("a", [1, 2], in: store), try open("b", [3], in: store))
    await (try union([former, other])).close()
    await (try union([other])).close()
    await former.close()
    try store.removeList(named: "a")
    let new = try open("a", [8, 9], in: store)
    let all = try union([new, other])
    let (shown, revision) = (try items(all), all.list.snapshot.revision)
    await all.close()
    for source in [new, other] { await source.close() }

    let target = try SQLiteStore.inMemory()
    let staged = try StagedLists(nil, of: store)
    for name in ["a", "all", "b"] { try staged.copy(name, to: target, as: name, behind: 1) }
    let copies = [try open("a", in: target), try open("b", in: target)]
    let copied = try union(copies)
    #expect(try items(copied) == shown)
    #expect(copied.list.snapshot.revision == revision, "nothing is made anew")
    let subscriber = JournalSubscriber.derived("all")
    #expect(try copies[0].registeredSubscribers().contains { $0.name == subscriber })
    await copied.close()
    #expect(try target.check().isEmpty)
  }

  /// A source gets its number when the list is opened, also if it is no source of that opening.
  @Test func aSourceWithoutANumberGetsThatOfTheListWithItsName() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = [try open("a", [1, 2], in: store), try open("b", [3], in: store)]
    await (try union(sources)).close()
    for source in sources { await source.close() }
    let target = try SQLiteStore.inMemory()
    let staged = try StagedLists(nil, of: store)
    for name in ["a", "all", "b"] { try staged.copy(name, to: target, as: name, behind: 1) }

    let (former, other) = (try open("a", in: target), try open("b", in: target))
    await (try union([other])).close()
    await former.close()
    try target.removeList(named: "a")
    let new = try open("a", [1], in: target)
    let all = try union([new, other])
    #expect(try numbers(all) == [3, 1])
    #expect(try items(all).map { SourceSlot.split($0).slot } == [1, 2])
    await all.close()
    #expect(try target.check().isEmpty)
  }

  @Test func listsAreTheSameByTheirNumbers() {
    let noted = NotedList(name: "a", number: 1)
    #expect(noted.isSame(as: NotedList(name: "a", number: 1)))
    #expect(noted.isSame(as: NotedList(name: "b", number: 1)))
    #expect(!noted.isSame(as: NotedList(name: "a", number: 2)))
    #expect(noted.isSame(as: NotedList(name: "a")))
    #expect(!noted.isSame(as: NotedList(name: "b")))
    // Stores compare the bytes of names.
    #expect(!NotedList(name: "\u{E9}").isSame(as: NotedList(name: "e\u{301}")))
  }
}
