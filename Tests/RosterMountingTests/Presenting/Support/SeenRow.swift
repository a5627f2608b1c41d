import RosterComponents
import RosterLayout
import RosterMounting
import RosterRecordingHost

/// A row as a user sees it.
struct SeenRow: Equatable {
  let view: RecordingHost.View
  let tree: String
  let start: Double
  let length: Double
  let offset: Double
  let texts: [String?]

  /// Where it begins on the screen.
  var onScreen: Double { start - offset }
}

extension RecordingHost {
  /// The rows that have views, in their order among siblings.
  func rows(of list: View) -> [SeenRow] {
    let offset = number("offset", of: list) ?? 0
    return shownViews(in: list).map { row in
      let frame = frame(of: row) ?? ViewFrame(size: .zero)
      return SeenRow(
        view: row, tree: text("tree", of: row) ?? "", start: frame.origin.y,
        length: frame.size.height, offset: offset,
        texts: shownViews(in: row).map { text("text", of: $0) })
    }
  }
}
