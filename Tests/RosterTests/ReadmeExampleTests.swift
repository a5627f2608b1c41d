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
    struct Message: Codable { var text: String }
    struct Day: Codable { var title: String }

    let messages = try ListDataSource<Message, Day, Never>(file: path, list: "inbox")
    let batches = try messages.batches(after: 0)  // everything since the list was empty
    try await messages.apply(
      Changeset {
        $0.insertSection(at: 0, Day(title: "Monday"))
        $0.insertItem(Message(text: "Hello"), at: ItemPath(section: 0, item: 0))
      })
    for try await batch in batches {
      print(batch.changes.operations)  // one edit after the other, for a renderer
      break
    }
    // end example
    #expect(try messages.snapshot.models(inSection: 0).map(\.text) == ["Hello"])
  }
}
