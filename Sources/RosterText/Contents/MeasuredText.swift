/// A typeset text with what measuring it has found so far.
final class MeasuredText: Sendable {
  let typeset: TypesetText
  /// What the text takes if it has all the room that it wants.
  let natural: TextFit
  /// The width of the longest run that cannot be broken, in whole points.
  let minimumWidth: Double
  /// `nil` if filling the lines costs less than remembering them.
  private let recentFits: RecentFits?

  init(_ typeset: TypesetText) {
    self.typeset = typeset
    natural = typeset.fit(room: .infinity)
    minimumWidth = min(typeset.minimumWidth, natural.width).rounded(.up)
    let isShort = typeset.runs.count <= Self.shortRunCount && typeset.maximumLines == .max
    recentFits = isShort ? nil : RecentFits()
  }

  /// Returns what the lines take that are shown.
  func fit(room: Double) -> TextFit {
    // Also for NaN, which is no room that could be filled.
    guard room < natural.width else { return natural }
    guard let recentFits else { return typeset.fit(room: max(0, room)) }
    return recentFits.fit(room: max(0, room)) { typeset.fit(room: $0) }
  }

  /// About twelve words.
  private static let shortRunCount = 24
}
