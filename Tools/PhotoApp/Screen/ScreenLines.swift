import Roster
import RosterTerminal

/// The line above a page and the one below it.
enum ScreenLines {
  private static let galleryKeys =
    " tab focus  ⏎ open  f ♥  o order  g grid  h only ♥  / search  r refresh  q quit"
  private static let photoKeys =
    " ← → photos  + - zoom  f ♥  c comment  s share  esc back  q quit"

  static func header(title: String, trailing: String?) -> TerminalLine {
    .heading("roster-photos", title: title, trailing: trailing)
  }

  /// What stands below all photos if there is nothing to tell.
  ///
  /// - Parameters:
  ///   - newAboveCount: How many photos have come above those that are visible.
  ///   - columns: The columns of the line; fewer keys are named if there are few.
  static func galleryStatus(newAboveCount: Int, columns: Int) -> TerminalLine.Part {
    newAboveCount > 0
      ? .init(" ↑ \(newAboveCount) new", color: "accent", isBold: true)
      : keys(galleryKeys, columns: columns)
  }

  /// What stands below one photo if there is nothing to tell.
  static func photoStatus(columns: Int) -> TerminalLine.Part { keys(photoKeys, columns: columns) }

  private static func keys(_ keys: String, columns: Int) -> TerminalLine.Part {
    .init(columns < keys.count + 8 ? " q quit" : keys, color: "secondaryText")
  }

  /// - Parameters:
  ///   - notice: What the user is told; `nil` for the keys.
  ///   - keys: What stands there otherwise.
  static func status(
    _ notice: String?, otherwise keys: TerminalLine.Part, revision: Revision
  ) -> TerminalLine {
    TerminalLine(
      [notice.map { .init(" \($0)", color: "warning") } ?? keys],
      trailing: [.init("revision \(revision) ", color: "secondaryText")])
  }
}
