internal import RosterCore

/// Outputs that a published batch has left for later, without their types.
protocol QueuedRemainder: AnyObject, Sendable {
  /// How urgent they are: as the modification that they belong to.
  var qos: DataSourceQoS { get }

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them; called on several threads at once, for ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// Shows them to everybody, once all are made; on the work queue.
  func publish(in state: ListState)
}
