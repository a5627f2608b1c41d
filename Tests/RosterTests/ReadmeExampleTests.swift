import Foundation
import Roster
import RosterTestKit
import Testing

struct ReadmeExampleTests {
  @Test func exampleInTheReadmeWorks() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "messages.sqlite")
    // README.md shows what is between the marks; a test compares the two.
    // begin example
    struct Message: Codable, Equatable { var id: String, text: String }

    let messages = try ListDataSource<Message, String, Never>(
      .file(path, list: "inbox"), key: \.id)
    let batches = try messages.batches(after: 0)  // everything since the list was empty
    try await messages.change { _, change in
      try change.append(Message(id: "m1", text: "Hello"))
      try change.update(key: "m1") { $0.text = "Hello!" }
    }
    for try await batch in batches {
      print(batch.changes.operations)  // one edit after the other, for a renderer
      break
    }
    // end example
    #expect(try messages.snapshot.models(inSection: 0).map(\.text) == ["Hello!"])
  }
}
