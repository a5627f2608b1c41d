#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// Returns the models of items as they were at a revision, also after later commits.
    ///
    /// - Throws: `compacted` if a model is not found and the revision is no longer kept.
    package func models(
      of items: [ItemID], at revision: Revision
    ) throws(StorageError) -> [StoredValue?] {
      try models(.items, items.map { keys.key($0.rawValue) }, at: revision).map { $0?.value }
    }

    /// Returns the models of sections as they were at a revision, also after later commits.
    package func models(
      of sections: [SectionID], at revision: Revision
    ) throws(StorageError) -> [StoredValue?] {
      try models(.sections, sections.map { keys.key($0.rawValue) }, at: revision).map { $0?.value }
    }

    /// Returns models as they were at a revision, each with the revision that wrote it.
    ///
    /// - Parameter owners: The keys of the items or sections.
    func models(
      _ table: ValueTable, _ owners: [Int], at revision: Revision
    ) throws(StorageError) -> [(version: Revision, value: StoredValue)?] {
      if owners.isEmpty { return [] }
      var batch = PostgresBatch()
      batch.add(Self.modelsSQL(table)) {
        $0.add(owners)
        $0.add(revision)
        $0.add(keys.list)
      }
      return try store.read(batch) { results in
        var models: [(version: Revision, value: StoredValue)?] = []
        var oldest = 0
        results[0].forEachRow { row in
          models.append(row.optionalInteger(1).map { ($0, row.value(2)) })
          oldest = row.integer(0)
        }
        // If the revision is no longer kept, a model that is not found may have existed.
        guard revision >= oldest || models.allSatisfy({ $0 != nil }) else {
          throw isCompacted(revision, oldest: oldest)
        }
        return models
      }
    }

    /// Reads the row's own model if it was written by then, otherwise the before-image that was valid
    /// then.
    private static func modelsSQL(_ table: ValueTable) -> String {
      """
      SELECT (SELECT oldest FROM list WHERE id = $3), found.version, found.model, found.model_bytes
      FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, place)
      LEFT JOIN LATERAL (
        SELECT version, model, model_bytes FROM \(table.name) WHERE id = key AND version <= $2
        UNION ALL
        SELECT * FROM (
          SELECT version, model, model_bytes FROM \(table.history)
          WHERE \(table.owner) = key AND until > $2 ORDER BY until LIMIT 1
        ) AS earlier WHERE version <= $2
        LIMIT 1
      ) AS found ON true
      ORDER BY place
      """
    }

    func isCompacted(_ revision: Revision, oldest: Revision) -> StorageError {
      .compacted(
        "\(store.place), list \"\(name)\": revision \(revision) is no longer kept; the oldest one "
          + "that is left is \(oldest)", oldest: oldest)
    }

    // MARK: Journal

    /// Returns the entries that lead from a revision to the ones after it.
    ///
    /// - Throws: `compacted` if the journal no longer has the entries after the revision, `stale` if
    ///   the list has not yet reached it, `corrupt` if the journal is damaged.
    package func journal(
      after revision: Revision, limit: Int
    ) throws(StorageError) -> [JournalEntry] {
      try read {
        addJournal(after: revision, limit: limit, to: &$0)
      } _: { head, results in
        if revision >= 0, revision < head.oldest {
          throw isCompacted(revision, oldest: head.oldest)
        }
        let entries = try journal(after: revision, results[0])
        guard (0...head.revision).contains(revision),
          !entries.isEmpty || revision == head.revision || limit < 1
        else { throw isMissing(revision) }
        return entries
      }
    }

    /// Reads rows of the journal after the key `$1` up to `$2`, at most `$3`.
    static let journalSQL = """
      SELECT \(JournalEntry.columns) FROM journal WHERE id > $1 AND id <= $2
      ORDER BY id LIMIT $3
      """

    /// Adds the statement that reads the entries after a revision.
    func addJournal(after revision: Revision, limit: Int, to batch: inout PostgresBatch) {
      batch.add(Self.journalSQL) {
        $0.add(keys.key(max(0, revision)))
        $0.add(keys.last)
        $0.add(max(0, limit))
      }
    }

    /// Reads the answer of that statement.
    ///
    /// - Throws: `stale` if a revision is missing.
    func journal(after revision: Revision, _ result: PostgresResult) throws -> [JournalEntry] {
      var entries: [JournalEntry] = []
      try result.forEachRow { row in
        let entry = try JournalEntry(row, keys)
        guard entry.revision == revision + entries.count + 1 else { throw isMissing(revision) }
        entries.append(entry)
      }
      return entries
    }

    func isMissing(_ revision: Revision) -> StorageError {
      StorageError(
        .stale,
        "\(store.place), list \"\(name)\": the journal does not go on from revision \(revision)")
    }
  }
#endif
