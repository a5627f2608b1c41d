internal import RosterCore

/// Updates that are worked on together, and become one revision if they change anything.
///
/// The calls come in this order, without `stored` if nothing is changed:
///
///     prepare, makeOutputs, changesStates, stored, publish, succeed
///
/// and `fail` instead of the last two if what is stored cannot be committed.
protocol QueuedModification: AnyObject, Sendable {
  /// Finds the items and what is known of them.
  ///
  /// - Returns: The number of outputs to make.
  func prepare(_ source: ListState) -> Int

  /// Makes some of the outputs; called on several threads at once, for ranges that do not overlap.
  func makeOutputs(_ range: Range<Int>)

  /// Whether there is anything to store.
  var changesStates: Bool { get }

  /// What storage is to keep.
  func stored(_ applied: ListChange) -> StoredChange

  /// What was stored is durable, or nothing had to be: shows it to everybody.
  ///
  /// - Parameter applied: The revision, `nil` if nothing had to be stored.
  func publish(_ applied: ListChange?)

  /// The modification is published: gives each caller the outcome.
  func succeed()

  /// What was stored cannot be committed: gives each caller the outcome.
  func fail(_ error: DataSourceError)
}
