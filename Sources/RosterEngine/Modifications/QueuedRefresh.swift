internal import RosterCore

/// A reload or a new configuration in the pipeline, without its types.
///
/// The calls come in this order:
///
///     prepare, makeOutputs …, stored, publish, succeed
///
/// If another writer commits first, they may begin again with `prepare`. Instead of any of them,
/// `fail` may be called; before all of them also `supersede`. Either is the last call.
protocol QueuedRefresh: AnyObject, Sendable {
  /// What it does.
  var work: RefreshWork { get }

  /// How urgent it is.
  var qos: DataSourceQoS { get }

  /// What its caller says about it.
  var annotation: ChangeAnnotation { get }

  /// Tells listeners about it, if there are any.
  var ticket: ModificationTicket? { get }

  /// Whether a caller waits for it on its own thread, so that no later one may replace it.
  var isSynchronous: Bool { get }

  /// Plans the outputs.
  ///
  /// - Returns: The number of outputs to make.
  func prepare(_ source: ListState) throws(DataSourceError) -> Int

  /// Makes some of the outputs. Called on several threads at once, for ranges that do not overlap.
  func makeOutputs(_ range: Range<Int>)

  /// Returns what storage keeps of the revision; `nil` if no state changed, so that it is no
  /// revision.
  func stored(_ applied: ListChange) -> StoredChange?

  /// Publishes everything to subscribers and readers, after what storage keeps is durable.
  ///
  /// - Parameter applied: The revision; `nil` if it is none.
  func publish(_ applied: ListChange?, on source: ListState)

  /// Gives the caller its outcome, after it was published.
  func succeed()

  /// Gives the caller its outcome while this one waits, because a later one does its work.
  ///
  /// - Parameter later: One of the same list, whose work includes the work of this one.
  func supersede(by later: any QueuedRefresh)

  /// Gives the caller its outcome, after it failed.
  func fail(_ error: DataSourceError)

  /// Adds the work of an earlier one if possible, and takes over its urgency. Called under the lock
  /// of the pipeline, so neither is being worked on.
  ///
  /// - Parameters:
  ///   - earlier: A modification that waits.
  ///   - meansTheSamePaths: Whether no change of paths stands between the two.
  func takeOver(_ earlier: any QueuedRefresh, meansTheSamePaths: Bool) -> Bool
}
