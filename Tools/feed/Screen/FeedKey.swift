/// What a key stands for that no view on the screen uses.
enum FeedKey {
  /// Goes to the field for a new post.
  case write
  /// Removes the post with the focus.
  case remove
  /// Moves the post with the focus by one place.
  case moveUp
  case moveDown
  case undo
  case redo
  /// Shows what all keys do, or leaves that.
  case help

  static let overview = """
    tab, arrows         to the next button; arrows scroll if none has the focus
    return, space       press it; escape leaves it
    n                   write a post; return adds it
    d                   remove the post with the focus
    shift-up, alt-up    move it up; shift-down and alt-down move it down
    u, r                undo and redo
    mouse               click, scroll; drag the name of an author to move a post
    page up and down    scroll by a screen; home and end to the start and end
    ?                   this list of keys, outside of a field; escape leaves it
    q                   leave
    """

  static var lines: [String] { overview.split(separator: "\n").map(String.init) }

  /// Reads the name of a key; `nil` if it stands for nothing.
  init?(_ name: String) {
    switch name {
    case "n": self = .write
    case "d", "delete": self = .remove
    case "shift-up", "alt-up": self = .moveUp
    case "shift-down", "alt-down": self = .moveDown
    case "u": self = .undo
    case "r", "ctrl-r": self = .redo
    case "?": self = .help
    default: return nil
    }
  }
}
