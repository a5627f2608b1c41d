internal import RosterCore

/// A snapshot in the pipeline that the list will become.
///
/// The changeset is computed on the work queue when the turn of the snapshot comes. By then
/// everything before it is committed, and nothing can come between reading the list and replacing
/// it.
final class AcceptedSnapshot<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  QueuedChange
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>
  typealias Contents = ListContents<Model, SectionModel>

  /// Returns the changeset that turns a list into the snapshot.
  typealias Comparison = @Sendable (Contents) -> Changeset<Model, SectionModel>

  let annotation: ChangeAnnotation
  let ticket: ModificationTicket?
  let pending = Pending<DataSource.Batch>()
  /// `true` whenever outputs may be made in parts at all, because their number is not known in
  /// time.
  let standsAlone: Bool
  private let states: [StateAssignment]
  private let compare: Comparison
  private let dataSource: DataSource
  /// The change, once it is computed.
  private let found = Guarded<AcceptedChange<Model, SectionModel, Output>?>(nil)

  init(
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, dataSource: DataSource,
    ticket: ModificationTicket?, compare: @escaping Comparison
  ) {
    self.states = states
    self.annotation = annotation
    self.ticket = ticket
    self.dataSource = dataSource
    self.compare = compare
    standsAlone = dataSource.mayBeSplit(outputCount: .max)
  }

  var outline: ChangesetOutline { change.outline }

  func applied(
    to state: ListState, _ proof: VerifiedOutline?
  ) throws(DataSourceError) -> ListChange {
    do throws(StorageError) {
      let list = ListSnapshot(state: state, models: dataSource.reader.models)
      let changeset = compare(try list.contents())
      let change = AcceptedChange(
        changeset, states, annotation, dataSource: dataSource, pending: pending,
        ticket: ticket, maySplit: standsAlone)
      found.withLock { $0 = change }
      return try state.applying(Self.verified(changeset, against: state))
    } catch {
      throw .storage(error)
    }
  }

  private static func verified(
    _ changeset: Changeset<Model, SectionModel>, against state: ListState
  ) -> VerifiedOutline {
    do throws(ChangesetError) {
      return try changeset.outline.verified(against: state)
    } catch {
      preconditionFailure("a difference is valid for its source: \(error)")
    }
  }

  private var change: AcceptedChange<Model, SectionModel, Output> {
    guard let change = found.withLock({ $0 }) else {
      preconditionFailure("what a snapshot changes is asked for after it was compared")
    }
    return change
  }

  func prepare(_ applied: ListChange) throws(DataSourceError) -> [Int] {
    try change.prepare(applied)
  }

  var madeOutputCount: Int { change.madeOutputCount }

  func makeOutputs(_ range: Range<Int>, ofWave wave: Int) {
    change.makeOutputs(range, ofWave: wave)
  }

  func stored(_ applied: ListChange) -> StoredChange { change.stored(applied) }

  func publish(_ applied: ListChange) { change.publish(applied) }

  func succeed() { change.succeed() }

  func fail(_ error: DataSourceError) {
    // It may fail before its changeset is computed.
    guard let change = found.withLock({ $0 }) else {
      ticket?.failed(error)
      return pending.resolve(.failure(error))
    }
    change.fail(error)
  }
}
