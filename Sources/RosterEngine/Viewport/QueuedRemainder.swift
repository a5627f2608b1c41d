internal import RosterCore

/// Outputs that a published batch has left for later, without their types.
protocol QueuedRemainder: AnyObject, Sendable {
  /// How urgent they are: as urgent as their modification.
  var qos: DataSourceQoS { get }

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them. Called on several threads at once, with ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// Shows them to subscribers and readers, once all are made; on the work queue.
  func publish(in state: ListState)
}
