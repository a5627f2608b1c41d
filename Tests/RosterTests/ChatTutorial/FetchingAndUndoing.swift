import Roster

// begin example
extension DataSourceError {
  /// The reason in the words of the chat.
  var reason: String {
    switch self {
    case .invalid(let error):
      if let item = error.item, let count = error.count {
        "There is no message \(item + 1): the day has \(count)."
      } else {
        "This does not fit the chat: \(error)."
      }
    case .storage, .suspended:
      "The chat cannot be saved: \(self)."
    default:
      "This is not possible: \(self)."
    }
  }
}
// end example

extension ChatTutorial {
  /// Step 5.
  func fetchAndUndo() async throws {
    // begin example
    let chat = try openChat(path)
    let batches = try chat.batches(after: 0)
    var screen = Screen()

    let fetched = [
      ChatMessage(id: "ben-1", sender: "Ben", text: "Hi Ada. Is the train on time today?"),
      ChatMessage(id: "cleo-1", sender: "Cleo", text: "It never is."),
      ChatMessage(id: "ada-2", sender: "Ada", text: "Good morning, Ben!"),
    ]
    let batch = try await chat.apply(
      .contents(ListContents([.init(model: ChatDay(title: "Monday"), items: fetched)])))
    print(batch.changes)
    try await screen.update(from: batches)
    print(screen)
    // end example

    // begin example
    try await chat.apply(.undo())
    try await screen.update(from: batches)
    print(screen)
    // end example

    // begin example
    do throws(DataSourceError) {
      try chat.enqueue(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 7)) })
    } catch {
      print(error.reason)
      print(error)
    }
    // end example
    await chat.close()
  }
}
