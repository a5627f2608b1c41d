#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: DigestedStorage {
    package func verifyRevisions(
      after revision: Revision, count: Int
    ) throws(StorageError) {
      let end = revision + count
      for start in stride(from: revision, to: end, by: CompactionPlan.revisionCountMax) {
        let altered = try firstAltered(
          after: start, limit: min(end - start, CompactionPlan.revisionCountMax))
        guard let altered else { continue }
        // A compaction in between has removed what earlier revisions wrote.
        let oldest = try oldestRevision()
        guard altered > oldest else { throw isCompacted(altered, oldest: oldest) }
        throw isDamaged(
          "the journal, a model or a state was altered that was written by revision: \(altered)")
      }
    }

    /// Returns the first revision that does not have the digest of what it wrote.
    private func firstAltered(
      after revision: Revision, limit: Int
    ) throws(StorageError) -> Revision? {
      let (entries, rows) = try read {
        addJournal(after: revision, limit: limit, to: &$0)
      } _: { head, results in
        guard revision >= head.oldest else { throw isCompacted(revision, oldest: head.oldest) }
        return (try journal(after: revision, results[0]), results[0])
      }
      guard entries.count == limit else { throw isMissing(revision + entries.count) }
      let span = RevisionSpan(entries, after: revision)
      return try store.read(.reading { span.select(keys, from: &$0) }) { results in
        var base = BaseDigest()
        let values = WrittenValues(results[1...], span, keys, &base)
        var (rest, altered) = (entries[...], Revision?.none)
        rows.forEachRow { row in
          guard altered == nil, let entry = rest.popFirst() else { return }
          if values.digest(of: entry, row) != row.integer(4) { altered = entry.revision }
        }
        return altered
      }
    }

    package func verifyContents() throws(StorageError) {
      let head = try verifyRowsOfList()
      do throws(StorageError) {
        try verifyRevisions(after: head.oldest, count: head.revision - head.oldest)
      } catch {
        guard error.code == .compacted else { throw error }
        try verifyContents()
      }
    }

    /// Verifies what no revision of the journal covers: the order, and what was written before the
    /// journal begins.
    private func verifyRowsOfList() throws(StorageError) -> PostgresHead {
      try read { batch in
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        batch.add("SELECT id, ord FROM section WHERE list = $1") { $0.add(keys.list) }
        batch.add("SELECT id, section, ord, items FROM leaf WHERE id BETWEEN $1 AND $2") {
          $0.add(keys.first)
          $0.add(keys.last)
        }
        addBase(to: &batch)
      } _: { head, results in
        if order(sections: results[1], leaves: results[2]).value != head.order {
          throw isDamaged("the order of items and sections is not the one that was left")
        }
        var base = BaseDigest()
        for (table, result) in zip(ValueTable.allCases, results[3...]) {
          result.forEachRow { base.add($0, of: table) }
        }
        guard try PostgresSeal(results[0], of: self).seal.base == base else {
          throw isDamaged(
            "a model or a state was altered that was written before the journal begins")
        }
        return head
      }
    }

    /// Adds the statements that read what was written before the journal begins, one for each table.
    func addBase(to batch: inout PostgresBatch) {
      for table in ValueTable.allCases {
        let bytes = "\(table.value)_bytes"
        let isOfBase = "version <= (SELECT oldest FROM list WHERE id = $3)"
        batch.add(
          """
          SELECT \(table.columns()), \(bytes) FROM \(table.name)
          WHERE \(table.key) BETWEEN $1 AND $2 AND \(isOfBase)
          UNION ALL
          SELECT \(table.historyColumns()), \(bytes) FROM \(table.history)
          WHERE \(table.owner) BETWEEN $1 AND $2 AND \(isOfBase)
          """
        ) {
          $0.add(keys.first)
          $0.add(keys.last)
          $0.add(keys.list)
        }
      }
    }

    private func order(sections: PostgresResult, leaves: PostgresResult) -> OrderDigest {
      var order = OrderDigest()
      sections.forEachRow {
        order.add(SectionID(rawValue: keys.number($0.integer(0))), order: $0.integer(1))
      }
      leaves.forEachRow { row in
        guard let id = keys.leaf(row.integer(0)), let items = LeafItemsCoding.decode(row.bytes(3))
        else { return }
        let section = SectionID(rawValue: keys.number(row.integer(1)))
        order.add(.init(id: id, section: section, order: row.integer(2), count: items.count), items)
      }
      return order
    }

    private func isDamaged(_ finding: String) -> StorageError {
      StorageError(
        .corrupt,
        "\(store.place), list \(name.inQuotes): \(finding); a damaged list is not passed on, see roster "
          + "check")
    }
  }
#endif
