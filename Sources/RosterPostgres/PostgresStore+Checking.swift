#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresStore {
    /// Checks what no copy of the lists in a file shows:
    ///
    /// - the schema has what the steps make, and nothing that refuses, changes or hides rows;
    /// - every row belongs to an existing list;
    /// - the index of words of a list has the words of its texts;
    /// - the revision of a list is the last one of its journal, and its mark one of that revision.
    ///
    /// - Complexity: O(*l* log *n*) for *l* lists with *n* rows, and O(words) of the lists that are searched.
    package func findingsBesideRows() throws(StorageError) -> [(list: String?, message: String)] {
      let (parts, altered) = try checkedParts()
      var findings: [(list: String?, message: String)] = altered.map { (nil, $0) }
      // What is missing cannot be read.
      if parts.contains("table list") {
        let tables = CopiedTable.all.map { KeyedTable($0) } + KeyedTable.ofWords
        findings += try strays(tables.filter { parts.contains($0.title) }).map { (nil, $0) }
      }
      if parts.isSuperset(of: ["table list", "table journal"]) {
        findings += try alteredHeads().map { ($0.list, $0.message) }
      }
      if parts.isSuperset(of: ["table list", "table item"] + KeyedTable.ofWords.map(\.title)) {
        findings += try wrongWordIndexes().map { ($0.list, $0.message) }
      }
      return findings
    }

    // MARK: Rows

    /// A table whose first column is a key or the number of a list.
    private struct KeyedTable {
      let name: String
      let key: String
      let isKeyedByList: Bool

      init(_ table: CopiedTable) {
        (name, key) = (table.name, table.columns[0].name)
        isKeyedByList = table.columns[0].kind == .list
      }

      private init(_ name: String, _ key: String, isKeyedByList: Bool) {
        (self.name, self.key, self.isKeyedByList) = (name, key, isKeyedByList)
      }

      /// The tables of the index of words.
      static let ofWords = [
        KeyedTable("indexed_list", "list", isKeyedByList: true),
        KeyedTable("item_word", "item", isKeyedByList: false),
      ]

      /// The table among the parts of a schema.
      var title: String { "table \(name)" }
    }

    /// Returns the tables that have rows of lists that do not exist, as what is wrong with them.
    private func strays(_ tables: [KeyedTable]) throws(StorageError) -> [String] {
      let batch = PostgresBatch.reading { batch in
        for table in tables { batch.add(Self.straysSQL(table)) }
      }
      return try read(batch) { results in
        var strays: [String] = []
        for (table, result) in zip(tables, results.dropFirst()) {
          result.forEachRow { row in
            guard row.integer(0) == 1 else { return }
            strays.append("table \(table.name) has rows of a list that does not exist")
          }
        }
        return strays
      }
    }

    /// Looks for the numbers of the lists that have rows in a table: from the first row of each list to
    /// the first one behind all of its rows, which takes no longer for longer lists.
    private static func straysSQL(_ table: KeyedTable) -> String {
      let key = table.key
      let bits = table.isKeyedByList ? 0 : RowKey.numberBits
      return """
        WITH RECURSIVE found (list) AS (
          (SELECT \(key) >> \(bits) FROM \(table.name) ORDER BY \(key) LIMIT 1)
          UNION ALL
          SELECT (
            SELECT \(key) >> \(bits) FROM \(table.name)
            WHERE \(key) > (found.list << \(bits)) + \((1 << bits) - 1) ORDER BY \(key) LIMIT 1
          ) FROM found WHERE found.list IS NOT NULL
        )
        SELECT EXISTS (
          SELECT 1 FROM found
          WHERE list IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM list WHERE list.id = found.list AND \(RemovedList.sqlIsThere))
        )
        """
    }

    /// Returns the lists whose rows were altered, by name, and what is wrong with each.
    private func alteredHeads() throws(StorageError) -> [(list: String, message: String)] {
      let batch = PostgresBatch.reading { batch in
        batch.add(
          """
          SELECT list.id, list.name, list.revision, list.mark, last.id, last.digest
          FROM list LEFT JOIN LATERAL (
            SELECT id, digest FROM journal
            WHERE id BETWEEN list.id << \(RowKey.numberBits)
              AND (list.id << \(RowKey.numberBits)) + \((1 << RowKey.numberBits) - 1)
            ORDER BY id DESC LIMIT 1
          ) AS last ON true
          WHERE \(RemovedList.sqlIsThere)
          ORDER BY list.name
          """)
      }
      return try read(batch) { results in
        var altered: [(list: String, message: String)] = []
        results[1].forEachRow { row in
          let keys = RowKey(list: row.integer(0))
          let last = row.isNull(4) ? 0 : keys.number(row.integer(4))
          let digest = row.isNull(5) ? 0 : row.integer(5)
          if row.integer(2) != last {
            altered.append(
              (
                row.text(1),
                "the row of the list was altered: its revision is not the last one of its journal; "
                  + "list \(keys.list)"
              ))
          } else if !PostgresMark.isPossible(row.integer(3), after: digest) {
            altered.append(
              (
                row.text(1),
                "the row of the list was altered: its mark is none of its last revision; "
                  + "list \(keys.list)"
              ))
          }
        }
        return altered
      }
    }

    // MARK: Schema

    /// Compares the schema with what the steps make.
    ///
    /// - Returns: The parts that are there, and what is wrong with them.
    private func checkedParts() throws(StorageError) -> (parts: Set<String>, findings: [String]) {
      let batch = PostgresBatch.reading { batch in
        batch.add(PostgresParts.sql) {
          $0.add(configuration.schema)
          $0.add(PostgresParts.relations)
        }
      }
      return try read(batch) { results in
        let own = PostgresParts.own
        var parts: Set<String> = []
        var altered: [String] = []
        results[1].forEachRow { row in
          let part = row.text(0)
          parts.insert(part)
          if !own.contains(part) {
            if row.integer(1) == 0 { altered.append("\(part) is not one of Roster's") }
          } else if let body = row.optionalText(2), !PostgresParts.make(body) {
            altered.append("\(part) is not as Roster made it")
          }
        }
        let missing = own.subtracting(parts).map { "\($0) is missing" }
        return (parts, missing.sorted() + altered.sorted())
      }
    }
  }
#endif
