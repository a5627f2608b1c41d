internal import Roster
public import RosterComponents
internal import RosterLayout
internal import RosterWidgets

/// A text that is read paragraph by paragraph, and remembers how far.
public struct ContinueReading: Component, Equatable {
  /// How far it was read.
  public struct State: ComponentState {
    /// How many paragraphs are shown.
    public var paragraphCount = 1
  }

  /// States are kept under this name.
  public static let typeName = "ContinueReading"

  let paragraphs: [String]

  /// One paragraph is shown.
  public func initialState() -> State { State() }

  /// The paragraphs, and a button for the next one.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
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
