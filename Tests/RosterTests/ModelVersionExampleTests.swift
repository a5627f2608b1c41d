import Roster
import RosterTestKit
import Testing

/// What the first release of the application had.
private struct FirstContact: Codable {
  var id: String
  var name: String
}

// begin example
struct Contact: VersionedModel, Identifiable {
  static var modelVersion: Int { 2 }

  var id: String
  var givenName: String
  var familyName: String

  /// As version 1 has written it.
  private struct Former: Codable {
    var id: String
    var name: String
  }

  static func model(migrating earlier: EarlierModel) throws -> Contact {
    let former = try earlier.decode(Former.self)
    let words = former.name.split(separator: " ", maxSplits: 1).map(String.init)
    return Contact(
      id: former.id, givenName: words.first ?? "", familyName: words.dropFirst().first ?? "")
  }
}
// end example

// begin example
/// Version 2, to which version 1 still becomes.
typealias SecondContact = Contact

struct FavouriteContact: VersionedModel {
  static var modelVersion: Int { 3 }

  var id: String
  var givenName: String
  var familyName: String
  var isFavourite: Bool

  static func model(migrating earlier: EarlierModel) throws -> FavouriteContact {
    let second = try earlier.decode(SecondContact.self)
    return FavouriteContact(
      id: second.id, givenName: second.givenName, familyName: second.familyName,
      isFavourite: false)
  }
}
// end example

/// The code in the article about models that change.
@Suite("Example: models that change") struct ModelVersionExampleTests {
  @Test func earlierContactsAreReadAsTheGuideShows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "contacts.sqlite")
    let first = try ListDataSource<FirstContact, String, Never>(
      .file(path, list: "contacts"), key: \.id)
    try await first.change { _, change in
      try change.append(FirstContact(id: "ada", name: "Ada Lovelace"))
    }
    try await first.change { _, change in
      try change.update(key: "ada") { $0.name = "Ada King" }
    }
    await first.close()

    // begin example
    let contacts = try ListDataSource<Contact, String, Never>(
      .file(path, list: "contacts"), key: \.id)
    let ada = try contacts.snapshot.item(key: "ada")  // King, Ada
    try await contacts.apply(.undo())  // a change of the first release
    let before = try contacts.snapshot.item(key: "ada")  // Lovelace, Ada
    // end example
    #expect(ada?.model.familyName == "King")
    #expect(before?.model.familyName == "Lovelace" && before?.model.givenName == "Ada")
    try await contacts.change { _, change in
      try change.append(Contact(id: "bob", givenName: "Bob", familyName: ""))
    }
    try contacts.compact(JournalRetention(revisionCountMax: 0))
    // begin example
    let (rewritten, remaining) = try await contacts.rewriteModels()
    // end example
    #expect(rewritten + remaining == 1)
    await contacts.close()
    let favourites = try ListDataSource<FavouriteContact, String, Never>(
      .file(path, list: "contacts"), key: \.id)
    #expect(try favourites.snapshot.models().map(\.givenName) == ["Ada", "Bob"])
    await favourites.close()
    // begin example
    do {
      let contacts = try ListDataSource<Contact, String, Never>(
        .file(path, list: "contacts"), key: \.id)
      try await contacts.change { _, change in
        try change.update(key: "bob") { $0.givenName = "Rob" }
      }
    } catch DataSourceError.storage(let error) where error.code == .newerModel {
      print("update the application")
    }
    // end example
  }
}
