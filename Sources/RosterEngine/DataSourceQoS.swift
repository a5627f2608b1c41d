internal import RosterConcurrency

/// The urgency of a modification: its quality of service.
///
/// Modifications are processed in the order in which they were queued, regardless of urgency.
/// Pending work runs with the level of its most urgent modification, so nothing urgent waits for
/// work at a lower level. Outputs that are left for later keep the level of their modification. A
/// synchronous modification runs on the thread of its caller, with the level of that thread.
///
/// The level affects only threads of this process. It is not stored in the journal, and changes
/// neither what is done nor what is published.
///
/// Threads get the quality of service of Dispatch. On Apple's platforms it also reaches the parts
/// of a generation on other cores, and raises current work when something more urgent is queued
/// behind it. On Linux, Dispatch gives its threads a nice value, above normal only in a privileged
/// process. There it reaches only one of the generating threads, and does not raise current work.
public enum DataSourceQoS: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The user does not wait for it; see ``ListDataSource/isInBackground``.
  case `default`
  /// The user has asked for it and waits for it.
  case userInitiated
  /// The user interacts with it and sees every delay.
  case userInteractive

  /// Returns whether one is less urgent than the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How a modification is processed.
package enum ModificationMode: Hashable, Sendable {
  /// On the thread of its caller, which waits for it.
  case synchronous
  /// On a thread of the list.
  case queued(DataSourceQoS)

  /// How urgent it is. `default` for a synchronous one, which runs at the level of its caller's
  /// thread.
  var qos: DataSourceQoS { if case .queued(let qos) = self { qos } else { .default } }
}

extension ListDataSource {
  /// Whether the application is in the background. The application sets this; the list does not
  /// find out by itself.
  ///
  /// In the background, work at the default level gets the lowest quality of service while nothing
  /// more urgent is pending. Other levels are unaffected.
  public var isInBackground: Bool {
    get { runner.levels.withLock { $0.isInBackground } }
    set { runner.levels.withLock { $0.isInBackground = newValue } }
  }
}

/// The number of pending modifications for each level above the default.
struct PendingLevels {
  private var counts: [DataSourceQoS: Int] = [:]
  /// Whether work at the default level gets the lowest quality of service.
  var isInBackground = false

  /// The highest level of all pending work.
  var highest: DataSourceQoS { counts.keys.max() ?? .default }

  /// The quality of service for the next turn.
  var turn: TurnQoS {
    switch highest {
    case .default: isInBackground ? .background : .default
    case .userInitiated: .userInitiated
    case .userInteractive: .userInteractive
    }
  }

  /// Notes that something of a level is pending.
  ///
  /// - Returns: Whether it is more urgent than all other pending work.
  mutating func add(_ level: DataSourceQoS) -> Bool {
    if level == .default { return false }
    let isHighest = level > highest
    counts[level, default: 0] += 1
    return isHighest
  }

  /// Notes that something of a level is no longer pending.
  mutating func remove(_ level: DataSourceQoS) {
    guard let count = counts[level] else { return }
    counts[level] = count > 1 ? count - 1 : nil
  }
}
