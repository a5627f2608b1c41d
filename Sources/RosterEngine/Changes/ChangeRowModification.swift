internal import RosterCore

/// Changes that were computed ahead, each on top of the one before.
final class ChangeRowModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<[DataSource.Batch]>()
  let annotation: ChangeAnnotation
  private let first: DataSource.Precomputed
  private let later: ArraySlice<DataSource.Precomputed>
  private let dataSource: DataSource

  /// - Parameter first: The change that the list must be current for.
  init(
    _ first: DataSource.Precomputed, _ later: ArraySlice<DataSource.Precomputed>,
    _ mode: ModificationMode, _ dataSource: DataSource
  ) {
    annotation = first.changes.annotation
    ticket = dataSource.runner.ticket(.precomputed, annotation, mode)
    self.first = first
    self.later = later
    self.dataSource = dataSource
  }

  private var changes: [DataSource.Precomputed] { [first] + later }

  var admission: Admission { .proofs(changes.map { $0.changes.verified.proof }) }

  var joint: (any JointWork)? { nil }

  func refusal(at revision: Revision, pendingCount: Int) -> DataSourceError? {
    dataSource.outdatedBase(of: first, pendingCount: pendingCount).map { .notCurrent($0) }
  }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    var state = source
    return try ChangeRowPlan(changes, on: source, of: self) { (change) throws(DataSourceError) in
      defer { state = change.applied.target }
      return try change.plan(
        on: state, change.changes.annotation, dataSource, qos: ticket?.qos, maySplit: false)
    }
  }
}

extension PrecomputedChange {
  /// Plans the change when its turn has come.
  ///
  /// - Parameters:
  ///   - source: The list, which must be the one that the change was computed for.
  ///   - annotation: What the batch says about the change.
  ///   - modification: What gets the outcome; `nil` if the change is part of something else.
  func plan(
    on source: ListState, _ annotation: ChangeAnnotation,
    _ dataSource: ListDataSource<Model, SectionModel, Output>, qos: DataSourceQoS?, maySplit: Bool,
    of modification: (any Modification<ListBatch<Model, SectionModel, Output>>)? = nil
  ) throws(DataSourceError) -> ChangePlan<Model, SectionModel, Output> {
    let base = applied.source.revision
    guard source.revision == base else {
      throw .notCurrent(DataSourceError.OutdatedBase(base: base, current: source.revision))
    }
    return try ChangePlan(
      changes.changeset, applied, states, annotation, dataSource, device: device, hub: hub,
      generation: generation, qos: qos ?? .default, maySplit: maySplit, of: modification)
  }
}
