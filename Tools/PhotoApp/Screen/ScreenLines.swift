import Roster
import RosterTerminal

/// The line above the photos and the one below them.
enum ScreenLines {
  private static let keys =
    "tab focus  f ♥  o order  g grid  h only ♥  / search  r refresh  q quit"

  static func header(title: String, _ summary: GallerySummary?) -> TerminalLine {
    let count = summary.map { "\($0.shownCount) photo\($0.shownCount == 1 ? "" : "s")" }
    return .heading("roster-photos", title: title, trailing: count)
  }

  /// - Parameters:
  ///   - notice: What the user is told; `nil` for the keys.
  ///   - newAboveCount: How many photos have come above those that are visible.
  ///   - columns: The columns of the line; fewer keys are named if there are few.
  static func status(
    _ notice: String?, newAboveCount: Int, revision: Revision, columns: Int
  ) -> TerminalLine {
    .status(
      notice: notice, newAboveCount: newAboveCount, keys: columns < 88 ? "q quit" : keys,
      trailing: .init("revision \(revision)", color: "secondaryText"))
  }
}
