internal import RosterCore

/// The outputs that a reload or a new configuration makes.
protocol OutputRefresh<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them. Called on several threads at once, for ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// The changed outputs, ascending by place, when all are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// Whether `outputs` contains every changed output.
  var namesAllOutputs: Bool { get }

  /// The states that generating wrote or removed, ascending by place.
  var states: [ChangedState] { get }

  /// The changed sizes, ascending by place.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made after these are published; `nil` if there are none.
  var remainder: Remainder<Output>? { get }

  /// Whether the sizes that are not named are no longer known.
  var forgetsSizes: Bool { get }

  /// The new estimates for lengths that were never measured; `nil` if they did not change.
  var estimates: ExtentEstimates? { get }

  /// Publishes the outputs when their states are durable; on the work queue.
  func publish()
}

extension OutputRefresh {
  var remainder: Remainder<Output>? { nil }
  var forgetsSizes: Bool { false }
  var estimates: ExtentEstimates? { nil }
}
