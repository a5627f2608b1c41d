import Roster
import RosterComponentLists
import RosterComponents

// begin example
/// The title of a day, which can be marked as read.
struct DayTitle: Component, Equatable {
  struct State: ComponentState {
    var isRead = false
  }

  static let typeName = "DayTitle"

  let day: ChatDay

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    let isRead = scope.state.isRead
    ViewNode("text").attribute("text", .string(isRead ? "\(day.title), read" : day.title))
    ViewNode("button").attribute("text", .string(isRead ? "mark as unread" : "mark as read"))
      .on(.tap, scope.edit("mark") { state in state.isRead.toggle() })
  }
}
// end example

// begin example
func openChat(_ path: String, isShared: Bool = false) throws -> Chat {
  var configuration = DataSourceConfiguration()
  configuration.isShared = isShared
  return try Chat(
    .file(path, list: "chat"), configuration: configuration,
    header: { day, _ in Node(DayTitle(day: day)) }
  ) { message, _ in
    ChatRow(message: message)
  }
}
// end example

extension ChatTutorial {
  /// Step 4.
  func addHeaders() async throws {
    // begin example
    let chat = try openChat(path)
    if let header = try chat.supplement(.header(of: .index(0)))?.output {
      print(header.views.line)
      let tap = header.views.last?.events[.tap] ?? []
      try await chat.apply(.actions(tap, in: .header(of: .index(0))))
    }
    await chat.close()

    let again = try openChat(path)
    let batches = try again.batches(after: 0)
    var screen = Screen()
    try await screen.update(from: batches)
    print(screen)
    // end example
    await again.close()
  }
}
