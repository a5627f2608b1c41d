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
  /// The tops in the standard scope after the revision before, as far as they were needed.
  package private(set) var standard: StepTops?
  /// Those in the scopes of the application, by the bytes of the name: most groups need none.
  private var scoped: [[UInt8]: StepTops] = [:]

  /// - Parameter standard: The tops in the standard scope after the last revision of the journal;
  ///   `nil` if they are not known.
  package init(standard: StepTops?) { self.standard = standard }

  /// Returns what the row of an entry says.
  ///
  /// - Parameter read: Returns the tops in a scope after an earlier revision, of the journal or of the
  ///   group. The name is `nil` for the standard scope.
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  package mutating func advance(
    _ entry: JournalEntry, _ read: (Revision, _ scope: String?) throws -> StepTops
  ) throws -> RowTops {
    guard let name = entry.annotation.undo.name else {
      let tops = try standardTops(before: entry.revision, read).advanced(by: entry) {
        try read($0, nil)
      }
      standard = tops
      return RowTops(standard: tops)
    }
    let scope = Array(name.utf8)
    let tops = try (scoped[scope] ?? read(entry.revision - 1, name)).advanced(by: entry) {
      try read($0, name)
    }
    scoped[scope] = tops
    let unchanged = try standardTops(before: entry.revision, read)
    standard = unchanged
    return RowTops(standard: unchanged, scoped: ScopedTops(name: name, tops: tops))
  }

  private func standardTops(
    before revision: Revision, _ read: (Revision, _ scope: String?) throws -> StepTops
  ) throws -> StepTops {
    try standard ?? read(revision - 1, nil)
  }
}
