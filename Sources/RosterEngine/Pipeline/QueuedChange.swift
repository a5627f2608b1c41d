internal import RosterCore

/// A change in the pipeline, without its model types.
///
/// The work queue handles every change, so its code is not generic. It leaves to the change
/// whatever needs the types. The calls come in this order:
///
///     applied, prepare, makeOutputs …, stored, publish, succeed
///
/// After any of them `fail` may come, which is then the last.
protocol QueuedChange: AnyObject, Sendable {
  var outline: ChangesetOutline { get }
  var annotation: ChangeAnnotation { get }
  /// Tells listeners the outcome of the change; `nil` without listeners.
  var ticket: ModificationTicket? { get }

  /// Whether the change must be committed alone, because its outputs may be made in parts.
  var standsAlone: Bool { get }

  /// Applies the change to a list, after everything before it was applied.
  ///
  /// - Parameter proof: Proves that the outline is valid for the list; `nil` if the change was
  ///   accepted without one.
  /// - Throws: If something cannot be read, or the change was computed for an earlier list.
  func applied(
    to state: ListState, _ proof: VerifiedOutline?
  ) throws(DataSourceError) -> ListChange

  /// Encodes what storage will keep and determines what to generate.
  ///
  /// - Returns: The number of outputs to make in each wave. The outputs of a wave depend only on
  ///   earlier waves, including those of earlier changes.
  /// - Throws: If a model cannot be encoded, or something cannot be read or does not exist.
  func prepare(_ applied: ListChange) throws(DataSourceError) -> [Int]

  /// The number of outputs that `prepare` has made.
  var madeOutputCount: Int { get }

  /// Makes some of the outputs of a wave. Called on several threads at once, with ranges that do
  /// not overlap.
  func makeOutputs(_ range: Range<Int>, ofWave wave: Int)

  /// Returns what storage keeps of the change.
  func stored(_ applied: ListChange) -> StoredChange

  /// Shows the durable change to subscribers and readers.
  func publish(_ applied: ListChange)

  /// Tells the caller that the change is published.
  func succeed()

  /// Tells the caller that the change has failed.
  func fail(_ error: DataSourceError)
}
