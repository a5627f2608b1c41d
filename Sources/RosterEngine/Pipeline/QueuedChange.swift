internal import RosterCore

/// A change on its way through the pipeline, as the pipeline sees it: without its model types.
///
/// The work queue handles every change, so nothing on it is generic; what needs the types is asked
/// of the change. The calls come in this order:
///
///     applied, prepare, makeOutputs …, stored, publish, succeed
///
/// and after any of them may come `fail`, which is the last.
protocol QueuedChange: AnyObject, Sendable {
  var outline: ChangesetOutline { get }
  var annotation: ChangeAnnotation { get }
  /// Tells listeners what becomes of the change, if there are any.
  var ticket: ModificationTicket? { get }

  /// Whether nothing else may be committed together with the change: its outputs may be made in parts.
  var standsAlone: Bool { get }

  /// The change of a list, now that everything before it is applied.
  ///
  /// - Parameter proof: That the outline is valid for the list, `nil` if the change was accepted
  ///   without one.
  /// - Throws: If something cannot be read, or the list is not what the change was made for.
  func applied(
    to state: ListState, _ proof: VerifiedOutline?
  ) throws(DataSourceError) -> ListChange

  /// Encodes what is to be kept and finds out what is to be generated.
  ///
  /// - Returns: The numbers of outputs to make, wave by wave: those of a wave depend on nothing but
  ///   the waves before, also of the changes before.
  /// - Throws: If a model does not encode, or something cannot be read or is not there.
  func prepare(_ applied: ListChange) throws(DataSourceError) -> [Int]

  /// The number of outputs that were made when it was prepared.
  var madeOutputCount: Int { get }

  /// Makes some of the outputs of a wave; called on several threads at once, for ranges that do not
  /// overlap.
  func makeOutputs(_ range: Range<Int>, ofWave wave: Int)

  /// What storage is to keep of the change.
  func stored(_ applied: ListChange) -> StoredChange

  /// The change is durable: shows it to everybody.
  func publish(_ applied: ListChange)

  /// The change is published: gives its caller the outcome.
  func succeed()

  /// The change has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
