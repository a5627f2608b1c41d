internal import RosterCore

/// The outputs that are made for one change, from the plan until it is published or has failed.
protocol OutputGeneration<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The numbers of outputs to make, wave by wave: those of a wave depend on nothing but the waves
  /// before, also of the changes before.
  var waveCounts: [Int] { get }

  /// The number of outputs that are made already, before the waves.
  var madeCount: Int { get }

  /// Makes some of the outputs of a wave; called on several threads at once, for ranges that do not
  /// overlap.
  func make(_ range: Range<Int>, ofWave wave: Int)

  /// All outputs, ascending by place, once they are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// What the change writes, ascending by place, once all outputs are made: the states that are
  /// assigned with it, and those that came of generating.
  var states: [ChangedState] { get }

  /// What is new or has another size, ascending by place, once all outputs are made.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made when the change is published; `nil` if there are none.
  var remainder: Remainder<Output>? { get }

  /// The number of items of which nothing is made, since they are not in the working range.
  var omittedCount: Int { get }

  /// The change is durable: shows the outputs to everybody; on the work queue.
  ///
  /// - Parameter removed: What the change removed, whose outputs nobody needs any more.
  func publish(removing removed: [TreeID])

  /// The change has failed; on the work queue.
  func discard()
}

extension OutputGeneration {
  var madeCount: Int { 0 }
  var remainder: Remainder<Output>? { nil }
  var omittedCount: Int { 0 }
}
