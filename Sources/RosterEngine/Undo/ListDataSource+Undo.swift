public import RosterCore

extension ListModification where Outcome == [ListBatch<Model, SectionModel, Output>] {
  /// An undo: takes back the last change of a scope, or all of its group, as new revisions.
  ///
  /// An undo goes forward: each revision that it takes back makes a revision and a batch of its
  /// own, all in one transaction. Removed items and sections come back with their identities,
  /// models and states. A state that the change wrote gets its former value, unless it was updated
  /// since. Updates of states alone are not steps: they cannot be undone, and they do not end what
  /// can be redone. Nor are changes of other scopes, those that are not undoable (`UndoScope.none`),
  /// and what others did to a device's list: they stay. What is taken back is moved on top of them,
  /// what they have removed stays removed, a model that they have written since is not replaced, a row that
  /// they have moved since stays where it is, and a section in which they have items stays with these. See
  /// `UndoScope`.
  ///
  /// A change of several lists is undone in all of them, by `StoreModification.undo(_:_:in:)`. Here it is
  /// refused, unless the caller says that only its part in this list is taken back.
  ///
  /// A changeset that is queued behind an undo is verified when its turn comes, and fails then if
  /// it is invalid. Before that, the list that it applies to is unknown.
  ///
  /// An undo fails with `nothingToUndo`; with `partOfSeveral` if the change was made in other lists as
  /// well; or with `storage` (`compacted`) if the journal no longer has what it would undo. The batches
  /// have the scope of the undo, and the group of the change that is taken back, whatever the annotation
  /// says.
  ///
  /// - Parameters:
  ///   - scope: The scope whose last change is taken back.
  ///   - partOnly: Whether of a change of several lists the part in this list is taken back, and the others
  ///     stay.
  /// - Complexity: O(1) to queue; to apply, that of the changes that are taken back.
  public static func undo(in scope: UndoScope = .standard, partOnly: Bool = false) -> Self {
    .step(.undo, in: scope, partOnly: partOnly)
  }

  /// A redo: takes back the last undo in a scope.
  ///
  /// It fails with `nothingToRedo`; otherwise as an ``undo(in:partOnly:)``.
  public static func redo(in scope: UndoScope = .standard, partOnly: Bool = false) -> Self {
    .step(.redo, in: scope, partOnly: partOnly)
  }

  /// An undo or a redo.
  ///
  /// - Parameter foreseen: The revisions that it may take back, as they were found before; `nil` for whatever is next. If
  ///   others are next when its turn comes, it fails with `notCurrent`, or with `nothingToUndo` or `nothingToRedo`.
  package static func step(
    _ direction: HistoryDirection, in scope: UndoScope = .standard, partOnly: Bool = false,
    foreseen: [Revision]? = nil
  ) -> Self {
    Self { list, annotation, mode in
      HistoryModification(
        direction, in: scope, .list(isPartOnly: partOnly), annotation, mode, list,
        foreseen: foreseen)
    }
  }
}

extension ListDataSource {
  /// Returns whether the last published list has something to undo in a scope, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*g* log *n*) for a group of *g* revisions.
  public func canUndo(in scope: UndoScope = .standard) throws(StorageError) -> Bool {
    try !steps(at: snapshot.revision, in: scope).undo.isEmpty
  }

  /// Returns whether the last published list has something to redo in a scope, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``canUndo(in:)``.
  public func canRedo(in scope: UndoScope = .standard) throws(StorageError) -> Bool {
    try !steps(at: snapshot.revision, in: scope).redo.isEmpty
  }

  /// The oldest revision that can still be read.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*).
  public var oldestRevision: Revision {
    get throws(StorageError) { try journal?.oldestRevision() ?? 0 }
  }

  /// Returns what undo and redo in a scope take back at a revision; nothing if the storage keeps no
  /// steps.
  package func steps(
    at revision: Revision, in scope: UndoScope = .standard
  ) throws(StorageError) -> JournalSteps {
    try ListHistory(reader.storage, in: scope).steps(at: revision)
  }

  /// Returns the change that a batch of an undo or redo has taken back; `nil` if the batch is none.
  package func entry(takenBackBy batch: Batch) throws(StorageError) -> JournalEntry? {
    guard case .takingBack(let revision)? = try entry(of: batch.targetRevision)?.step else {
      return nil
    }
    return try entry(of: revision)
  }

  /// Returns the items and sections that an undo or redo has left as others have made them since; `nil` if the batch is of
  /// neither.
  ///
  ///     a user moves A and B     the item B of the list is moved by a server since
  ///     the user undoes          A moves back, B is left
  ///
  /// An item or section is left if others have written or moved it, have removed it, or have kept what the undo would bring
  /// back; an item also if another one has its former key, and a section also if others have items in it. Which states are
  /// left, this does not tell.
  ///
  /// - Parameter batch: The batch of one revision.
  /// - Throws: `StorageError`; `compacted` if the revision that was taken back is kept no longer.
  /// - Complexity: O(*k* log *n*) for *k* changes of the revision; if it moved sections, also of all revisions since.
  package func leftAlone(
    by batch: Batch
  ) throws(StorageError) -> (items: [ItemID], sections: [SectionID])? {
    guard let taken = try entry(takenBackBy: batch),
      let done = try entry(of: batch.targetRevision)?.record
    else { return nil }
    let wanted = taken.record.inverse
    let (all, some) = (wanted.identities, done.identities)
    var items = Set(all.updatedItems).subtracting(some.updatedItems)
    items.formUnion(Set(all.movedItems).subtracting(some.movedItems))
    items.formUnion(Set(all.insertedItems).subtracting(some.insertedItems))
    var sections = Set(all.updatedSections).subtracting(some.updatedSections)
    sections.formUnion(Set(all.insertedSections).subtracting(some.insertedSections))
    // What others have removed as well is not left.
    for section in all.removedSections where batch.target.state.index(of: section) != nil {
      sections.insert(section)
    }
    if !wanted.outline.movedSections.isEmpty {
      let former = try snapshot(at: taken.revision).state
      let source = batch.source.state
      let moved = Set(done.outline.movedSections.map { source.sectionID(at: $0.source) })
      for move in wanted.outline.movedSections {
        let section = former.sectionID(at: move.source)
        if let section, !moved.contains(section) { sections.insert(section) }
      }
    }
    return (items.sorted(), sections.sorted())
  }

  /// Returns what the journal has of a revision above 0; `nil` if the list has not reached it.
  ///
  /// - Throws: `StorageError`; `compacted` if the revision is kept no longer.
  /// - Complexity: O(changes of the revision), whose models are not read.
  package func entry(of revision: Revision) throws(StorageError) -> JournalEntry? {
    try reader.storage.journal(after: revision - 1, limit: 1).first
  }

  /// The storage, if it keeps steps in its journal.
  var journal: (any JournalStorage)? { reader.storage as? any JournalStorage }
}
