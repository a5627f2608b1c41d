public import RosterCore

/// Why a modification failed: a changeset was not applied, or a state not updated.
public enum DataSourceError: Error, Sendable {
  /// The changeset is invalid for the list as it would be after all pending changes. Nothing was
  /// queued, unless an undo or redo was pending: then the changeset was verified when that had
  /// finished.
  case invalid(ChangesetError)
  /// The snapshot contains an identifier more than once, and the policy refuses duplicates; nothing
  /// was queued.
  case duplicate(DuplicateIdentifier)
  /// The list is no longer the one that the change was computed for; the list was not changed.
  case notCurrent(OutdatedBase)
  /// The item to update or reload does not exist.
  ///
  /// A path is looked up at once, and nothing was queued. An id is looked up when the
  /// modification's turn comes, and so is a path that was queued behind an undo or redo.
  case noSuchItem(ItemReference)
  /// No item of the list has the key.
  case noSuchKey(ModelKey)
  /// Two items would have one key; the list was not changed.
  case duplicateKey(DuplicateKey)
  /// The section to reload or to change does not exist.
  case noSuchSection(SectionReference)
  /// The section does not exist, or has no such header or footer.
  case noSuchSupplement(SupplementReference)
  /// The item, header or footer has no such scope or action, or the scope cannot take the new state.
  case edit(EditError)
  /// A component or generator tried to update a state during a build. Update states after the
  /// build, in an action or a controller.
  case updateWhileBuilding
  /// Reading, encoding or committing failed; the list is as it was before this change.
  ///
  /// If storage failed, the list is suspended, and everything after this modification fails with
  /// ``suspended(_:)``. Only the codes `unencodable`, `undecodable`, `newerModel`, `keyRequired`,
  /// `compacted` and `busy` do not suspend the list. `busy` means that another connection has kept storage locked for longer than
  /// the timeout of the store's configuration: nothing was written, and the list goes on.
  ///
  /// If a commit fails and storage cannot tell whether the commit happened, the message says so.
  /// The list then commits nothing until storage can tell. If the change turns out to be in
  /// storage, the list is `stale` and has to be opened again.
  case storage(StorageError)
  /// Storage failed an earlier modification, and the list has not been resumed since. This one was
  /// not applied, or not even queued. See ``ListDataSource/resume(after:)``.
  indirect case suspended(WriteSuspension)
  /// The changeset, or the path of the update, was verified on top of a changeset that failed.
  indirect case precedingFailed(PrecedingFailure)
  /// The list is not at the revision that the modification was made for: another writer committed
  /// first, or other changes are pending. Nothing was changed. See ``WriteConflict``.
  case conflict(WriteConflict)
  /// The closure of a change has thrown this error; the list was not changed. See
  /// ``ListDataSource/change(_:qos:_:)``, which throws the error itself.
  case thrown(any Error)
  /// Nothing is left to undo.
  ///
  /// If the journal no longer contains the change, the error is `storage` with a `compacted` error.
  case nothingToUndo
  /// Nothing is left to redo.
  case nothingToRedo
  /// A list that is to be changed together with others is not in the store that is to do so: it was
  /// opened by another one, perhaps of the same file. `position` counts the lists from 1. Nothing was
  /// queued.
  case notInStore(position: Int)
  /// A list that is to be changed together with others is named twice. `position` counts the lists from
  /// 1. Nothing was queued.
  case repeatedList(position: Int)
  /// The change that is to be undone or redone was made in several lists at once, and these others of them,
  /// by their names, were not named. See `StoreModification.undo(_:_:in:)`.
  case partOfSeveral(others: [String])
  /// The list shows what something else has, a table say, and is changed only by what keeps it up. Nothing was
  /// queued.
  case keptUp(with: String)
  /// As many changes wait as the configuration allows; nothing was queued.
  case queueFull(limit: Int)
  /// A synchronous call from within the pipeline would wait for itself.
  case reentrant
  /// The data source is closed.
  case closed

  /// A failed change on top of which others were verified.
  public struct PrecedingFailure: Sendable {
    /// The revision that the failed change would have led to.
    public var revision: Revision
    /// The origin of the failed change.
    public var origin: String?
    /// Why it failed.
    public var cause: DataSourceError
  }
}

extension DataSourceError {
  /// The error that the closure of a change has thrown; this one if none has.
  var thrownOrSelf: any Error { if case .thrown(let error) = self { error } else { self } }
}

extension DataSourceError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .invalid(let error): error.description
    case .duplicate(let error): error.description
    case .notCurrent(let base): base.description
    case .noSuchItem(let item): "there is no \(item)"
    case .noSuchKey(let key): "there is no item with the key \(key)"
    case .duplicateKey(let duplicate): duplicate.description
    case .noSuchSection(let section): "there is no \(section)"
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
    case .thrown(let error): "\(error)"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .notInStore(let position):
      "list \(position) of the change is not in the store that makes it; open all its lists from one "
        + "store, and change them by that"
    case .repeatedList(let position):
      "list \(position) of the change is one of those before it; name each list once"
    case .partOfSeveral(let others):
      "the change was made in \(others.map(\.inQuotes).joined(separator: " and ")) as well; undo or redo "
        + "it in all its lists by their store, or only its part in this list by `partOnly`"
    case .keptUp(let source): "the list shows \(source); change that, and the list follows"
    case .queueFull(let limit): "\(limit) changes are waiting already; await some of them first"
    case .reentrant: "a synchronous call from within the pipeline would wait for itself"
    case .closed: "the data source is closed"
    }
  }
}
