import Synchronization

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
