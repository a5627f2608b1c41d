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
