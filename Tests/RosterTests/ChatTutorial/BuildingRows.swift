import Roster
import RosterComponentLists
import RosterComponents

// begin example
/// A message of which only the beginning is shown until it is opened.
struct ChatRow: Component, Equatable {
  struct State: ComponentState {
    var isOpen = false
  }

  static let typeName = "ChatRow"

  let message: ChatMessage

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    let isLong = message.text.count > 20
    let isShort = isLong && !scope.state.isOpen
    let text = isShort ? "\(message.text.prefix(20))…" : message.text
    ViewNode("text").attribute("text", .string("\(message.sender): \(text)"))
    if isLong {
      ViewNode("button").attribute("text", .string(isShort ? "more" : "less"))
        .on(.tap, scope.edit("toggle") { state in state.isOpen.toggle() })
    }
  }
}
// end example

// begin example
extension [ViewTree] {
  /// The views in a line: texts as they are, and buttons in brackets.
  var line: String {
    map { view in
      let text = view.spec.attributes["text"]?.stringValue ?? ""
      return view.spec.className == "button" ? "[\(text)]" : text
    }
    .joined(separator: " ")
  }
}
// end example

// begin example
typealias Chat = ComponentList<ChatMessage, ChatDay, Never>
typealias ChatBatches = BatchSequence<ChatMessage, ChatDay, ComponentTree<Never>>

extension Screen {
  /// Applies everything that was published since the last call.
  mutating func update(from batches: ChatBatches) async throws {
    while let batch = try await batches.nextIfPublished() { apply(batch) }
  }

  mutating func apply(_ batch: Chat.Batch) {
    for operation in batch.changes.operations { apply(operation) }
    for output in batch.outputs {
      let line = output.output?.views.line ?? ""
      switch output.targetPlace {
      case .item(let path): sections[path.section].rows[path.item] = line
      case .supplement(_, let section): sections[section].header = line
      }
    }
  }
}
// end example

extension ChatTutorial {
  /// Step 3.
  func buildRows() async throws {
    // begin example
    let chat = try Chat(.file(path, list: "chat")) { message, _ in ChatRow(message: message) }
    let batches = try chat.batches(after: 0)
    var screen = Screen()
    try await screen.update(from: batches)
    print(screen)

    if let row = try chat.outputs(inSection: 0).first {
      let tap = row.output.views.last?.events[.tap] ?? []
      try await chat.apply(.actions(tap, in: .id(row.id)))
    }
    try await screen.update(from: batches)
    print(screen)
    // end example
    await chat.close()
  }
}
