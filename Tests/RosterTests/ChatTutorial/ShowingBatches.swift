import Roster

// begin example
/// The sections of the chat as lines of text.
struct Screen {
  var sections: [(header: String, rows: [String])] = []

  mutating func apply(_ operation: ListOperation<ChatMessage, ChatDay>) {
    switch operation {
    case .insertSections(let start, let days):
      sections.insert(contentsOf: days.map { ($0?.title ?? "", []) }, at: start)
    case .removeSections(let start, let count):
      sections.removeSubrange(start..<start + count)
    case .moveSection(let from, let to):
      sections.insert(sections.remove(at: from), at: to)
    case .updateSection(let section, let day):
      sections[section].header = day?.title ?? ""
    case .insertItems(let section, let start, let messages):
      sections[section].rows.insert(contentsOf: messages.map(\.line), at: start)
    case .removeItems(let section, let start, let count):
      sections[section].rows.removeSubrange(start..<start + count)
    case .moveItem(let from, let to):
      let row = sections[from.section].rows.remove(at: from.item)
      sections[to.section].rows.insert(row, at: to.item)
    case .updateItems(let section, let start, let messages):
      let range = start..<start + messages.count
      sections[section].rows.replaceSubrange(range, with: messages.map(\.line))
    }
  }
}
// end example

// begin example
extension Screen: CustomStringConvertible {
  var description: String {
    sections.flatMap { [$0.header] + $0.rows.map { "  \($0)" } }.joined(separator: "\n")
  }
}
// end example

extension ChatTutorial {
  /// Step 2.
  func showBatches() async throws {
    // begin example
    let chat = try ListDataSource<ChatMessage, ChatDay, Never>(.file(path, list: "chat"))
    let batches = try chat.batches(after: 0)
    let showing = Task {
      var screen = Screen()
      for try await batch in batches {
        for operation in batch.changes.operations { screen.apply(operation) }
        print("revision \(batch.target.revision)")
        print(screen)
      }
    }
    // end example

    // begin example
    if chat.snapshot.revision == 1 {
      let morning = ChatMessage(id: "ada-2", sender: "Ada", text: "Good morning, Ben!")
      try await chat.apply(
        Changeset {
          $0.removeItem(at: ItemPath(section: 0, item: 0))  // where "Hello!" was before
          $0.insertItem(morning, at: ItemPath(section: 0, item: 1))  // where it is afterwards
        })
    }
    while let text = readLine() {
      let seen = chat.snapshot
      let message = ChatMessage(id: "you-\(seen.revision)", sender: "You", text: text)
      let end = ItemPath(section: 0, item: seen.itemCount(inSection: 0))
      try await chat.apply(Changeset { $0.insertItem(message, at: end) })
    }
    await chat.close()
    try await showing.value
    // end example
  }
}
