import Roster
import RosterComponents
import RosterLayout
import RosterWidgets

/// A text that is read paragraph by paragraph, and remembers how far.
struct ContinueReading: Component, Equatable {
  struct State: ComponentState {
    var paragraphCount = 1
  }

  static let typeName = "ContinueReading"

  let paragraphs: [String]

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    let shown = paragraphs.prefix(scope.state.paragraphCount)
    for paragraph in shown { Text(paragraph) }
    if shown.count < paragraphs.count {
      Button(
        "continue reading, \(paragraphs.count - shown.count) more",
        // Performed twice before the row is shown again, it must not count what does not exist.
        action: scope.edit("more") { [count = paragraphs.count] state in
          state.paragraphCount = min(state.paragraphCount + 1, count)
        }
      )
      .alignSelf(.start)
    }
  }
}
