/// A typeset text with the results of its measurements so far.
final class MeasuredText: Sendable {
  let typeset: TypesetText
  /// The size of the text with unlimited room.
  let natural: TextFit
  /// The width of the longest run that cannot be broken, in whole points.
  let minimumWidth: Double
  /// The results for recent widths; `nil` if filling the lines again costs less than keeping
  /// results.
  private let recentFits: RecentFits?

  init(_ typeset: TypesetText) {
    self.typeset = typeset
    natural = typeset.fit(room: .infinity)
    minimumWidth = min(typeset.minimumWidth, natural.width).rounded(.up)
    let isShort = typeset.runs.count <= Self.shortRunCount && typeset.maximumLines == .max
    recentFits = isShort ? nil : RecentFits()
  }

  /// Returns the size of the visible lines.
  func fit(room: Double) -> TextFit {
    // NaN also takes this path, since it is not a width.
    guard room < natural.width else { return natural }
    guard let recentFits else { return typeset.fit(room: max(0, room)) }
    return recentFits.fit(room: max(0, room)) { typeset.fit(room: $0) }
  }

  /// The number of runs in about twelve words.
  private static let shortRunCount = 24
}
