import Roster
import RosterComponentLists
import RosterComponents
import RosterDerived

// begin example
extension ListSnapshot<ChatMessage, String> {
  /// What each sender says, as lines.
  func bySender() throws -> String {
    try sectionModels().enumerated().map { section, sender in
      let texts = try models(inSection: section).map(\.text)
      return "\(sender ?? ""): \(texts.joined(separator: " / "))"
    }
    .joined(separator: "\n")
  }
}
// end example

extension ChatTutorial {
  /// Step 7.
  func deriveLists() async throws {
    // begin example
    let chat = try openChat(path)
    let senders = try chat.derived("senders", version: "1")
      .sections { $0.sender }
      .sorted { [.descending($0.text.count)] }
      .open()
    print(try senders.list.snapshot.bySender())
    // end example
    // begin example
    try await send("See you at the station, both of you.", by: "Ada", to: chat)
    try await senders.bringUpToDate()
    print(try senders.list.snapshot.bySender())
    // end example
    // begin example
    let found = try chat.derived("found", version: "1").search("you") { [$0.text] }.open()
    print(try found.list.snapshot.models().map(\.sender))
    try await found.search("time")
    print(try found.list.snapshot.models().map(\.sender))
    // end example
    await found.close()
    await senders.close()
    await chat.close()
  }
}
