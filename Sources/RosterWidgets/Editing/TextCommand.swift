public import RosterText

/// Something that the user does to a text. Offsets are in UTF-8 code units.
public enum TextCommand: Hashable, Sendable {
  /// Puts a text in place of what is selected, or of the marked text, as keys do. Several of them
  /// without another command in between are undone together, word by word.
  case insert(String)
  /// Does the same, and is undone alone.
  case paste(String)
  /// Puts a text in place of a part.
  case replace(Range<Int>, with: String)
  /// Makes the whole text another one, as a host reports it that edits by itself. What has changed
  /// is found by comparing, and the cursor is then behind it.
  case change(to: String)
  /// Deletes what is selected; if nothing is, what a cursor would move over.
  case delete(Direction, by: TextUnit)
  /// Moves the cursor. If something is selected and not extended, a character leads to its end.
  case move(Direction, by: TextUnit, extending: Bool = false)
  /// Selects a part, or puts the cursor somewhere. An offset within a character is its start.
  case select(TextSelection)
  /// Selects the word at an offset.
  case selectWord(at: Int)
  /// Selects everything.
  case selectAll
  /// Puts the text of an input method in place of what is selected, or of the marked text, as long
  /// as the user is composing it. The rules count for it when it is entered. An empty text ends the
  /// composition without entering anything. The selection is in offsets of the marked text.
  case mark(String, selection: TextSelection? = nil)
  /// Enters the marked text as it is. All commands but ``mark(_:selection:)``,
  /// ``insert(_:)`` and ``paste(_:)`` do so first.
  case unmark
  /// Takes the last step back.
  case undo
  /// Does what was taken back again.
  case redo

  /// A direction in the order of the text.
  public enum Direction: Hashable, Sendable {
    /// Towards the end.
    case forward
    /// Towards the start.
    case backward
  }
}
