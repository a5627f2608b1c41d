/// A typeset text with what measuring it has found so far.
final class MeasuredText: Sendable {
  let typeset: TypesetText
  /// What the text takes if it has all the room that it wants.
  let natural: TextFit
  /// The width of the longest run that cannot be broken, in whole points.
  let minimumWidth: Double
  private let recentFits = RecentFits()

  init(_ typeset: TypesetText) {
    self.typeset = typeset
    natural = typeset.fit(room: .infinity)
    minimumWidth = min(typeset.minimumWidth, natural.width).rounded(.up)
  }

  /// Returns what the lines take that are shown.
  func fit(room: Double) -> TextFit {
    // Also for NaN, which is no room that could be filled.
    guard room < natural.width else { return natural }
    // Filling a few lines costs less than remembering them; shortening a line costs more.
    if typeset.runs.count <= 24, typeset.maximumLines == .max {
      return typeset.fit(room: max(0, room))
    }
    return recentFits.fit(room: max(0, room)) { typeset.fit(room: $0) }
  }
}
