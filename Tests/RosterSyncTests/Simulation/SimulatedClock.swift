import RosterConcurrency
import RosterEngine

/// The clock of a machine, in minutes. Each step of a simulation takes one, and a step may set it.
///
/// Lists record it in commits, and compare it with that when they compact by age.
final class SimulatedClock: Sendable {
  private let minutes = Guarded(0)

  var now: Int { minutes.withLock { $0 } }

  /// The time for a storage.
  var milliseconds: Int { now * 60_000 }

  func tick() { minutes.withLock { $0 += 1 } }

  func set(to time: Int) { minutes.withLock { $0 = time } }
}
