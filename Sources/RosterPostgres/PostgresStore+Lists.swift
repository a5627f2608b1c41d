#if Postgres
  public import RosterCore
  internal import RosterRows

  extension PostgresStore {
    /// Returns the lists in the schema, by name.
    ///
    /// - Complexity: O(leaf pages of the schema).
    public func lists() throws(StorageError) -> [StoredListSummary] {
      let batch = PostgresBatch.reading { $0.add(Self.summarySQL) }
      return try read(batch) { results in
        var lists: [StoredListSummary] = []
        results[1].forEachRow { lists.append(StoredListSummary($0)) }
        return lists
      }
    }

    private static let summarySQL = """
      SELECT
        name, revision,
        (SELECT count(*) FROM section WHERE section.list = list.id),
        (SELECT coalesce(sum(leaf.count), 0)::bigint FROM leaf
          WHERE leaf.id BETWEEN list.id << \(RowKey.numberBits)
            AND (list.id << \(RowKey.numberBits)) + \((1 << RowKey.numberBits) - 1))
      FROM list WHERE \(RemovedList.sqlIsThere) ORDER BY name
      """

    /// Opens a list.
    ///
    /// - Parameters:
    ///   - name: Its name in the schema.
    ///   - create: Whether to create the list if it does not exist.
    /// - Returns: `nil` if the list does not exist and was not to be created.
    public func list(
      named name: String, create: Bool = true
    ) throws(StorageError) -> PostgresList? {
      try list(named: name, create: create, .standard)
    }

    package func storedList(
      named name: String, create: Bool
    ) throws(StorageError) -> (any StoredList)? {
      try list(named: name, create: create)
    }

    /// Opens a list.
    ///
    /// - Parameter pageSizes: How many items the pages of the list have if it is created.
    package func list(
      named name: String, create: Bool, _ pageSizes: PageSizes
    ) throws(StorageError) -> PostgresList? {
      try name.requireListName(in: place)
      if let id = try listID(name) { return PostgresList(self, id: id, name: name) }
      guard create else { return nil }
      try createList(name, pageSizes)
      guard let id = try listID(name) else { return nil }
      return PostgresList(self, id: id, name: name)
    }

    private func createList(_ name: String, _ pageSizes: PageSizes) throws(StorageError) {
      // Another connection may take the number first, or create the list.
      while try listID(name) == nil {
        var (last, keepsNumber) = (0, false)
        let batch = PostgresBatch.reading {
          $0.add(
            """
            SELECT coalesce(max(id), 0), count(*) FILTER (WHERE NOT (\(RemovedList.sqlIsThere)))
            FROM list
            """)
        }
        try read(batch) { results in
          results[1].forEachRow { row in
            (last, keepsNumber) = (row.integer(0), row.integer(1) > 0)
          }
        }
        guard last < RowKey.listMax else {
          throw StorageError(.full, "\(place): a schema holds at most \(RowKey.listMax) lists")
        }
        let seal = ListSeal(pageSizes)
        try write { batch in
          batch.add(
            """
            INSERT INTO list (id, name, digest, page_capacity) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """
          ) {
            $0.add(last + 1)
            $0.add(name)
            $0.add(seal.digest(ofList: last + 1, named: name))
            $0.add(seal.pageSizes.capacity)
          }
          // The number that it keeps is not the last one any more. A role may lack the right to remove lists.
          if keepsNumber {
            batch.add("DELETE FROM list WHERE NOT (\(RemovedList.sqlIsThere)) AND id <= $1") {
              $0.add(last)
            }
          }
        }
      }
    }

    package func removeLists(_ lists: [Int]) throws(StorageError) {
      try write { batch in
        // One row keeps a number, so lists are removed one transaction after the other.
        batch.add(
          "SELECT pg_advisory_xact_lock(hashtextextended('roster removes from ' || current_schema(), 0))"
        )
        // Transactions lock the rows of lists in this order, and write no row of them after that.
        for list in lists.sorted() {
          batch.add("SELECT 1 FROM list WHERE id = $1 FOR UPDATE") { $0.add(list) }
        }
        for list in lists.sorted() {
          let keys = RowKey(list: list)
          for table in CopiedTable.all.reversed() {
            let range = table.range(of: keys)
            batch.add("DELETE FROM \(table.name) WHERE \(table.columns[0].name) BETWEEN $1 AND $2")
            {
              $0.add(range.lowerBound)
              $0.add(range.upperBound)
            }
          }
          PostgresWordIndex.remove(keys, from: &batch)
          removeRow(of: list, from: &batch)
        }
      }
      for list in lists { notifier.note(list) }
    }

    /// Removes the row of a list, or keeps it for the number, if that is the last one.
    private func removeRow(of list: Int, from batch: inout PostgresBatch) {
      batch.add(
        "DELETE FROM list WHERE NOT (\(RemovedList.sqlIsThere)) AND id < (SELECT max(id) FROM list)"
      )
      let seal = ListSeal()
      // With a mark that no list has, so that what others have seen of it writes nothing.
      batch.add(
        """
        UPDATE list SET name = $2, oldest = 0, base = 0, subscribers = 0, digest = $3, revision = 0, mark = -1,
          keys_from = NULL, page_capacity = $4
        WHERE id = $1 AND id = (SELECT max(id) FROM list)
        """
      ) {
        $0.add(list)
        $0.add(RemovedList.name)
        $0.add(seal.digest(ofList: list, named: RemovedList.name))
        $0.add(seal.pageSizes.capacity)
      }
      batch.add("DELETE FROM list WHERE id = $1 AND \(RemovedList.sqlIsThere)") { $0.add(list) }
    }

    private func listID(_ name: String) throws(StorageError) -> Int? {
      let batch = PostgresBatch.reading {
        $0.add("SELECT id FROM list WHERE name = $1") { $0.add(name) }
      }
      return try read(batch) { results in
        var id: Int?
        results[1].forEachRow { id = $0.integer(0) }
        return id
      }
    }
  }
#endif
