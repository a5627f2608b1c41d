#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresStore: CopiedStore {
    /// The number of rows that are read at once.
    private static let chunkCount = 1_000

    package func readLists(
      _ names: [String]?,
      _ visit: (CopiedList, (CopiedTable, ([[RowCell]]) throws -> Void) throws -> Void) throws ->
        Void
    ) throws(StorageError) {
      try perform { connection in
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        // An open transaction would stay on the connection.
        defer { try? connection.run("ROLLBACK") }
        var batch = PostgresBatch()
        batch.add("SELECT \(CopiedList.columns.joined(separator: ", ")) FROM list ORDER BY name")
        var lists: [CopiedList] = []
        for result in try connection.run(batch) {
          result.forEachRow { row in
            let name = row.text(1)
            guard names?.contains(where: { $0.utf8.elementsEqual(name.utf8) }) ?? true else {
              return
            }
            lists.append(CopiedList(row))
          }
        }
        for list in lists where list.name != RemovedList.name {
          try visit(list) { table, visit in
            do {
              try Self.readRows(of: table, RowKey(list: list.id), connection, visit)
            } catch let failure as PostgresFailure {
              // The target of the copy would take it for its own.
              throw storageError(failure)
            }
          }
        }
      }
    }

    private static func readRows(
      of table: CopiedTable, _ keys: RowKey, _ connection: PostgresConnection,
      _ visit: ([[RowCell]]) throws -> Void
    ) throws {
      let range = table.range(of: keys)
      // A value is in two columns.
      let columns = table.columns.flatMap {
        $0.kind == .value ? [$0.name, "\($0.name)_bytes"] : [$0.name]
      }
      let cursor = "copied_\(table.name)"
      var opening = PostgresBatch()
      opening.add(
        """
        DECLARE \(cursor) NO SCROLL CURSOR FOR SELECT \(columns.joined(separator: ", "))
        FROM \(table.name) WHERE \(table.columns[0].name) BETWEEN $1 AND $2 ORDER BY \(table.order)
        """
      ) {
        $0.add(range.lowerBound)
        $0.add(range.upperBound)
      }
      _ = try connection.run(opening)
      var count = chunkCount
      while count == chunkCount {
        var fetching = PostgresBatch()
        fetching.add("FETCH \(chunkCount) FROM \(cursor)")
        var rows: [[RowCell]] = []
        for result in try connection.run(fetching) {
          result.forEachRow { rows.append(table.cells($0) { $0 == .value ? 2 : 1 }) }
        }
        count = rows.count
        if !rows.isEmpty { try visit(rows) }
      }
      var closing = PostgresBatch()
      closing.add("CLOSE \(cursor)")
      _ = try connection.run(closing)
    }

    package func listNumbers() throws(StorageError) -> [Int] {
      try read(.reading { $0.add("SELECT id FROM list") }) { results in
        var numbers: [Int] = []
        results[1].forEachRow { numbers.append($0.integer(0)) }
        return numbers
      }
    }

    package func insert(
      _ list: CopiedList,
      _ fill: (@escaping (CopiedTable, [[RowCell]]) throws -> Void) throws -> Void
    ) throws(StorageError) {
      try list.name.requireListName(in: place)
      let keys = RowKey(list: list.id)
      try perform { connection in
        try connection.run("BEGIN")
        do {
          try Self.insertRow(of: list, connection)
          try fill { table, rows in
            var batch = PostgresBatch()
            batch.add(Self.insertSQL(table)) { parameters in
              for column in table.columns.indices {
                parameters.add(rows.map { $0[column] }, table.columns[column].kind)
              }
            }
            _ = try connection.run(batch)
          }
          var batch = PostgresBatch()
          batch.add(
            """
            UPDATE list SET revision = coalesce(last.id - $2, 0), mark = coalesce(last.digest, 0)
            FROM (SELECT max(id) AS id FROM journal WHERE id BETWEEN $2 AND $3) AS newest
            LEFT JOIN journal AS last ON last.id = newest.id WHERE list.id = $1
            """
          ) {
            $0.add(keys.list)
            $0.add(keys.first)
            $0.add(keys.last)
          }
          _ = try connection.run(batch)
          try connection.run("COMMIT")
        } catch {
          try? connection.run("ROLLBACK")
          throw error
        }
      }
      notifier.note(list.id)
    }

    private static func insertRow(
      of list: CopiedList, _ connection: PostgresConnection
    ) throws {
      var batch = PostgresBatch()
      batch.add(
        """
        INSERT INTO list (\(CopiedList.columns.joined(separator: ", ")))
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id
        """
      ) {
        $0.add(list.id)
        $0.add(list.name)
        $0.add(list.seal.oldest)
        $0.add(list.seal.base.value)
        $0.add(list.seal.subscribers.value)
        $0.add(list.digest)
        $0.add(list.seal.keysRevision)
        $0.add(list.seal.pageSizes.capacity)
      }
      guard try connection.run(batch)[0].count == 1 else {
        throw StorageError(.failed, "there is a list \(list.name.inQuotes) already")
      }
    }

    private static func insertSQL(_ table: CopiedTable) -> String {
      var columns: [String] = []
      var arrays: [String] = []
      for column in table.columns {
        columns.append(column.name)
        switch column.kind {
        case .key, .list, .number: arrays.append("$\(arrays.count + 1)::bigint[]")
        case .text, .modelKey: arrays.append("$\(arrays.count + 1)::text[]")
        case .value:
          columns.append("\(column.name)_bytes")
          arrays.append("$\(arrays.count + 1)::text[]")
          arrays.append("$\(arrays.count + 1)::bytea[]")
        }
      }
      return """
        INSERT INTO \(table.name) (\(columns.joined(separator: ", ")))
        SELECT * FROM unnest(\(arrays.joined(separator: ", ")))
        """
    }
  }

  extension PostgresParameters {
    /// Adds a column of some rows as an array, or as two for values.
    fileprivate mutating func add(_ cells: [RowCell], _ kind: CopiedTable.Kind) {
      switch kind {
      case .key, .list, .number:
        add(cells.map { if case .number(let number) = $0 { number } else { nil } })
      case .text: add(cells.map { if case .text(let text) = $0 { text } else { nil } })
      case .value:
        add(cells.map { if case .value(let value) = $0 { value } else { StoredValue.null } })
      case .modelKey:
        add(cells.map { if case .modelKey(let key) = $0 { key?.postgresText } else { nil } })
      }
    }
  }
#endif
