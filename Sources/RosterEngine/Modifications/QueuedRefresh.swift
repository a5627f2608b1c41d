internal import RosterCore

/// A reload or a new configuration on its way through the pipeline, without its types.
///
/// The calls come in this order:
///
///     prepare, makeOutputs …, states and stored, publish, succeed
///
/// and instead of any of them may come `fail`, or before all of them `supersede`; either is the last.
protocol QueuedRefresh: AnyObject, Sendable {
  /// What is done.
  var work: RefreshWork { get }

  /// How urgent it is.
  var qos: DataSourceQoS { get }

  /// What its caller says about it.
  var annotation: ChangeAnnotation { get }

  /// Tells listeners what becomes of it, if there are any.
  var ticket: ModificationTicket? { get }

  /// Whether somebody waits for it on his thread, so that no later one may replace it.
  var isSynchronous: Bool { get }

  /// Finds out what is to be generated.
  ///
  /// - Returns: The number of outputs to make.
  func prepare(_ source: ListState) throws(DataSourceError) -> Int

  /// Makes some of the outputs; called on several threads at once, for ranges that do not overlap.
  func makeOutputs(_ range: Range<Int>)

  /// What storage is to keep of it, if it becomes a revision; `nil` if no state is another, so that
  /// it becomes none.
  func stored(_ applied: ListChange) -> StoredChange?

  /// What is kept is durable: shows everything to everybody.
  ///
  /// - Parameter applied: The revision, `nil` if it is none.
  func publish(_ applied: ListChange?, on source: ListState)

  /// It is published: gives its caller the outcome.
  func succeed()

  /// It waits, and a later one does what it would have done: gives its caller the outcome.
  ///
  /// - Parameter later: One of the same list, whose work includes the one of this.
  func supersede(by later: any QueuedRefresh)

  /// It has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)

  /// Does the work of an earlier one as well, if it can, and is as urgent as that from then on; under
  /// the lock of the pipeline, so that neither is being worked on.
  ///
  /// - Parameters:
  ///   - earlier: What waits.
  ///   - meansTheSamePaths: Whether no change of paths stands between the two.
  func takeOver(_ earlier: any QueuedRefresh, meansTheSamePaths: Bool) -> Bool
}
