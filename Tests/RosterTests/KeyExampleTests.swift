import Roster
import RosterFaults
import RosterTestKit
import Testing

/// The code in the article about the queue that finds items by key.
@Suite("Example: items by key") struct KeyExampleTests {
  struct Contact: Codable, Sendable, Equatable {
    var id: String
    var name: String
  }

  @Test func itemsAreFoundAndChangedByKey() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "contacts.sqlite")
    try await ListDataSource<Contact, String, Never>(.file(path, list: "contacts")).change {
      _, change in
      try change.append(Contact(id: "alan", name: "Alan Turing"))
      try change.append(Contact(id: "grace", name: "Grace"))
    }
    // begin example
    let contacts = try ListDataSource<Contact, String, Never>(
      .file(path, list: "contacts"), key: \.id)
    try await contacts.change { _, change in
      try change.upsert(Contact(id: "ada", name: "Ada Lovelace"))  // updates, or appends
      try change.update(key: "grace") { $0.name = "Grace Hopper" }
      try change.insert(Contact(id: "bob", name: "Bob"), sortedBy: \.name)
      try change.remove(key: "alan")
    }
    let ada = try contacts.snapshot.item(key: "ada")  // its path, identity and model
    // end example
    #expect(ada?.model.name == "Ada Lovelace")
    #expect(try contacts.snapshot.item(key: "grace")?.model.name == "Grace Hopper")
    #expect(try contacts.snapshot.item(key: "alan") == nil)
    #expect(contacts.snapshot.itemCount == 3)
    await contacts.close()
  }

  @Test func manyAreImportedInParts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "contacts.sqlite")
    let people = (0..<25_000).map { Contact(id: "p\($0)", name: "Person \($0)") }
    // begin example
    let contacts = try ListDataSource<Contact, String, Never>(
      .file(path, list: "contacts"), key: \.id)
    for start in stride(from: 0, to: people.count, by: 10_000) {
      let part = people[start..<min(start + 10_000, people.count)]
      try await contacts.change { _, change in try change.append(contentsOf: part) }
    }
    let last = try contacts.snapshot.item(key: people[people.count - 1].id)
    // end example
    #expect(last?.path == ItemPath(section: 0, item: 24_999))
    #expect(last?.model.name == "Person 24999")
    #expect(contacts.snapshot.revision == 3)
    await contacts.close()
  }

  // begin example
  func save(
    _ contact: Contact, in contacts: ListDataSource<Contact, String, Never>
  ) async throws -> String {
    do {
      try await contacts.change { _, change in try change.upsert(contact) }
      return "Saved."
    } catch DataSourceError.storage(let error) where error.code == .busy {
      return "Another program is writing. Try again."
    } catch DataSourceError.storage(let error) where error.code == .full {
      // What waited behind it has failed as well. Each caller has its own error, and from now on the list takes more.
      if let suspension = contacts.suspension { contacts.resume(after: suspension) }
      return "The disk is full. Make room, and try again."
    }
  }
  // end example

  @Test func afterAFailureTheListTakesMore() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let stored = try store.list(named: "contacts")
    let contacts = try ListDataSource<Contact, String, Never>(.stored(stored), key: \.id)
    let ada = Contact(id: "ada", name: "Ada Lovelace")
    for code in [StorageError.Code.busy, .full] {
      store.fail(.commit, with: StorageError(code, "told by a test"))
      #expect(try await save(ada, in: contacts) != "Saved.")
      #expect(contacts.suspension == nil)
      #expect(contacts.snapshot.revision == 0)
    }
    #expect(try await save(ada, in: contacts) == "Saved.")
    #expect(try contacts.snapshot.item(key: "ada")?.model == ada)
    await contacts.close()
  }

  @Test func aLocationSaysHowLongACommitWaits() throws {
    let folder = try TemporaryFolder()
    for (location, seconds) in [
      (ListLocation.file(folder.path(of: "a.sqlite"), list: "a"), 5.0),
      (ListLocation.file(folder.path(of: "b.sqlite"), list: "b", busyTimeout: 0.25), 0.25),
    ] {
      let list = try #require(try location.open() as? SQLiteList)
      #expect(list.store.configuration.busyTimeout == seconds)
      try list.store.close()
    }
  }
}
