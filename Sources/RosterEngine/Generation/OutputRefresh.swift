internal import RosterCore

/// The outputs that are made anew without a changeset.
protocol OutputRefresh<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them; called on several threads at once, for ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// Those that are others, ascending by place, once all are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// Whether no other outputs are others.
  var namesAllOutputs: Bool { get }

  /// What came of generating, ascending by place.
  var states: [ChangedState] { get }

  /// What has another size, ascending by place.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made when the others are published; `nil` if there are none.
  var remainder: Remainder<Output>? { get }

  /// Whether sizes that are not named are not known any more.
  var forgetsSizes: Bool { get }

  /// How long what was never measured is taken to be from now on; `nil` if as before.
  var estimates: ExtentEstimates? { get }

  /// What is to be kept is durable: shows the outputs to everybody; on the work queue.
  func publish()
}

extension OutputRefresh {
  var remainder: Remainder<Output>? { nil }
  var forgetsSizes: Bool { false }
  var estimates: ExtentEstimates? { nil }
}
