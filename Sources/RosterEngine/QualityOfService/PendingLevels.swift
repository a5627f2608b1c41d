internal import Dispatch

/// How urgent what is pending is: a count for each level above the default one.
struct PendingLevels {
  private var counts: [DataSourceQoS: Int] = [:]
  /// Whether what is not urgent is worked on with the lowest quality of service.
  var isInBackground = false

  /// The level of the most urgent thing.
  var highest: DataSourceQoS { counts.keys.max() ?? .default }

  /// The quality of service to work with.
  var turn: Turn {
    switch highest {
    case .default: isInBackground ? .background : .default
    case .userInitiated: .userInitiated
    case .userInteractive: .userInteractive
    }
  }

  /// Something is pending.
  ///
  /// - Returns: Whether it is more urgent than everything else.
  mutating func add(_ level: DataSourceQoS) -> Bool {
    if level == .default { return false }
    let isHighest = level > highest
    counts[level, default: 0] += 1
    return isHighest
  }

  /// Something is not pending any more.
  mutating func remove(_ level: DataSourceQoS) {
    guard let count = counts[level] else { return }
    counts[level] = count > 1 ? count - 1 : nil
  }

  /// The qualities of service with which there is work.
  enum Turn: CaseIterable {
    case background, `default`, userInitiated, userInteractive

    var dispatchQoS: DispatchQoS {
      switch self {
      case .background: .background
      case .default: .default
      case .userInitiated: .userInitiated
      case .userInteractive: .userInteractive
      }
    }
  }
}
