internal import RosterCore

/// A change on its way through the pipeline, as the pipeline sees it: without its model types.
///
/// The work queue handles every change, so nothing on it is generic; what needs the types is asked
/// of the change.
protocol QueuedChange: AnyObject, Sendable {
  var outline: ChangesetOutline { get }
  var annotation: ChangeAnnotation { get }

  /// What storage is to keep of the change once it is applied.
  ///
  /// - Throws: If a model does not encode.
  func stored(_ applied: ListChange) throws(StorageError) -> StoredChange

  /// Says how many outputs are to be made for the change.
  func outputCount(_ applied: ListChange) -> Int

  /// Makes some of the outputs; called on several threads at once, for ranges that do not overlap.
  func makeOutputs(_ range: Range<Int>)

  /// The change is durable: shows it to everybody.
  func publish(_ applied: ListChange)

  /// The change is published: gives its caller the outcome.
  func succeed()

  /// The change has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
