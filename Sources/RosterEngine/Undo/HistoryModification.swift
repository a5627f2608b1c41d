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
  private let scope: UndoScope
  private let dataSource: DataSource
  private let extent: HistoryExtent
  /// The revisions that it may take back; `nil` for whatever is next.
  private let foreseen: [Revision]?

  init(
    _ direction: HistoryDirection, in scope: UndoScope, _ extent: HistoryExtent,
    _ annotation: ChangeAnnotation, _ mode: ModificationMode, _ dataSource: DataSource,
    foreseen: [Revision]? = nil
  ) {
    ticket = dataSource.runner.ticket(
      direction == .undo ? .undo : .redo, annotation, mode)
    self.direction = direction
    self.scope = scope
    self.extent = extent
    self.foreseen = foreseen
    self.annotation = annotation
    self.dataSource = dataSource
  }

  var admission: Admission { joint == nil ? .step : .draft }

  var joint: (any JointWork)? { change }

  /// The change of several lists that it is a part of.
  private var change: JointChange? {
    if case .lists(let drafting) = extent { drafting.change } else { nil }
  }

  // What it takes back in all lists is found again.
  var isPlannedAgain: Bool { joint != nil }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    let step = try step(at: source.revision)
    var restoration = Restoration(
      in: scope, isBehind: step.hasGoneOn, dataSource.reader.models, on: source)
    return try ChangeRowPlan(step.changes, on: source, of: self) {
      (change) throws(DataSourceError) in
      let restored = try restoration.takingBack(change.entry)
      var annotation = annotation
      annotation.group = restored.group
      annotation.undo = scope
      return try ChangePlan(
        restored.changeset, restored.applied, restored.states, annotation, dataSource,
        step: step.hasGoneOn ? nil : .takingBack(change.entry.revision),
        otherParts: change.otherParts, restored: restored.models, qos: ticket?.qos ?? .default,
        maySplit: step.changes.count == 1)
    }
  }

  private func step(at revision: Revision) throws(DataSourceError) -> HistoryStep {
    switch extent {
    case .lists(let drafting):
      return drafting.returned.steps[ObjectIdentifier(dataSource.runner)] ?? HistoryStep()
    case .list(let isPartOnly):
      let history = ListHistory(dataSource.reader.storage, in: scope)
      let entries = try history.entries(direction, at: revision)
      if let foreseen, entries.map(\.revision) != foreseen {
        throw .notCurrent(
          DataSourceError.OutdatedBase(base: foreseen.max() ?? 0, current: revision))
      }
      let others = Set(entries.flatMap(\.otherParts).map(\.list))
      let store = dataSource.reader.storage.address?.store
      if !isPartOnly, let error = try DataSourceError.partOfSeveral(others, of: store) {
        throw error
      }
      return HistoryStep(changes: entries.map { HistoryStep.Change(entry: $0) })
    }
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
    change?.fail(error)
  }
}

/// In which lists an undo or redo takes a change back.
enum HistoryExtent: Sendable {
  /// In one, which may take back its part of a change of several lists.
  case list(isPartOnly: Bool)
  /// In those of the store that the change was made in.
  case lists(JointDrafting<JointHistory.Steps>)
}

/// The direction of a step through the history.
package enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
  /// Takes back the last change.
  case undo
  /// Takes back the last undo.
  case redo
}
