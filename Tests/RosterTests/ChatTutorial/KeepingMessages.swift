import Roster

// BuildAChat.md shows what is between the marks, in this order; a test compares the two.
// begin example
struct ChatMessage: Codable, Equatable, Identifiable {
  var id: String
  var sender: String
  var text: String

  var line: String { "\(sender): \(text)" }
}

struct ChatDay: Codable, Equatable, Identifiable {
  var title: String

  var id: String { title }
}
// end example

extension ChatTutorial {
  /// Step 1.
  func keepMessages() async throws {
    // begin example
    let chat = try ListDataSource<ChatMessage, ChatDay, Never>(.file(path, list: "chat"))
    if chat.snapshot.revision == 0 {
      let hello = ChatMessage(id: "ada-1", sender: "Ada", text: "Hello!")
      let question = ChatMessage(
        id: "ben-1", sender: "Ben", text: "Hi Ada. Is the train on time?")
      try await chat.apply(
        Changeset {
          $0.insertSection(at: 0, ChatDay(title: "Monday"))
          $0.insertItem(hello, at: ItemPath(section: 0, item: 0))
          $0.insertItem(question, at: ItemPath(section: 0, item: 1))
        })
    }
    let snapshot = chat.snapshot
    print("revision \(snapshot.revision), \(snapshot.itemCount) messages")
    for item in try snapshot.items(inSection: 0) { print("\(item.path) \(item.model.line)") }
    // end example
    await chat.close()
  }
}
