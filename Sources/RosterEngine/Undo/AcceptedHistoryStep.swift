internal import RosterCore

/// An undo or a redo in the pipeline, with its types.
final class AcceptedHistoryStep<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  QueuedHistoryStep
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>
  private typealias Change = AcceptedChange<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<[DataSource.Batch]>()
  private let direction: HistoryDirection
  let annotation: ChangeAnnotation
  private let dataSource: DataSource
  private let changes = Guarded<[Change]>([])

  init(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    dataSource: DataSource
  ) {
    ticket = dataSource.runner.ticket(
      direction == .undo ? .undo : .redo, annotation, mode)
    self.direction = direction
    self.annotation = annotation
    self.dataSource = dataSource
  }

  func prepare(on source: ListState) throws(DataSourceError) -> [PreparedChange] {
    let revisions = try revisions(at: source.revision)
    var restoration = Restoration(dataSource.reader.models, on: source)
    var prepared: [PreparedChange] = []
    var changes: [Change] = []
    do throws(DataSourceError) {
      for revision in revisions {
        let restored = try restoration.takingBack(revision)
        var annotation = annotation
        annotation.group = restored.group
        let change = Change(
          restored.changeset, restored.states, annotation, step: .takingBack(revision),
          restored: restored.models, dataSource: dataSource, qos: ticket?.qos ?? .default,
          maySplit: revisions.count == 1)
        changes.append(change)
        prepared.append(
          PreparedChange(
            change: change, applied: restored.applied,
            waveCounts: try change.prepare(restored.applied)))
      }
    } catch {
      for change in changes { change.fail(error) }
      throw error
    }
    self.changes.withLock { $0 = changes }
    return prepared
  }

  private func revisions(at revision: Revision) throws(DataSourceError) -> [Revision] {
    do throws(StorageError) {
      let steps = try dataSource.steps(at: revision)
      let revisions = direction == .undo ? steps.undo : steps.redo
      if revisions.isEmpty, direction == .undo, steps.isUndoCompacted {
        let oldest = try dataSource.oldestRevision
        throw StorageError.compacted(
          "the journal no longer says what an undo takes back; the oldest revision that is left is "
            + "\(oldest)", oldest: oldest)
      }
      guard revisions.isEmpty else { return revisions }
    } catch {
      throw .storage(error)
    }
    throw direction == .undo ? .nothingToUndo : .nothingToRedo
  }

  func succeed() {
    let batches = changes.withLock { $0 }.compactMap { try? $0.pending.outcome?.get() }
    ticket?.applied(batches)
    pending.resolve(.success(batches))
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}
