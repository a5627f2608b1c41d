#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: KeyedStorage {
    /// Returns the revision from which on all items have keys.
    package func keysRevision() throws(StorageError) -> Revision? {
      try read { _ in
      } _: { head, _ in
        head.keysRevision
      }
    }

    /// Returns the items that had some keys at a revision, also after later commits.
    ///
    /// - Throws: `compacted` if an item is not found and the revision is no longer kept.
    /// - Complexity: O(log *n*) for each key.
    package func items(
      withKeys wanted: [ModelKey], at revision: Revision
    ) throws(StorageError) -> [KeyedItem?]? {
      try read { batch in
        batch.add(Self.itemsSQL) {
          $0.add(wanted.map(\.postgresText))
          $0.add(revision)
          $0.add(keys.first)
          $0.add(keys.last)
          $0.add(keys.list)
        }
      } _: { head, results in
        guard let first = head.keysRevision, revision >= first else { return nil }
        var items: [KeyedItem?] = []
        results[0].forEachRow { row in
          items.append(
            row.optionalInteger(0).map {
              KeyedItem(id: ItemID(rawValue: keys.number($0)), model: row.value(1))
            })
        }
        // An item that is not found may have existed.
        guard revision >= head.oldest || !items.contains(where: { $0 == nil }) else {
          throw isCompacted(revision, oldest: head.oldest)
        }
        return items
      }
    }

    /// Reads the row of an item that has a key since then, otherwise the before-image that had it then. No
    /// two items have one key at a revision, so the before-images with a key do not overlap.
    private static let itemsSQL = """
      SELECT found.id, found.model, found.model_bytes FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, place)
      LEFT JOIN LATERAL (
        SELECT id, model, model_bytes FROM item
        WHERE model_key = wanted.key COLLATE "C" AND id BETWEEN $3 AND $4 AND version <= $2
        UNION ALL
        SELECT earlier.id, earlier.model, earlier.model_bytes FROM (
          SELECT item AS id, version, model, model_bytes FROM item_history
          WHERE item >> \(RowKey.numberBits) = $5 AND model_key = wanted.key COLLATE "C"
            AND until > $2
          ORDER BY until LIMIT 1
        ) AS earlier WHERE version <= $2
        LIMIT 1
      ) AS found ON true
      ORDER BY place
      """

    /// Returns the keys that items had at a revision, also after later commits.
    ///
    /// - Complexity: O(log *n*) for each item.
    package func keys(
      of items: [ItemID], at revision: Revision
    ) throws(StorageError) -> [ModelKey?] {
      try read { batch in
        batch.add(Self.keysSQL) {
          $0.add(items.map { keys.key($0.rawValue) })
          $0.add(revision)
        }
      } _: { _, results in
        var found: [ModelKey?] = []
        results[0].forEachRow { found.append($0.modelKey(0)) }
        return found
      }
    }

    /// Reads the key of the row of an item if that was written by then, otherwise that of the before-image that
    /// was valid then.
    private static let keysSQL = """
      SELECT found.model_key FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, place)
      LEFT JOIN LATERAL (
        SELECT model_key FROM item WHERE id = wanted.key AND version <= $2
        UNION ALL
        SELECT earlier.model_key FROM (
          SELECT version, model_key FROM item_history
          WHERE item = wanted.key AND until > $2 ORDER BY until LIMIT 1
        ) AS earlier WHERE version <= $2
        LIMIT 1
      ) AS found ON true
      ORDER BY place
      """

    // MARK: Adding

    /// Gives each item of a list without keys one, in one transaction.
    ///
    /// The digests of what wrote the models are then written anew. So the list is verified before: a new
    /// digest would call an altered row right. Other processes that have the list open read other digests
    /// than they know, and open it again.
    ///
    /// - Complexity: O(list and journal).
    package func addKeys(
      _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
    ) throws(StorageError) {
      guard !store.configuration.isReadOnly, try keysRevision() == nil else { return }
      try verifyContents()
      try store.perform { connection in
        try connection.run("BEGIN")
        do {
          try KeyAddition(self, connection).run(key)
          try connection.run("COMMIT")
        } catch {
          try? connection.run("ROLLBACK")
          throw error
        }
      }
      forgetHead()
      store.notifier.note(keys.list)
    }
  }

  /// Gives each item of a list a key, within a transaction.
  private struct KeyAddition {
    private let list: PostgresList
    private let connection: PostgresConnection
    private var keys: RowKey { list.keys }

    /// The number of models that are read at once.
    private static let chunkCount = 1_000

    init(_ list: PostgresList, _ connection: PostgresConnection) {
      self.list = list
      self.connection = connection
    }

    func run(_ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey) throws {
      // Other writers wait from here on. One that came first may have given the list keys.
      let results = try answers { batch in
        batch.add("SELECT 1 FROM list WHERE id = $1 FOR UPDATE") { $0.add(keys.list) }
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        list.addHead(seen: nil, to: &batch)
      }
      let old = try PostgresSeal(results[1], of: list)
      let head = try list.head(results[2], seen: nil)
      guard head.keysRevision == nil else { return }
      try writeKeys(key)
      try verifyKeys()
      var seal = old.seal
      seal.keysRevision = head.revision
      seal.base = try base()
      let digest = try renewDigests(after: head.oldest, through: head.revision)
      _ = try answers { batch in
        batch.add(
          """
          UPDATE list SET base = $2, digest = $3, keys_from = $4, mark = $5 WHERE id = $1
          """
        ) {
          $0.add(keys.list)
          $0.add(seal.base.value)
          $0.add(seal.digest(ofList: keys.list, named: list.name))
          $0.add(head.revision)
          $0.add(digest)
        }
        // A list that was never changed has the same digest still.
        batch.add(PostgresMark.moveSQL) { $0.add(keys.list) }
      }
    }

    private func answers(_ fill: (inout PostgresBatch) -> Void) throws -> [PostgresResult] {
      var batch = PostgresBatch()
      fill(&batch)
      return try connection.run(batch)
    }

    private func writeKeys(
      _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
    ) throws {
      var last = keys.first
      while true {
        var items: [Int] = []
        var itemKeys: [String] = []
        let rows = try answers { batch in
          batch.add(
            """
            SELECT id, model, model_bytes FROM item WHERE id > $1 AND id <= $2
            ORDER BY id LIMIT \(Self.chunkCount)
            """
          ) {
            $0.add(last)
            $0.add(keys.last)
          }
        }
        try rows[0].forEachRow { row in
          items.append(row.integer(0))
          let item = ItemID(rawValue: keys.number(row.integer(0)))
          itemKeys.append(try key(item, row.value(1)).postgresText)
        }
        guard let end = items.last else { return }
        _ = try answers { batch in
          batch.add(
            """
            UPDATE item SET model_key = new.key
            FROM unnest($1::bigint[], $2::text[]) AS new (id, key) WHERE item.id = new.id
            """
          ) {
            $0.add(items)
            $0.add(itemKeys)
          }
        }
        last = end
      }
    }

    /// Verifies that no two items have one key.
    private func verifyKeys() throws {
      let results = try answers { batch in
        batch.add(
          """
          SELECT min(id), max(id), model_key FROM item
          WHERE id BETWEEN $1 AND $2 AND model_key IS NOT NULL
          GROUP BY model_key HAVING count(*) > 1 ORDER BY 1 LIMIT 1
          """
        ) {
          $0.add(keys.first)
          $0.add(keys.last)
        }
      }
      try results[0].forEachRow { row in
        guard let key = row.modelKey(2) else { throw DamagedRow("item", row.integer(0)) }
        throw StorageError.duplicateKey(
          key, ItemID(rawValue: keys.number(row.integer(0))),
          ItemID(rawValue: keys.number(row.integer(1))),
          in: "\(list.store.place), list \"\(list.name)\"")
      }
    }

    private func base() throws -> BaseDigest {
      let results = try answers { list.addBase(to: &$0) }
      var base = BaseDigest()
      for (table, result) in zip(ValueTable.allCases, results) {
        result.forEachRow { base.add($0, of: table) }
      }
      return base
    }

    /// Gives the entries of the journal the digests of what they wrote, as it is now.
    ///
    /// - Returns: The digest of the last entry; 0 without one.
    private func renewDigests(after oldest: Revision, through last: Revision) throws -> Int {
      var start = oldest
      var digest = 0
      while start < last {
        let count = min(last - start, CompactionPlan.revisionCountMax)
        let rows = try answers { list.addJournal(after: start, limit: count, to: &$0) }[0]
        let entries = try list.journal(after: start, rows)
        guard entries.count == count else { throw list.isMissing(start + entries.count) }
        let span = RevisionSpan(entries, after: start)
        var base = BaseDigest()
        let values = WrittenValues(
          try answers { span.select(keys, from: &$0) }[...], span, keys, &base)
        var rest = entries[...]
        var digests: [(key: Int, digest: Int)] = []
        try rows.forEachRow { row in
          guard let entry = rest.popFirst(), let new = values.digest(of: entry, row) else {
            throw DamagedRow("journal", row.integer(0))
          }
          digests.append((key: row.integer(0), digest: new))
          digest = new
        }
        _ = try answers { batch in
          batch.add(
            """
            UPDATE journal SET digest = new.digest
            FROM unnest($1::bigint[], $2::bigint[]) AS new (id, digest) WHERE journal.id = new.id
            """
          ) {
            $0.add(digests.map(\.key))
            $0.add(digests.map(\.digest))
          }
        }
        start += count
      }
      return digest
    }
  }

  extension ModelKey {
    /// The key as a column has it.
    var postgresText: String {
      switch self {
      case .integer(let number): "#\(number)"
      case .text(let text): "'\(text)"
      }
    }

    /// - Parameter text: The content of a column; `nil` if Roster writes no such text.
    init?(postgresText text: String) {
      switch text.utf8.first {
      case UInt8(ascii: "#"):
        guard let number = Int(text.dropFirst()) else { return nil }
        self = .integer(number)
      case UInt8(ascii: "'"): self = .text(String(text.unicodeScalars.dropFirst()))
      default: return nil
      }
    }
  }

  extension PostgresResult.Row {
    func modelKey(_ column: Int32) -> ModelKey? {
      optionalText(column).flatMap(ModelKey.init(postgresText:))
    }
  }
#endif
