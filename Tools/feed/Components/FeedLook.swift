import Roster

/// How the feed looks, as a value of the environment: components read it where they stand.
///
/// The states of components do not depend on it, so a feed may look otherwise each time.
enum FeedLook: EnvironmentKey {
  /// Lines of text that follow each other.
  case lines
  /// A screen with room for margins, and with a field to write in.
  case screen

  static let defaultValue = FeedLook.lines

  /// The room beside rows.
  var margin: Double { self == .screen ? 1 : 0 }

  /// How much of the free room in the first line of a row stands before its buttons.
  var growth: Double { self == .screen ? 1 : 0 }
}
