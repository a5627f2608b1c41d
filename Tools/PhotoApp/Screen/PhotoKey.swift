/// What a key stands for that no view on the screen uses.
enum PhotoKey {
  case refresh
  case order
  case arrange
  case onlyFavourites
  /// Makes the photo with the focus a favourite, or takes that back.
  case favourite
  /// Goes to the field for what is searched.
  case search

  static let overview = """
    tab, arrows         to the next button; the arrows scroll if none has the focus
    return, space       press it; escape leaves it
    f                   the photo with the focus becomes a favourite, or is none any more
    o                   the next order; g rows or a grid; h only favourites
    /                   search titles and authors
    r                   refresh
    mouse               click, scroll
    page up and down    scroll by a screen; home and end to the start and end
    q                   leave
    """

  /// Reads the name of a key; `nil` if it stands for nothing.
  init?(_ name: String) {
    switch name {
    case "r", "ctrl-r": self = .refresh
    case "o": self = .order
    case "g": self = .arrange
    case "h": self = .onlyFavourites
    case "f": self = .favourite
    case "/": self = .search
    default: return nil
    }
  }
}
