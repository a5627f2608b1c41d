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
      FROM list ORDER BY name
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

    package func storedList(named name: String) throws(StorageError) -> (any StoredList)? {
      try list(named: name)
    }

    /// Opens a list.
    ///
    /// - Parameter pageSizes: How many items the pages of the list have if it is created.
    package func list(
      named name: String, create: Bool, _ pageSizes: PageSizes
    ) throws(StorageError) -> PostgresList? {
      guard !name.utf8.contains(0) else {
        throw StorageError(.unencodable, "\(place): the name of a list must not hold a zero byte")
      }
      if let id = try listID(name) { return PostgresList(self, id: id, name: name) }
      guard create else { return nil }
      try createList(name, pageSizes)
      guard let id = try listID(name) else { return nil }
      return PostgresList(self, id: id, name: name)
    }

    private func createList(_ name: String, _ pageSizes: PageSizes) throws(StorageError) {
      // Another connection may take the number first, or create the list.
      while try listID(name) == nil {
        var last = 0
        let batch = PostgresBatch.reading { $0.add("SELECT coalesce(max(id), 0) FROM list") }
        try read(batch) { results in results[1].forEachRow { last = $0.integer(0) } }
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
        }
      }
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
