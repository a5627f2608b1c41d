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
    /// - Complexity: O(*k* log *n*) for *k* changes in the removed revisions, and O(journal) with a
    ///   limit of bytes.
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
      let removal = JournalRemoval(begin.entries, after: begin.plan.oldest)
      guard let base = try base(after: removal, begin) else { return nil }
      var seal = begin.seal.seal
      seal.oldest = last
      seal.base = base
      let isWritten = try list.write(seal, over: begin.seal) { batch in
        removal.delete(keys, from: &batch)
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
        batch.add(PostgresList.subscribersSQL) { $0.add(keys.list) }
        batch.add(PostgresList.journalSQL) {
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

    /// Adds statements that return the key of the last revision that is too old or too much.
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

    /// The last revision with which the journal and the before-images take too many bytes.
    private static let byteCountSQL: String = {
      let histories = ValueTable.allCases.map { table in
        """
        UNION ALL SELECT $1 + until, pg_column_size(old.*) FROM \(table.history) AS old
        WHERE \(table.owner) BETWEEN $1 AND $2
        """
      }
      return """
        SELECT coalesce(max(key), 0) FROM (
          SELECT key, sum(size) OVER (ORDER BY key DESC) AS total FROM (
            SELECT id AS key, pg_column_size(old.*) AS size FROM journal AS old
            WHERE id BETWEEN $1 AND $2
            \(histories.joined(separator: "\n"))
          ) AS sizes
        ) AS totals WHERE total > $3
        """
    }()

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
        changeCount += entry.record.replacedCount + entry.states.count
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
      after removal: JournalRemoval, _ begin: Begin
    ) throws(StorageError) -> BaseDigest? {
      let batch = PostgresBatch.reading { batch in
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        removal.select(keys, from: &batch)
      }
      return try list.store.read(batch) { results in
        guard try PostgresSeal(results[1], of: list).digest == begin.seal.digest else {
          return nil
        }
        var base = begin.seal.seal.base
        let values = WrittenValues(results[2...], removal, keys, &base)
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

  /// Some revisions, and the items, sections and states of which they wrote or ended values.
  private struct JournalRemoval {
    let oldest: Revision
    let last: Revision
    private var items: Set<Int> = []
    private var sections: Set<Int> = []
    private var stateItems: Set<Int> = []
    private var stateSections: Set<Int> = []

    init(_ entries: [JournalEntry], after oldest: Revision) {
      self.oldest = oldest
      last = oldest + entries.count
      for entry in entries {
        let identities = entry.record.identities
        let removedItems = identities.removedItems.map(\.id.rawValue)
        let removedSections = identities.removedSections.map(\.rawValue)
        items.formUnion(removedItems)
        items.formUnion(identities.updatedItems.lazy.map(\.rawValue))
        items.formUnion(identities.insertedItems.lazy.map(\.rawValue))
        sections.formUnion(removedSections)
        sections.formUnion(identities.updatedSections.lazy.map(\.rawValue))
        sections.formUnion(identities.insertedSections.lazy.map(\.rawValue))
        stateItems.formUnion(removedItems)
        stateSections.formUnion(removedSections)
        for address in entry.states {
          if address.item != nil {
            stateItems.insert(address.tree.number)
          } else {
            stateSections.insert(address.tree.number)
          }
        }
      }
    }

    private func owners(_ table: ValueTable, _ keys: RowKey) -> [Int] {
      let numbers =
        switch table {
        case .items: items
        case .sections: sections
        case .states: stateItems
        case .supplementStates: stateSections
        }
      return numbers.sorted().map(keys.key)
    }

    /// Adds the statements that read what the revisions wrote, and the before-images that they made:
    /// one for each table. The last two columns are the blob, and the revision that ended the value.
    func select(_ keys: RowKey, from batch: inout PostgresBatch) {
      for table in ValueTable.allCases {
        let bytes = "\(table.value)_bytes"
        batch.add(
          """
          SELECT \(table.columns), \(bytes), NULL::bigint AS until FROM \(table.name)
          WHERE \(table.key) = ANY ($1::bigint[]) AND version > $2 AND version <= $3
          UNION ALL
          SELECT \(table.historyColumns), \(bytes), until FROM \(table.history)
          WHERE \(table.owner) = ANY ($1::bigint[]) AND until > $2 AND version <= $3
            AND (until <= $3 OR version > $2)
          """
        ) {
          $0.add(owners(table, keys))
          $0.add(oldest)
          $0.add(last)
        }
      }
    }

    /// Adds the statements that delete the revisions and the before-images that they made.
    func delete(_ keys: RowKey, from batch: inout PostgresBatch) {
      for table in ValueTable.allCases {
        let owners = owners(table, keys)
        if owners.isEmpty { continue }
        batch.add(
          """
          DELETE FROM \(table.history)
          WHERE \(table.owner) = ANY ($1::bigint[]) AND until > $2 AND until <= $3
          """
        ) {
          $0.add(owners)
          $0.add(oldest)
          $0.add(last)
        }
      }
      batch.add("DELETE FROM journal WHERE id > $1 AND id <= $2") {
        $0.add(keys.key(oldest))
        $0.add(keys.key(last))
      }
    }
  }

  /// The models and states that some revisions wrote, wherever they are stored now.
  private struct WrittenValues {
    /// What identifies a value: a model by its item or section, a state also by its kind and scope.
    ///
    /// The scope is its bytes: `==` of Swift treats a composed and a decomposed letter as equal.
    private struct Place: Hashable {
      var table: String
      var number: Int
      var kind: String?
      var scope: [UInt8]?
      var version: Revision
    }

    private var values: [Place: StoredState] = [:]

    /// - Parameters:
    ///   - results: The answers to the statements of `select`.
    ///   - base: Loses the before-images that the revisions made, and gains what they wrote and what
    ///     is left.
    init(
      _ results: ArraySlice<PostgresResult>, _ removal: JournalRemoval, _ keys: RowKey,
      _ base: inout BaseDigest
    ) {
      for (table, result) in zip(ValueTable.allCases, results) {
        result.forEachRow { row in
          let version = row.integer(3)
          let isLeft = row.isNull(7) || row.integer(7) > removal.last
          if isLeft {
            base.add(row, of: table)
          } else if version <= removal.oldest {
            base.remove(row, of: table)
          }
          guard version > removal.oldest else { return }
          let place = Place(
            table: table.name, number: keys.number(row.integer(0)), kind: row.optionalText(1),
            scope: row.optionalText(2).map { Array($0.utf8) }, version: version)
          values[place] = StoredState(typeVersion: row.integer(4), value: row.value(5))
        }
      }
    }

    /// Returns the digest of a revision, from its row in the journal and its models and states as
    /// they are; `nil` if a model is gone.
    func digest(of entry: JournalEntry, _ row: borrowing PostgresResult.Row) -> Int? {
      var digest = RevisionDigest(entry, row)
      let identities = entry.record.identities
      func add(_ table: ValueTable, _ numbers: some Sequence<Int>) -> Bool {
        for number in numbers {
          let place = Place(table: table.name, number: number, version: entry.revision)
          guard let model = values[place] else { return false }
          digest.add(model.value)
        }
        return true
      }
      guard
        add(
          .items,
          (identities.updatedItems + identities.insertedItems).lazy.map(\.rawValue)),
        add(
          .sections,
          (identities.updatedSections + identities.insertedSections).lazy.map(\.rawValue))
      else { return nil }
      for address in entry.states {
        let table = StateTable(address.tree)
        digest.add(
          values[
            Place(
              table: table.name, number: address.tree.number, kind: table.kind,
              scope: Array(address.scope.description.utf8), version: entry.revision)])
      }
      digest.add(JournalNumbers(row))
      return digest.value
    }
  }
#endif
