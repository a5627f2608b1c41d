/// What a key stands for that no view on the screen uses.
enum PhotoKey: Equatable {
  case refresh
  case order
  case arrange
  case onlyFavourites
  /// Makes the photo a favourite, or takes that back: the one with the focus, or the one of the page.
  case favourite
  /// Goes to the field for what is searched.
  case search
  case back
  /// An arrow: another photo, or another part of a picture that is zoomed.
  case move(columns: Int, rows: Int)
  /// Makes the picture larger, or smaller if the number is negative.
  case zoom(Int)
  case share
  /// Goes to the field for a comment.
  case comment
  /// Shows what all keys do, or leaves that.
  case help

  static let overview = """
    tab, arrows         to the next button; arrows scroll if none has the focus
    return, space       press it; on a picture: open the page of the photo; escape
                        leaves it
    f                   the photo becomes a favourite, or is none any more
    page up and down    scroll by a screen; home and end to the start and end
    mouse               click, scroll
    ?                   this list of keys, outside of a field; escape leaves it
    q                   leave

    Of all photos:
    o                   the next order; g rows or a grid; h only favourites
    /                   search titles and authors
    r                   refresh

    Of one photo:
    left, right         the photo before and the one behind it; in a zoomed
                        picture to its sides; so does the mouse that is drawn
                        quickly over the picture
    +, -                zoom; then the arrows move the picture
    c                   write a comment; return sends it
    s                   share: shows the address, for --open
    escape, backspace   back to all photos; escape leaves a button or field first
    """

  static var lines: [String] {
    overview.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Reads the name of a key; `nil` if it stands for nothing.
  init?(_ name: String) {
    switch name {
    case "r", "ctrl-r": self = .refresh
    case "o": self = .order
    case "g": self = .arrange
    case "h": self = .onlyFavourites
    case "f": self = .favourite
    case "/": self = .search
    case "escape", "backspace": self = .back
    case "left": self = .move(columns: -1, rows: 0)
    case "right": self = .move(columns: 1, rows: 0)
    case "up": self = .move(columns: 0, rows: -1)
    case "down": self = .move(columns: 0, rows: 1)
    case "+", "=": self = .zoom(1)
    case "-": self = .zoom(-1)
    case "s": self = .share
    case "c": self = .comment
    case "?": self = .help
    default: return nil
    }
  }
}
