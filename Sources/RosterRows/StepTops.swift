package import RosterCore

/// The revisions that the next undo and the next redo would revert; 0 for none.
package struct StepTops: Equatable, Sendable {
  package var undo: Revision
  package var redo: Revision

  /// Makes tops of their parts.
  package init(undo: Revision = 0, redo: Revision = 0) {
    self.undo = undo
    self.redo = redo
  }
}

extension StepTops {
  /// Returns the tops after the revision of an entry, if these are the ones before it.
  ///
  /// - Parameter tops: Returns the tops after an earlier revision.
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  package func advanced(
    by entry: JournalEntry, _ tops: (Revision) throws -> StepTops
  ) throws -> StepTops {
    switch entry.step {
    case .change: StepTops(undo: entry.revision)
    case .update: self
    case .takingBack(let revision) where revision > 0 && revision == undo:
      StepTops(undo: try tops(revision - 1).undo, redo: entry.revision)
    case .takingBack(let revision) where revision > 0 && revision == redo:
      StepTops(undo: entry.revision, redo: try tops(revision - 1).redo)
    case .takingBack(let revision):
      throw StorageError(
        .stale, "revision \(revision) is not the next one to be undone or redone")
    }
  }
}

/// The tops in the scope of a revision, if that is one of the application.
package struct ScopedTops: Equatable, Sendable {
  /// The name of the scope.
  package var name: String
  package var tops: StepTops

  package init(name: String, tops: StepTops) {
    self.name = name
    self.tops = tops
  }

  /// Reads the columns of scopes in a row of `JournalEntry.columns`; `nil` if they are NULL.
  package init?(_ row: some StoredRow) {
    guard let name = row.optionalText(15) else { return nil }
    self.init(name: name, tops: StepTops(undo: row.integer(16), redo: row.integer(17)))
  }
}

/// What the row of a revision says about undo and redo.
package struct RowTops: Equatable, Sendable {
  /// The tops in the standard scope.
  package var standard: StepTops
  /// The tops in the scope of the revision; `nil` for the standard scope and for none.
  package var scoped: ScopedTops?

  package init(standard: StepTops, scoped: ScopedTops? = nil) {
    self.standard = standard
    self.scoped = scoped
  }
}

/// Determines for the revisions of a group, one after the other, what undo and redo revert after them.
package struct StepAdvance {
  /// The tops after the revision before, by the bytes of the name of the scope, as far as they were
  /// needed; `nil` is the standard scope.
  private var known: [[UInt8]?: StepTops] = [:]

  /// - Parameter standard: The tops in the standard scope after the last revision of the journal;
  ///   `nil` if they are not known.
  package init(standard: StepTops?) { known[nil] = standard }

  /// Returns what the row of an entry says.
  ///
  /// - Parameter read: Returns the tops in a scope after an earlier revision, of the journal or of the
  ///   group. The name is `nil` for the standard scope.
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  package mutating func advance(
    _ entry: JournalEntry, _ read: (Revision, _ scope: String?) throws -> StepTops
  ) throws -> RowTops {
    let name = entry.annotation.undo.name
    let former = try tops(before: entry.revision, name, read)
    let tops = try former.advanced(by: entry) { try read($0, name) }
    known[name.map { Array($0.utf8) }] = tops
    guard let name else { return RowTops(standard: tops) }
    return RowTops(
      standard: try self.tops(before: entry.revision, nil, read),
      scoped: ScopedTops(name: name, tops: tops))
  }

  private mutating func tops(
    before revision: Revision, _ name: String?,
    _ read: (Revision, _ scope: String?) throws -> StepTops
  ) throws -> StepTops {
    let key = name.map { Array($0.utf8) }
    let tops = try known[key] ?? read(revision - 1, name)
    known[key] = tops
    return tops
  }
}
