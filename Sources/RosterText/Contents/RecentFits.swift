import Synchronization

/// What a text took in the last few widths.
///
/// Whoever finds the memory in use goes on without it, so that nobody waits.
///
/// `@unchecked Sendable`: `entries` and `oldest` are touched only by whoever has set `isInUse`.
final class RecentFits: @unchecked Sendable {
  private static let capacity = 4

  private let isInUse = Atomic(false)
  private var entries: [(room: Double, fit: TextFit)] = []
  private var oldest = 0

  /// Returns what is remembered for a width; otherwise what `measure` finds, and remembers that.
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

  /// Calls a function if nobody else is in one.
  private func exclusively<Result>(_ body: () -> Result?) -> Result? {
    let (isMine, _) = isInUse.compareExchange(
      expected: false, desired: true, ordering: .acquiring)
    guard isMine else { return nil }
    defer { isInUse.store(false, ordering: .releasing) }
    return body()
  }
}
