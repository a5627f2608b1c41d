#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// Where a list is on the server, as its row and the last row of its journal say.
  struct PostgresHead {
    /// The last revision; 0 if the list was never changed.
    var revision: Revision = 0
    /// Changes with every commit. A commit on another mark changes nothing.
    var mark = 0
    /// The oldest revision that can be read.
    var oldest: Revision = 0
    /// The digest of the last revision, by which it is told from another one with its number.
    var digest = 0
    /// The digest of the order.
    var order = 0
    /// What undo and redo revert next.
    var tops = StepTops()
    /// The numbers that the list gives next.
    var next = NextIdentifiers()
    /// The revision from which on all items have keys; `nil` if they have none.
    var keysRevision: Revision?
    /// How many items the pages of the list have.
    var pageSizes = PageSizes.standard
    /// The number of bytes that the revisions have written.
    var written = 0

    static let sql = """
      SELECT revision, mark, oldest, journal.digest, pages, undo, redo,
        next_item, next_section, next_leaf, (SELECT digest FROM journal WHERE id = $2), keys_from,
        page_capacity, written
      FROM list LEFT JOIN journal ON journal.id = (list.id << 40) + list.revision
      WHERE list.id = $1 AND \(RemovedList.sqlIsThere)
      """

    init() {}

    /// - Parameter row: A row of `sql`.
    init(_ row: PostgresRow, _ keys: RowKey) throws {
      revision = row.integer(0)
      mark = row.integer(1)
      oldest = row.integer(2)
      keysRevision = row.optionalInteger(11)
      guard let sizes = PageSizes(capacity: row.integer(12)) else {
        throw DamagedRow("list", keys.list)
      }
      pageSizes = sizes
      guard revision > 0 else { return }
      next = NextIdentifiers(row, from: 7)
      guard !row.isNull(4), next.isPossible, (0...revision).contains(row.integer(5)),
        (0...revision).contains(row.integer(6))
      else { throw DamagedRow("journal", keys.key(revision)) }
      digest = row.integer(3)
      order = row.integer(4)
      written = row.integer(13)
      tops = StepTops(undo: row.integer(5), redo: row.integer(6))
    }
  }

  extension PostgresList {
    /// Reads where the list is, and more in the same transaction.
    ///
    /// - Parameters:
    ///   - fill: Adds the statements that read more.
    ///   - body: Receives the head, and the answers to those statements.
    /// - Throws: `replaced` if the list is gone, or the revision that was seen last.
    func read<Value>(
      _ fill: (inout PostgresBatch) -> Void,
      _ body: (PostgresHead, [PostgresResult]) throws -> Value
    ) throws(StorageError) -> Value {
      let seen = lastSeen
      let batch = PostgresBatch.reading { batch in
        addHead(seen: seen, to: &batch)
        fill(&batch)
      }
      return try store.read(batch) { results in
        let head = try head(results[1], seen: seen)
        // Between the first statement and the last one, which begin and end the transaction.
        return try body(head, Array(results[2..<(results.count - 1)]))
      }
    }

    /// Adds the statement that reads where the list is.
    ///
    /// - Parameter seen: The last revision that is known to have been on the server.
    func addHead(seen: PostgresHead?, to batch: inout PostgresBatch) {
      batch.add(PostgresHead.sql) {
        $0.add(keys.list)
        $0.add(keys.key(seen?.revision ?? 0))
      }
    }

    /// Reads the answer of that statement.
    ///
    /// - Throws: `replaced` if the list is gone, or the revision that was seen last.
    func head(_ result: PostgresResult, seen: PostgresHead?) throws -> PostgresHead {
      var answer: PostgresHead?
      var digest: Int?
      try result.forEachRow { row in
        answer = try PostgresHead(row, keys)
        digest = row.optionalInteger(10)
      }
      guard let head = answer else { throw isGone }
      if let seen, seen.revision > head.oldest, digest != seen.digest {
        throw StorageError(
          .replaced,
          "\(store.place), list \(name.inQuotes): revision \(seen.revision) is no longer there; the "
            + "server has lost commits, or was replaced by a copy. Open the list again")
      }
      return head
    }

    var isGone: StorageError {
      RemovedList.Missed(named: name).error(in: store.place)
    }
  }
#endif
