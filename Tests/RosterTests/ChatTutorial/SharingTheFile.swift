import Roster
import RosterComponents

extension ChatTutorial {
  /// Step 6.
  func shareTheFile() async throws {
    // begin example
    let here = try openChat(path, isShared: true)
    let there = try openChat(path, isShared: true)
    let batches = try here.batches(after: 0)
    var screen = Screen()
    try await screen.update(from: batches)
    let seen = here.snapshot

    try await there.apply(
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) },
      ChangeAnnotation(origin: "Ben's phone"))
    if let batch = try await batches.next() {
      screen.apply(batch)
      print("revision \(batch.target.revision), by \(batch.changes.annotation.origin ?? "you")")
      print(batch.changes)
    }
    // end example

    // begin example
    let correction = Changeset<ChatMessage, ChatDay> {
      $0.updateItem(
        at: ItemPath(section: 0, item: 2),
        ChatMessage(id: "you-2", sender: "You", text: "It is on time."))
    }
    do {
      try await here.apply(.changeset(correction, basedOn: seen.revision))
    } catch DataSourceError.conflict(let conflict) {
      print(conflict)
      let rebased = try here.rebased(correction, from: seen)
      print(rebased.changeset.outline)
      try await here.apply(.changeset(rebased.changeset, basedOn: rebased.base.revision))
    }
    try await screen.update(from: batches)
    print(screen)
    // end example
    await here.close()
    await there.close()
  }
}

// begin example
/// Adds a message at the end, which is behind those of others that were faster.
func send(_ text: String, by sender: String, to chat: Chat) async throws {
  try await chat.change { list, change in
    let id = "\(sender)-\(list.revision)"
    try change.append(ChatMessage(id: id, sender: sender, text: text))
  }
}
// end example

extension ChatTutorial {
  /// The last program of step 6.
  func talk() async throws {
    // begin example
    let chat = try openChat(path, isShared: true)
    let batches = try chat.batches()
    let showing = Task {
      for try await batch in batches {
        for item in batch.items { print("\(item.targetPath) \(item.output.views.line)") }
      }
    }
    while let text = readLine() { try await send(text, by: "You", to: chat) }
    await chat.close()
    try await showing.value
    // end example
  }
}
