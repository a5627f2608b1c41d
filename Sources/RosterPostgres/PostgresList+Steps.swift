#if Postgres
  public import RosterCore
  internal import RosterRows

  extension PostgresList: JournalStorage {
    /// Returns the revisions that undo and redo would revert at a revision, according to the journal.
    ///
    /// - Throws: `corrupt`, `replaced`.
    /// - Complexity: O(*g* log *n*) for a group of *g* revisions, in a round trip for some of them.
    package func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
      let oldest = try readHead().oldest
      let rows = StepRows(self)
      do {
        return try StepWalk(keys, oldest: oldest) {
          try rows.row(of: $0)?.tops ?? StepTops(undo: $0)
        } groupName: {
          try rows.row(of: $0)?.group
        }.steps(at: revision)
      } catch {
        throw StorageError(error, place: store.place)
      }
    }

    /// Returns the oldest revision that can be read: the one before the first revision of the
    /// journal.
    ///
    /// - Complexity: O(log *n*).
    public func oldestRevision() throws(StorageError) -> Revision { try readHead().oldest }
  }

  /// What the journal says about undo and redo, read some rows at a time.
  private final class StepRows {
    typealias Row = (tops: StepTops, group: String?)

    /// The number of rows that are read at once. A group is rarely larger.
    private static let count = 64

    private let list: PostgresList
    private var rows: [Revision: Row] = [:]
    /// The revisions whose rows were read, also of those that have none.
    private var read: Set<Revision> = [0]

    init(_ list: PostgresList) {
      self.list = list
      rows[0] = (StepTops(), nil)
    }

    /// Returns the row of a revision; `nil` if the journal does not have it.
    func row(of revision: Revision) throws -> Row? {
      if !read.contains(revision) { try readRows(upTo: revision) }
      return rows[revision]
    }

    private func readRows(upTo last: Revision) throws {
      let first = max(1, last - Self.count + 1)
      let keys = list.keys
      let batch = PostgresBatch.reading { batch in
        batch.add("SELECT id, undo, redo, step_group FROM journal WHERE id BETWEEN $1 AND $2") {
          $0.add(keys.key(first))
          $0.add(keys.key(last))
        }
      }
      try list.store.read(batch) { results in
        try results[1].forEachRow { row in
          let revision = keys.number(row.integer(0))
          let tops = StepTops(undo: row.integer(1), redo: row.integer(2))
          guard (0...revision).contains(tops.undo), (0...revision).contains(tops.redo) else {
            throw DamagedRow("journal", row.integer(0))
          }
          rows[revision] = (tops, row.optionalText(3))
        }
      }
      read.formUnion(first...last)
    }
  }
#endif
