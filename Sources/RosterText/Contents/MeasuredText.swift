import Synchronization

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
///
/// A thread that finds the memory in use measures without it, so that no thread waits.
///
/// `@unchecked Sendable`: only the thread that has set `isInUse` accesses `entries` and `oldest`.
final class RecentFits: @unchecked Sendable {
  private static let capacity = 4

  private let isInUse = Atomic(false)
  private var entries: [(room: Double, fit: TextFit)] = []
  private var oldest = 0

  /// Returns the stored result for a width; if there is none, stores and returns the result of
  /// `measure`.
  func fit(room: Double, measure: (Double) -> TextFit) -> TextFit {
    let known = exclusively { entries.first { $0.room == room }?.fit }
    if let known { return known }
    let fit = measure(room)
    _ = exclusively { remember(fit, room: room) }
    return fit
  }

  private func remember(_ fit: TextFit, room: Double) {
    if entries.count < Self.capacity {
      entries.append((room, fit))
    } else {
      entries[oldest] = (room, fit)
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// Runs a function unless another thread is running one.
  private func exclusively<Result>(_ body: () -> Result?) -> Result? {
    let (isMine, _) = isInUse.compareExchange(
      expected: false, desired: true, ordering: .acquiring)
    guard isMine else { return nil }
    defer { isInUse.store(false, ordering: .releasing) }
    return body()
  }
}
