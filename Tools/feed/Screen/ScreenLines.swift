import Roster
import RosterTerminal

/// The line above the feed and the one below it.
enum ScreenLines {
  /// What the line below names: keys of the feed, of a field that takes all letters, and of the list of keys.
  enum Keys {
    case feed, field, help

    fileprivate var names: [String] {
      switch self {
      case .feed: ["tab focus", "? help", "q quit", "n write", "u undo", "d remove"]
      case .field: ["⏎ add", "esc leave", "tab next"]
      case .help: ["esc feed", "q quit", "↑ ↓ scroll"]
      }
    }
  }

  static func header(title: String, postCount: Int) -> TerminalLine {
    .heading(
      "roster-feed", title: title, trailing: "\(postCount) post\(postCount == 1 ? "" : "s")")
  }

  /// - Parameters:
  ///   - notice: What the user is told; `nil` for the keys.
  ///   - keys: Which keys the user has.
  ///   - newAboveCount: How many posts were added above those that are visible.
  ///   - readCount: How many paragraphs were read in this session.
  ///   - columns: The columns of the line.
  static func status(
    _ notice: String?, _ keys: Keys, newAboveCount: Int, readCount: Int, revision: Revision,
    columns: Int
  ) -> TerminalLine {
    let read = readCount > 0 ? "\(readCount) read  " : ""
    return .status(
      notice: notice, newAboveCount: newAboveCount, keys: keys.names,
      trailing: .init("\(read)revision \(revision)", color: "secondaryText"), columns: columns)
  }
}
