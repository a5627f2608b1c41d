internal import RosterCore

/// A changeset, a snapshot that the list will become, or a change that was computed ahead.
final class ChangeModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  enum Work: Sendable {
    /// A changeset. If it was made for one revision, the list must be at that one, and nothing
    /// pending.
    case changeset(Changeset<Model, SectionModel>, base: Revision?)
    /// A snapshot that the list will become.
    ///
    /// The changeset is computed on the work queue when the turn of the snapshot comes. By then
    /// everything before it is committed, and nothing can come between reading the list and
    /// replacing it.
    case snapshot(SnapshotTarget<Model, SectionModel>)
    /// A change that applies only to the list that it was computed for.
    case precomputed(DataSource.Precomputed)
  }

  let work: Work
  let states: [StateAssignment]
  let annotation: ChangeAnnotation
  let ticket: ModificationTicket?
  let pending = Pending<DataSource.Batch>()
  /// Whether its outputs may be made in parts. Those of a snapshot always may if any may, because
  /// their number is not known in time.
  let standsAlone: Bool
  /// Kept while the modification is pending, so that a data source that was released still applies
  /// what it accepted.
  let dataSource: DataSource

  /// - Parameter ticket: The ticket, if the caller has one already.
  init(
    _ work: Work, _ states: [StateAssignment], _ annotation: ChangeAnnotation,
    _ mode: ModificationMode, _ dataSource: DataSource, ticket: ModificationTicket? = nil
  ) {
    self.work = work
    self.states = states
    self.annotation = annotation
    self.dataSource = dataSource
    let kind: ObservedModification.Kind
    let outputCount: Int
    switch work {
    case .changeset(let changeset, _):
      kind = !states.isEmpty && changeset.isEmpty ? .states : .changeset
      outputCount = changeset.outline.outputCount
    case .snapshot:
      kind = .snapshot
      outputCount = .max
    case .precomputed(let change):
      kind = .precomputed
      outputCount = change.changes.changeset.outline.outputCount
    }
    self.ticket = ticket ?? dataSource.runner.ticket(kind, annotation, mode)
    standsAlone = dataSource.mayBeSplit(outputCount: outputCount)
  }

  var admission: Admission {
    switch work {
    case .changeset(let changeset, _): .outline(changeset.outline)
    case .snapshot(let target): .replacement(target.itemCounts)
    case .precomputed(let change): .proof(change.changes.verified.proof)
    }
  }

  var targetTrees: [TreeReference] { states.places }

  var joint: (any JointWork)? { nil }

  func refusal(at revision: Revision, pendingCount: Int) -> DataSourceError? {
    switch work {
    case .changeset(_, nil), .snapshot: return nil
    case .changeset(_, let base?):
      if revision == base, pendingCount == 0 { return nil }
      return .conflict(WriteConflict(base: base, current: revision))
    case .precomputed(let change):
      return dataSource.outdatedBase(of: change, pendingCount: pendingCount).map {
        .notCurrent($0)
      }
    }
  }
}

extension ChangesetOutline {
  /// The number of items that a generator makes outputs of.
  fileprivate var outputCount: Int { insertedItems.count + updatedItems.count }
}
