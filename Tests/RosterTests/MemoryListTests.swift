import Roster
import RosterTestKit
import Testing

/// Lists that an application keeps in memory, with the code in the article about storage.
@Suite("Lists in memory") struct MemoryListTests {
  private struct Message: Codable, Equatable {
    var id: String
    var text: String
  }

  private typealias Messages = ListDataSource<Message, String, Never>

  @Test func aTestHasAListOfItsOwn() async throws {
    // begin example
    let inbox = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
    try await inbox.change { _, change in
      try change.append(Message(id: "m1", text: "Hello"))
    }
    let message = try inbox.snapshot.item(key: "m1")?.model
    // end example
    #expect(message?.text == "Hello")
    await inbox.close()
  }

  @Test func severalListsAreChangedTogetherAndOpenedAgain() async throws {
    // begin example
    let store = try SQLiteStore.inMemory()
    func open(_ name: String) throws -> ListDataSource<Message, String, Never>? {
      try store.list(named: name).map { try ListDataSource(.stored($0), key: \.id) }
    }
    // end example
    let (inbox, archive) = (try #require(try open("inbox")), try #require(try open("archive")))
    try await inbox.change { _, change in try change.append(Message(id: "m1", text: "Hello")) }
    _ = try await store.change(inbox, archive) { inbox, archive in
      try inbox.remove(key: "m1")
      try archive.append(Message(id: "m1", text: "Hello"))
    }
    #expect(inbox.snapshot.itemCount == 0)
    #expect(throws: StorageError.self) { _ = try open("archive") }
    for list in [inbox, archive] { await list.close() }
    let again = try #require(try open("archive"))
    #expect(again.snapshot.revision == 1)
    #expect(try again.snapshot.item(key: "m1")?.model.text == "Hello")
    #expect(try store.check() == [])
    await again.close()
  }

  @Test func eachDataSourceOfALocationHasAnotherList() async throws {
    let location = ListLocation.memory(list: "inbox")
    let lists = [
      try Messages(location), try Messages(location), try Messages(.memory(list: "inbox")),
    ]
    for (number, list) in lists.enumerated() {
      try await list.apply(
        Changeset { changeset in
          changeset.insertSection(at: 0)
          for item in 0...number {
            changeset.insertItem(
              Message(id: "\(item)", text: ""), at: ItemPath(section: 0, item: item))
          }
        })
    }
    #expect(lists.map(\.snapshot.itemCount) == [1, 2, 3])
    for list in lists { await list.close() }
  }

  @Test func earlierRevisionsAreReadUntilTheyAreCompacted() async throws {
    let inbox = try Messages(.memory(list: "inbox"), key: \.id)
    for number in 0..<5 {
      try await inbox.change { _, change in
        try change.append(Message(id: "\(number)", text: "\(number)"))
      }
    }
    let batches = try inbox.batches(after: 3)
    #expect(try inbox.snapshot(at: 2).itemCount == 2)
    for try await batch in batches {
      #expect(batch.changes.targetRevision == 4)
      break
    }
    try inbox.compact(JournalRetention(revisionCountMax: 1))
    let error = #expect(throws: StorageError.self) { _ = try inbox.snapshot(at: 2) }
    #expect(error?.code == .compacted)
    #expect(try inbox.snapshot.item(key: "0")?.path == ItemPath(section: 0, item: 0))
    await inbox.close()
  }

  @Test func sharedDataSourcesOfAStoreFollowEachOther() async throws {
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "inbox"))
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let one = try Messages(.stored(stored), configuration: configuration)
    let other = try Messages(.stored(stored), configuration: configuration)
    let batches = try other.batches(after: 0)
    try await one.change { _, change in try change.append(Message(id: "m1", text: "Hello")) }
    for try await batch in batches {
      #expect(batch.changes.targetRevision == 1)
      break
    }
    #expect(other.snapshot.itemCount == 1)
    await one.close()
    await other.close()
  }

  @Test func aStoreGoesWithItsLastList() async throws {
    func use() async throws -> Lifetime.End {
      let lifetime = Lifetime()
      var configuration = SQLiteConfiguration()
      configuration.clock = { withExtendedLifetime(lifetime) { 0 } }
      let store = try SQLiteStore.inMemory(configuration: configuration)
      let inbox = try Messages(.stored(try #require(try store.list(named: "inbox"))))
      try await inbox.apply(Changeset { $0.insertSection(at: 0) })
      await inbox.close()
      return lifetime.end
    }
    // The configuration goes with the store.
    let end = try await use()
    await end.arrival()
  }
}
