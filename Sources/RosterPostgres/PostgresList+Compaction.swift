#if Postgres
  public import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// Removes the oldest revisions from the journal, with the before-images that only they need.
    ///
    /// The compaction runs in transactions of some hundred revisions. Each reads and compares first,
    /// without a lock; commits wait only while its rows are deleted. If the process ends, the finished
    /// transactions have shortened the journal.
    ///
    /// What a removed revision wrote becomes part of the base, whose digest is then written anew. So
    /// every revision is compared with its own digest before it is removed.
    ///
    /// - Throws: `busy`, `readOnly`; `corrupt` if one of the revisions, or what it wrote, was
    ///   altered; the failed transaction then removes nothing.
    /// - Complexity: O(*k* log *n*) for *k* changes in the removed revisions, and O(*j*) for *j* kept revisions with
    ///   a limit of bytes.
    @discardableResult
    public func compact(
      _ retention: JournalRetention, keeping revision: Revision? = nil
    ) throws(StorageError) -> JournalCompaction {
      try JournalCompaction { () throws(StorageError) in
        try JournalCompactor(self).removeSome(retention, keeping: revision)
      }
    }
  }

  /// One transaction of a compaction, and what it reads before.
  private struct JournalCompactor {
    private let list: PostgresList
    private var keys: RowKey { list.keys }

    init(_ list: PostgresList) { self.list = list }

    /// Removes as many revisions as one transaction may.
    ///
    /// - Returns: `nil` if the list was sealed in the meantime, and nothing was removed.
    func removeSome(
      _ retention: JournalRetention, keeping revision: Revision?
    ) throws(StorageError) -> CompactionStep? {
      let begin = try readBegin(retention, keeping: revision)
      var step = CompactionStep(begin.plan, wanted: begin.wanted)
      guard let last = begin.entries.last?.revision else { return step }
      let span = RevisionSpan(begin.entries, after: begin.plan.oldest)
      guard let base = try base(after: span, begin) else { return nil }
      var seal = begin.seal.seal
      seal.oldest = last
      seal.base = base
      let isWritten = try list.write(seal, over: begin.seal) { batch in
        span.delete(keys, from: &batch)
      }
      guard isWritten else { return nil }
      step.removedCount = begin.entries.count
      step.oldestRevision = last
      step.isDone = last >= begin.plan.target(wanted: begin.wanted)
      return step
    }

    // MARK: Reading

    /// Where the journal begins.
    private struct Begin {
      var plan: CompactionPlan
      var wanted: Revision
      var seal: PostgresSeal
      /// The first entries, up to what one transaction removes.
      var entries: [JournalEntry]
      /// Their rows, and perhaps later ones.
      var rows: PostgresResult
    }

    private func readBegin(
      _ retention: JournalRetention, keeping revision: Revision?
    ) throws(StorageError) -> Begin {
      try list.read { batch in
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        batch.add(ReadingSQL.ofServer.subscribers) { $0.add(keys.list) }
        batch.add(ReadingSQL.ofServer.journal) {
          $0.add(keys.first)
          $0.add(keys.last)
          $0.add(CompactionPlan.revisionCountMax)
        }
        addLimits(retention, to: &batch)
      } _: { head, results in
        let seal = try PostgresSeal(results[0], of: list)
        let plan = CompactionPlan(
          oldest: head.oldest, newest: head.revision,
          subscribers: PostgresList.subscribers(results[1]), keeping: revision)
        var wanted = plan.wanted(keeping: retention.revisionCountMax)
        for result in results.dropFirst(3) {
          result.forEachRow { wanted = max(wanted, keys.number($0.integer(0))) }
        }
        let entries = try entries(
          results[2], after: plan.oldest, upTo: plan.target(wanted: wanted))
        return Begin(plan: plan, wanted: wanted, seal: seal, entries: entries, rows: results[2])
      }
    }

    /// Adds statements that return the key of the oldest revision to keep, as far as each limit goes.
    private func addLimits(_ retention: JournalRetention, to batch: inout PostgresBatch) {
      if let age = retention.ageMax {
        // The revisions before the first one that is young enough.
        batch.add(
          """
          SELECT coalesce(
            (SELECT id - 1 FROM journal WHERE id BETWEEN $1 AND $2 AND committed >= $3
              ORDER BY id LIMIT 1),
            (SELECT max(id) FROM journal WHERE id BETWEEN $1 AND $2), 0)
          """
        ) {
          $0.add(keys.first)
          $0.add(keys.last)
          $0.add(CompactionPlan.cutoff(age, at: list.store.configuration.clock()))
        }
      }
      if let byteCountMax = retention.byteCountMax {
        batch.add(Self.byteCountSQL) {
          $0.add(keys.first)
          $0.add(keys.last)
          $0.add(max(0, byteCountMax))
        }
      }
    }

    /// The revision behind the last one after which more bytes have been written than the limit allows.
    private static let byteCountSQL = """
      WITH total AS (
        SELECT id, coalesce(written, 0) AS written FROM journal WHERE id BETWEEN $1 AND $2
        UNION ALL
        SELECT $1, 0 WHERE EXISTS (SELECT 1 FROM journal WHERE id = $1 + 1)
      ),
      newest AS (SELECT id, written FROM total ORDER BY id DESC LIMIT 1)
      SELECT coalesce(max(total.id) + 1, 0) FROM total, newest
      WHERE total.id < newest.id - \(JournalRetention.leastRevisionCount)
        AND total.written < greatest(newest.written, 0) - $3
      """

    private func entries(
      _ rows: PostgresResult, after oldest: Revision, upTo target: Revision
    ) throws -> [JournalEntry] {
      var entries: [JournalEntry] = []
      var changeCount = 0
      try rows.forEachRow { row in
        guard keys.number(row.integer(0)) <= target,
          changeCount < CompactionPlan.changeCountMax
        else { return }
        let entry = try JournalEntry(row, keys)
        // The journal must begin where the last compaction ended; otherwise a part of it is missing.
        guard entry.revision == oldest + entries.count + 1 else {
          throw DamagedRow("journal", row.integer(0))
        }
        changeCount += entry.record.changedCount + entry.states.count
        entries.append(entry)
      }
      return entries
    }

    // MARK: Comparing

    /// Compares the revisions with their digests.
    ///
    /// - Returns: The digest of the base without them; `nil` if the list was sealed in the meantime,
    ///   so that what they wrote may be gone.
    private func base(
      after span: RevisionSpan, _ begin: Begin
    ) throws(StorageError) -> BaseDigest? {
      let batch = PostgresBatch.reading { batch in
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        span.select(keys, from: &batch)
      }
      return try list.store.read(batch) { results in
        guard try PostgresSeal(results[1], of: list).digest == begin.seal.digest else {
          return nil
        }
        var base = begin.seal.seal.base
        let values = WrittenValues(results[2...], span, keys, &base)
        var rest = begin.entries[...]
        try begin.rows.forEachRow { row in
          guard let entry = rest.popFirst() else { return }
          guard values.digest(of: entry, row) == row.integer(4) else {
            throw DamagedRow("journal", row.integer(0))
          }
        }
        return base
      }
    }
  }
#endif
