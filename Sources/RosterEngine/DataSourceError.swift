public import RosterComponents
public import RosterCore

/// Why a changeset was not applied, or a state not updated.
public enum DataSourceError: Error, Sendable {
  /// The changeset is invalid for the list as it would have been; nothing was queued.
  case invalid(ChangesetError)
  /// An identifier is in the snapshot more than once, and the policy is to refuse that; nothing was
  /// queued.
  case duplicate(DuplicateIdentifier)
  /// The list is not the one that the change was computed for; it is as it was.
  case notCurrent(OutdatedBase)
  /// The item whose state was to be written, or that was to be reloaded, is not there.
  ///
  /// A path is looked for at once, and then nothing was queued; an id when its turn comes.
  case noSuchItem(ItemReference)
  /// There is no such section to reload.
  case noSuchSection(Int)
  /// The section is not there, or has no such header or footer.
  case noSuchSupplement(SupplementReference)
  /// The item has no such scope or action, or cannot take the new state.
  case edit(EditError)
  /// A component or a generator that is being built has tried to update a state; whoever wants to
  /// update one does so after the build, in an action or a controller.
  case updateWhileBuilding
  /// Reading, encoding or committing failed; the list is as it was before this change.
  ///
  /// If storage is to blame, the list is suspended, and everything after this one fails with
  /// ``suspended(_:)``. That is so unless the code of the error is `unencodable`, `undecodable` or
  /// `compacted`.
  ///
  /// If a commit fails and storage cannot even tell whether it happened, the message says so.
  /// Nothing is committed then before storage has told; if the change turns out to be there, the
  /// list is `stale` and is to be opened again.
  case storage(StorageError)
  /// Storage has failed an earlier modification, and the list has not been resumed since; this one
  /// was not applied, or not even queued. See ``ListDataSource/resume(after:)``.
  indirect case suspended(WriteSuspension)
  /// The changeset, or the path of the update, was verified on top of a changeset that failed.
  indirect case precedingFailed(PrecedingFailure)
  /// Another writer has come first; nothing was changed. See ``WriteConflict``.
  case conflict(WriteConflict)
  /// There is nothing that could be undone, or redone.
  ///
  /// If there was something that the journal no longer has, it is `storage` with a `compacted`
  /// error.
  case nothingToTakeBack(HistoryDirection)
  /// As many changes are waiting as the configuration allows; nothing was queued.
  case queueFull(limit: Int)
  /// A synchronous call came from within the pipeline, which would wait for itself.
  case reentrant
  /// The data source is closed.
  case closed

  /// A change that failed and took those after it along.
  public struct PrecedingFailure: Sendable {
    /// The revision that the failed change would have led to.
    public var revision: Revision
    /// The origin of the failed change.
    public var origin: String?
    /// What happened to it.
    public var cause: DataSourceError
  }
}

extension DataSourceError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .invalid(let error): error.description
    case .duplicate(let error): error.description
    case .notCurrent(let base): base.description
    case .noSuchItem(let item): "there is no \(item)"
    case .noSuchSection(let section): "there is no section \(section)"
    case .noSuchSupplement(let supplement): "there is no \(supplement)"
    case .edit(let error): error.description
    case .updateWhileBuilding:
      "a state cannot be updated from within a build; update it in an action or a controller"
    case .storage(let error): error.description
    case .suspended(let suspension): suspension.description
    case .precedingFailed(let failure):
      "the change to revision \(failure.revision)"
        + (failure.origin.map { " (origin \($0))" } ?? "")
        + " failed, and this one was verified on top of it: \(failure.cause)"
    case .conflict(let conflict): conflict.description
    case .nothingToTakeBack(.undo): "there is nothing to undo"
    case .nothingToTakeBack(.redo): "there is nothing to redo"
    case .queueFull(let limit): "\(limit) changes are waiting already; await some of them first"
    case .reentrant: "a synchronous call from within the pipeline would wait for itself"
    case .closed: "the data source is closed"
    }
  }
}
