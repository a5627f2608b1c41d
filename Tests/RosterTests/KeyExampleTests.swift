import Roster
import RosterTestKit
import Testing

/// The code in the article about the queue that finds items by key.
@Suite("Example: items by key") struct KeyExampleTests {
  private struct Contact: Codable, Sendable, Equatable {
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
}
