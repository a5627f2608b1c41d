import Roster
import RosterTerminal

/// The line above the feed and the one below it.
enum ScreenLines {
  private static let keys = " tab focus  n write  d remove  u undo  q quit"

  static func header(title: String, postCount: Int) -> TerminalLine {
    let count = "\(postCount) post\(postCount == 1 ? "" : "s") "
    return TerminalLine(
      [.init(" roster-feed", isBold: true), .init("  \(title)")], trailing: [.init(count)],
      isReversed: true)
  }

  /// - Parameters:
  ///   - notice: What the user is told; `nil` for the keys.
  ///   - newAboveCount: How many posts were added above those that are visible.
  ///   - readCount: How many paragraphs were read in this session.
  ///   - columns: The columns of the line; fewer keys are named if there are few.
  static func status(
    _ notice: String?, newAboveCount: Int, readCount: Int, revision: Revision, columns: Int
  ) -> TerminalLine {
    let leading: TerminalLine.Part =
      if let notice {
        .init(" \(notice)", color: "warning")
      } else if newAboveCount > 0 {
        .init(" ↑ \(newAboveCount) new", color: "accent", isBold: true)
      } else {
        .init(columns < 70 ? " q quit" : Self.keys, color: "secondaryText")
      }
    let read = readCount > 0 ? "\(readCount) read  " : ""
    return TerminalLine(
      [leading], trailing: [.init("\(read)revision \(revision) ", color: "secondaryText")])
  }
}
