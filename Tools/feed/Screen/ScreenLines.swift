import Roster
import RosterTerminal

/// The line above the feed and the one below it.
enum ScreenLines {
  private static let keys = ["tab focus", "n write", "q quit", "u undo", "d remove"]

  static func header(title: String, postCount: Int) -> TerminalLine {
    .heading(
      "roster-feed", title: title, trailing: "\(postCount) post\(postCount == 1 ? "" : "s")")
  }

  /// - Parameters:
  ///   - notice: What the user is told; `nil` for the keys.
  ///   - newAboveCount: How many posts were added above those that are visible.
  ///   - readCount: How many paragraphs were read in this session.
  ///   - columns: The columns of the line.
  static func status(
    _ notice: String?, newAboveCount: Int, readCount: Int, revision: Revision, columns: Int
  ) -> TerminalLine {
    let read = readCount > 0 ? "\(readCount) read  " : ""
    return .status(
      notice: notice, newAboveCount: newAboveCount, keys: keys,
      trailing: .init("\(read)revision \(revision)", color: "secondaryText"), columns: columns)
  }
}
