internal import RosterCore

/// The outputs of one change, from the plan until the change is published or has failed.
protocol OutputGeneration<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs in each wave. The outputs of a wave depend only on earlier waves, also
  /// on those of earlier changes.
  var waveCounts: [Int] { get }

  /// The number of outputs that were already made before the waves.
  var madeCount: Int { get }

  /// Makes some outputs of a wave. Called on several threads at once, for ranges that do not
  /// overlap.
  func make(_ range: Range<Int>, ofWave wave: Int)

  /// All outputs, ascending by place, when all waves are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// The states that the change writes, ascending by place, when all waves are made: those that are
  /// assigned with it, and those that generating wrote or removed.
  var states: [ChangedState] { get }

  /// The sizes of what is new or resized, ascending by place, when all waves are made.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made after the change is published; `nil` if there are none.
  var remainder: Remainder<Output>? { get }

  /// The number of items without an output, because they are outside of the working range.
  var omittedCount: Int { get }

  /// Publishes the outputs of a change that is durable; on the work queue.
  ///
  /// - Parameter removed: The trees that the change removed, whose outputs are no longer needed.
  func publish(removing removed: [TreeID])

  /// Discards the outputs of a change that failed; on the work queue.
  func discard()
}

extension OutputGeneration {
  var madeCount: Int { 0 }
  var remainder: Remainder<Output>? { nil }
  var omittedCount: Int { 0 }
}
