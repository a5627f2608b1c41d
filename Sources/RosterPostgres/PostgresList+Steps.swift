#if Postgres
  public import RosterCore
  internal import RosterRows

  extension PostgresList: JournalStorage {
    /// Returns the revisions that undo and redo in a scope would revert at a revision, according to the
    /// journal.
    ///
    /// - Throws: `corrupt`, `replaced`.
    /// - Complexity: O(*g* log *n*) for a group of *g* revisions, in a round trip for some of them.
    package func steps(
      at revision: Revision, in scope: UndoScope
    ) throws(StorageError) -> JournalSteps {
      if scope == .none { return JournalSteps() }
      let oldest = try readHead().oldest
      do {
        if let name = scope.name {
          let rows = ScopedStepRows(self, name)
          return try StepWalk(keys, oldest: oldest) {
            try rows.row(upTo: $0)?.tops ?? StepTops(undo: min($0, oldest))
          } groupName: {
            try rows.row(upTo: $0)?.group
          }.steps(at: revision)
        }
        let rows = StepRows(self)
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

  /// What the journal says about undo and redo in a scope of the application, read some rows at a time,
  /// from the last one on.
  final class ScopedStepRows {
    typealias Row = (revision: Revision, tops: StepTops, group: String?)

    private static let count = 64

    private let list: PostgresList
    private let scope: String
    /// The rows of the scope that were read, descending.
    private var rows: [Row] = []
    /// Whether there are no earlier rows.
    private var isWhole = false

    init(_ list: PostgresList, _ scope: String) {
      self.list = list
      self.scope = scope
    }

    /// Returns the last row of the scope up to a revision; `nil` if the journal has none.
    ///
    /// - Parameter revision: Smaller than that of an earlier call, or at most the first.
    func row(upTo revision: Revision) throws -> Row? {
      if rows.isEmpty, !isWhole { try readRows(upTo: revision) }
      while true {
        if let row = rows.first(where: { $0.revision <= revision }) { return row }
        guard !isWhole, let last = rows.last else { return nil }
        try readRows(upTo: last.revision - 1)
      }
    }

    private func readRows(upTo last: Revision) throws {
      let keys = list.keys
      let batch = PostgresBatch.reading { batch in
        batch.add(
          """
          SELECT id, scope_undo, scope_redo, step_group FROM journal
          WHERE step_scope = $1 AND list = $2 AND id <= $3 ORDER BY id DESC LIMIT \(Self.count)
          """
        ) {
          $0.add(scope)
          $0.add(keys.list)
          $0.add(keys.key(last))
        }
      }
      try list.store.read(batch) { results in
        isWhole = results[1].count < Self.count
        try results[1].forEachRow { row in
          let revision = keys.number(row.integer(0))
          let tops = StepTops(undo: row.integer(1), redo: row.integer(2))
          guard (0...revision).contains(tops.undo), (0...revision).contains(tops.redo) else {
            throw DamagedRow("journal", row.integer(0))
          }
          rows.append((revision, tops, row.optionalText(3)))
        }
      }
    }
  }
#endif
