#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresList: UserInfoStorage {}

  extension PostgresList: StoredRows {
    package var place: String { store.place }

    package func read<Value>(
      _ fill: (ReadingSQL, inout RowQuery) -> Void, _ body: (PostgresAnswers) throws -> Value
    ) throws(StorageError) -> Value {
      var query = RowQuery()
      fill(.ofServer, &query)
      if query.asksForBoundsOnly { return try readWithBounds(query, body) }
      return try read { batch in
        batch.add(query)
      } _: { head, results in
        try body(PostgresAnswers(query, results[...], .whole(head)))
      }
    }

    /// Reads without the transaction that a head needs, which is two statements less.
    ///
    /// The bounds are read last. If a compaction comes between the query and the bounds, what the query has not found
    /// counts as no longer kept. This is right: by then it is not kept.
    private func readWithBounds<Value>(
      _ query: RowQuery, _ body: (PostgresAnswers) throws -> Value
    ) throws(StorageError) -> Value {
      var batch = PostgresBatch()
      batch.add(query)
      batch.add("SELECT revision, oldest FROM list WHERE id = $1 AND \(RemovedList.sqlIsThere)") {
        $0.add(keys.list)
      }
      return try store.read(batch) { results in
        var position: PostgresAnswers.Position?
        results[results.count - 1].forEachRow {
          position = .bounds(revision: $0.integer(0), oldest: $0.integer(1))
        }
        guard let position else { throw isGone }
        return try body(PostgresAnswers(query, results.dropLast(), position))
      }
    }

    // MARK: Journal

    /// Adds the statement that reads the entries after a revision.
    func addJournal(after revision: Revision, limit: Int, to batch: inout PostgresBatch) {
      batch.add(ReadingSQL.ofServer.journal) {
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
  }

  extension PostgresList: PageRows {
    /// Verifies also that the revision there is the one that this object knows by its number.
    package func verify(_ answers: PostgresAnswers, _ isKnown: (Revision) -> Bool) throws {
      let head = answers.head
      guard isKnown(head.revision), !isForeign(head) else { throw isStale(at: head.revision) }
    }

    package func withView<Value>(
      _ body: (any PageRowsView) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
      do throws(StorageError) {
        return try readInView(body)
      } catch {
        guard (error.cause as? PostgresFailure)?.kind == .lost else { throw error }
        return try readInView(body)
      }
    }

    /// Reads in a transaction of several round trips.
    private func readInView<Value>(
      _ body: (any PageRowsView) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
      let seen = lastSeen
      return try store.perform { connection in
        var begin = PostgresBatch()
        begin.add(PostgresBatch.beginReading)
        addHead(seen: seen, to: &begin)
        let head = try head(connection.run(begin)[1], seen: seen)
        let rows = PostgresRows(list: self, connection: connection, head: head)
        let value = try body(StoredRowsView(rows, at: head.revision) { $0 })
        var end = PostgresBatch()
        end.add("COMMIT")
        _ = try connection.run(end)
        return value
      }
    }
  }

  /// The rows of a list on a server in one read transaction.
  private struct PostgresRows: StoredRows {
    let list: PostgresList
    let connection: PostgresConnection
    let head: PostgresHead

    var place: String { list.place }
    var name: String { list.name }
    var keys: RowKey { list.keys }

    func read<Value>(
      _ fill: (ReadingSQL, inout RowQuery) -> Void, _ body: (PostgresAnswers) throws -> Value
    ) throws(StorageError) -> Value {
      do {
        var query = RowQuery()
        fill(.ofServer, &query)
        var batch = PostgresBatch()
        batch.add(query)
        return try body(PostgresAnswers(query, connection.run(batch)[...], .whole(head)))
      } catch {
        throw StorageError(error, place: place)
      }
    }
  }

  /// The answers of a server, which have come all at once.
  package struct PostgresAnswers: RowAnswers {
    /// What was read of where the list is.
    enum Position {
      case whole(PostgresHead)
      case bounds(revision: Revision, oldest: Revision)
    }

    private let query: RowQuery
    private let results: ArraySlice<PostgresResult>
    private let position: Position

    init(_ query: RowQuery, _ results: ArraySlice<PostgresResult>, _ position: Position) {
      self.query = query
      self.results = results
      self.position = position
    }

    /// Where the list is.
    ///
    /// - Precondition: The query asks for more than the bounds.
    var head: PostgresHead {
      guard case .whole(let head) = position else {
        preconditionFailure("a query that asks for the bounds only says so")
      }
      return head
    }

    package var revision: Revision {
      switch position {
      case .whole(let head): head.revision
      case .bounds(let revision, _): revision
      }
    }

    package var oldestRevision: Revision {
      switch position {
      case .whole(let head): head.oldest
      case .bounds(_, let oldest): oldest
      }
    }

    package var nextIdentifiers: NextIdentifiers { head.next }

    package var keysRevision: Revision? { head.keysRevision }

    package var pageSizes: PageSizes { head.pageSizes }

    package func forEachRow(
      of index: Int, _ visit: (_ key: Int, _ row: PostgresRow) throws -> Void
    ) throws {
      guard query.statements.indices.contains(index) else { return }
      let result = results[results.startIndex + index]
      guard query.statements[index].keys != nil else {
        return try result.forEachRow { try visit(0, $0) }
      }
      // See `ReadingSQL.ofServer`.
      try result.forEachRow { try visit($0.integer(0) - 1, $0.withoutFirst()) }
    }
  }

  extension PostgresBatch {
    /// Adds the statements of a query.
    fileprivate mutating func add(_ query: RowQuery) {
      for statement in query.statements {
        add(statement.sql) { parameters in
          switch statement.keys {
          case nil: break
          case .rows(let keys): parameters.add(keys)
          case .models(let keys): parameters.add(keys.map(\.postgresText))
          }
          for value in statement.values { parameters.add(value) }
        }
      }
    }
  }

  extension ReadingSQL {
    /// A statement for each of many keys is one statement, whose first column says which key a row is for,
    /// from 1 on.
    static let ofServer = ReadingSQL(
      Dialect(
        valueColumns: { "\($0), \($0)_bytes" },
        byteCount: { "coalesce(octet_length(\($0)), octet_length(\($0)_bytes))" },
        forEachRow: { forEach("bigint", "wanted.key", $0) },
        forEachModelKey: { forEach("text", "wanted.key COLLATE \"C\"", $0) }, hasDistinctOn: true))

    private static func forEach(_ type: String, _ key: String, _ sql: String) -> String {
      """
      SELECT wanted.number, found.* FROM unnest($1::\(type)[]) WITH ORDINALITY AS wanted (key, number)
      JOIN LATERAL (
        \(sql.replacing("$1", with: key))
      ) AS found ON true
      ORDER BY wanted.number
      """
    }
  }
#endif
