import RosterConcurrency

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

/// The sizes of a text at the last few widths.
struct RecentFits: Sendable {
  private struct Entries {
    static let capacity = 4

    var all: [(room: Double, fit: TextFit)] = []
    var oldest = 0

    mutating func remember(_ fit: TextFit, room: Double) {
      if all.count < Self.capacity {
        all.append((room, fit))
      } else {
        all[oldest] = (room, fit)
        oldest = (oldest + 1) % Self.capacity
      }
    }
  }

  private let entries = Guarded(Entries())

  /// Returns the stored result for a width; if there is none, stores and returns the result of
  /// `measure`.
  func fit(room: Double, measure: (Double) -> TextFit) -> TextFit {
    let known = entries.withLock { entries in entries.all.first { $0.room == room }?.fit }
    if let known { return known }
    // Without the lock: other threads may look up other widths meanwhile.
    let fit = measure(room)
    entries.withLock { $0.remember(fit, room: room) }
    return fit
  }
}
