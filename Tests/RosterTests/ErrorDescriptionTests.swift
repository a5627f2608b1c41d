import Foundation
import Roster
import RosterComponents
import RosterLayout
import RosterTestKit
import Testing

/// What an application shows of an error that it has caught as `any Error`.
struct ErrorDescriptionTests {
  private struct Message: Codable, Equatable, Sendable {
    struct Author: Codable, Equatable, Sendable { var name: String }
    enum Kind: String, Codable { case note, mail }
    var author: Author
    var kind: Kind
    var tags: [Int]
  }

  private static let invalid = ChangesetError(
    kind: .removeItem, reason: .duplicate, section: 0, item: 1)

  @Test func localizedDescriptionSaysWhatTheErrorSays() throws {
    let wrongJSON = try #require(
      #expect(throws: JSONDecodingError.self) { try JSONCursor(.bool(true)).string() })
    let errors: [any Error & CustomStringConvertible] = [
      DataSourceError.nothingToUndo, DataSourceError.invalid(Self.invalid),
      StorageError(.full, "there is no room left"), Self.invalid,
      EditError.noState(.root), LayoutError.tooLarge(count: 3, limit: 2), wrongJSON,
      DuplicateIdentifier("5", first: .section(0), second: .section(1)),
    ]
    for error in errors {
      #expect((error as any Error).localizedDescription == error.description)
    }
  }

  @Test func pathOfAWrongModelIsNamedAndTheDecodingErrorIsTheCause() async throws {
    let cases = [
      (#"{"author":{},"kind":"note","tags":[]}"#, "author.name is missing"),
      (#"{"author":{"name":"A"},"kind":"note","tags":[1,"x"]}"#, "tags[1] is not of type Int"),
      (#"{"author":{"name":null},"kind":"note","tags":[]}"#, "author.name is null"),
      (
        #"{"author":{"name":"A"},"kind":"secret","tags":[]}"#,
        "kind has a value that is not allowed"
      ),
    ]
    for (text, reason) in cases {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "messages.sqlite")
      let values = try ListDataSource<JSONValue, JSONValue, Never>(.file(path, list: "inbox"))
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      try await values.change { _, change in try change.append(value) }
      await values.close()

      let messages = try ListDataSource<Message, String, Never>(.file(path, list: "inbox"))
      let error = #expect(throws: StorageError.self) {
        try messages.snapshot.model(at: ItemPath(section: 0, item: 0))
      }
      #expect(error?.code == .undecodable)
      #expect(error?.description.hasSuffix("the stored JSON is no Message: \(reason)") == true)
      #expect(error?.cause is DecodingError)
      await messages.close()
    }
  }
}
