#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: KeyedStorage {
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
      try changeKeys { try $0.add(key) }
    }

    package func removeUnusedKeys() throws(StorageError) {
      guard !store.configuration.isReadOnly, try keysRevision() != nil else { return }
      try changeKeys { try $0.removeUnused() }
    }

    private func changeKeys(_ change: (KeyChange) throws -> Void) throws(StorageError) {
      try store.perform { connection in
        try connection.run("BEGIN")
        do {
          try change(KeyChange(self, connection))
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

  /// Gives each item of a list a key, or none any more, within a transaction.
  private struct KeyChange {
    private let list: PostgresList
    private let connection: PostgresConnection
    private var keys: RowKey { list.keys }

    /// The number of models that are read at once.
    private static let chunkCount = 1_000

    init(_ list: PostgresList, _ connection: PostgresConnection) {
      self.list = list
      self.connection = connection
    }

    /// Reads the list, and has other writers wait from here on.
    private func locked() throws -> (seal: ListSeal, head: PostgresHead) {
      let results = try answers { batch in
        batch.add("SELECT 1 FROM list WHERE id = $1 FOR UPDATE") { $0.add(keys.list) }
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        list.addHead(seen: nil, to: &batch)
      }
      return (
        try PostgresSeal(results[1], of: list).seal, try list.head(results[2], seen: nil)
      )
    }

    private func hasItems() throws -> Bool {
      var isFound = false
      let results = try answers { batch in
        batch.add("SELECT 1 FROM item WHERE id > $1 AND id <= $2 LIMIT 1") {
          $0.add(keys.first)
          $0.add(keys.last)
        }
      }
      results[0].forEachRow { _ in isFound = true }
      return isFound
    }

    func removeUnused() throws {
      let (old, head) = try locked()
      // A writer that came first may have used them.
      guard head.keysRevision == head.revision, try !hasItems() else { return }
      var seal = old
      seal.keysRevision = nil
      _ = try answers { batch in
        batch.add("UPDATE list SET digest = $2, keys_from = NULL WHERE id = $1") {
          $0.add(keys.list)
          $0.add(seal.digest(ofList: keys.list, named: list.name))
        }
        batch.add(PostgresMark.moveSQL) { $0.add(keys.list) }
      }
    }

    func add(_ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey) throws {
      let (old, head) = try locked()
      // A writer that came first may have given the list keys.
      guard head.keysRevision == nil else { return }
      try writeKeys(key)
      try verifyKeys()
      var seal = old
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
          in: "\(list.store.place), list \(list.name.inQuotes)")
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

  extension PostgresRow {
    package func modelKey(_ column: Int32) -> ModelKey? {
      optionalText(column).flatMap(ModelKey.init(postgresText:))
    }
  }
#endif
