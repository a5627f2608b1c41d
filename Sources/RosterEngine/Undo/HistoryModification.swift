internal import RosterCore

/// An undo or a redo.
final class HistoryModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<[DataSource.Batch]>()
  let annotation: ChangeAnnotation
  private let direction: HistoryDirection
  private let dataSource: DataSource

  init(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ dataSource: DataSource
  ) {
    ticket = dataSource.runner.ticket(
      direction == .undo ? .undo : .redo, annotation, mode)
    self.direction = direction
    self.annotation = annotation
    self.dataSource = dataSource
  }

  var admission: Admission { .step }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    let revisions = try revisions(at: source.revision)
    var restoration = Restoration(dataSource.reader.models, on: source)
    return try ChangeRowPlan(revisions, on: source, of: self) {
      (revision) throws(DataSourceError) in
      let restored = try restoration.takingBack(revision)
      var annotation = annotation
      annotation.group = restored.group
      return try ChangePlan(
        restored.changeset, restored.applied, restored.states, annotation, dataSource,
        step: .takingBack(revision), restored: restored.models, qos: ticket?.qos ?? .default,
        maySplit: revisions.count == 1)
    }
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
}

/// The direction of a step through the history.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
  /// Takes back the last change.
  case undo
  /// Takes back the last undo.
  case redo
}
