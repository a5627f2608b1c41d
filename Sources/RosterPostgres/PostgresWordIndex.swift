#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// The index of the words of a list that has texts in place of models, or of the suffixes of these, by which parts of
  /// words are found.
  ///
  ///     item  word
  ///     17    lunch
  ///     17    noon
  ///
  /// An item has a row for each entry of its text. A search is a range of entries, those that begin with a part of what is
  /// searched for. Letters are compared as everywhere (``LetterTable``), and not as the locale of the server does.
  ///
  /// A list says up to which revision it is indexed. Whatever wrote the list without the index, or with one for the other
  /// kind of search, is noticed by that, and the index is made anew.
  struct PostgresWordIndex {
    /// The tables of the index.
    static let tables = ["indexed_list", "item_word"]
    static let matcher = WordMatcher(LetterTable.shared)
    /// How many texts are read at once.
    static let textCountMax = 1_000
    /// The number of entries that one statement writes, beside those of one text.
    private static let entryCountMax = 1 << 13
    /// The number of texts in a group from which the index may be made anew instead.
    private static let writtenTextCountMax = 4_096

    private let matching: WordMatching
    private let keys: RowKey

    init(_ matching: WordMatching, _ keys: RowKey) {
      self.matching = matching
      self.keys = keys
    }

    // MARK: Writing

    /// Adds the statements that take up what a group writes to the list. They stand behind the one that advances it, for
    /// which other writers wait.
    func write(_ group: CommitGroup, to batch: inout PostgresBatch) throws {
      let isMadeAnew = isMadeAnew(behind: group)
      batch.add(
        """
        UPDATE indexed_list SET revision =
          CASE WHEN revision = $2 AND matching = $3 THEN $4::bigint ELSE -1 END
        WHERE list = $1
        """
      ) {
        $0.add(keys.list)
        $0.add(group.source.revision)
        $0.add(matching.rawValue)
        $0.add(isMadeAnew ? -1 : group.target.revision)
      }
      if isMadeAnew { return }
      let texts = group.touchedModels
      let inserted = Set(group.changes.flatMap(\.entry.record.identities.insertedItems))
      let known = texts.keys.filter { !inserted.contains($0) }.map { keys.key($0.rawValue) }
      if !known.isEmpty {
        batch.add("DELETE FROM item_word WHERE item = ANY ($1::bigint[])") {
          $0.add(known.sorted())
        }
      }
      var entries = Entries()
      for (item, text) in texts.sorted(by: { $0.key < $1.key }) {
        guard let text else { continue }
        try entries.add(text, of: keys.key(item.rawValue), matching)
        if entries.count > Self.entryCountMax { entries.write(to: &batch) }
      }
      entries.write(to: &batch)
    }

    /// Whether the index is made anew behind a group, some texts after the other: it writes most texts of a long list, and
    /// the entries of all of them are too many to be in memory at once.
    func isMadeAnew(behind group: CommitGroup) -> Bool {
      let count = group.changes.reduce(0) { $0 + $1.updatedItems.count + $1.insertedItems.count }
      return count > Self.writtenTextCountMax && count * 2 > group.target.itemCount
    }

    /// Entries that are written with one statement.
    private struct Entries {
      private var items: [Int] = []
      private var words: [String] = []

      var count: Int { items.count }

      mutating func add(_ text: StoredValue, of item: Int, _ matching: WordMatching) throws {
        for word in try matcher.folded(text.indexedText).entries(for: matching) {
          items.append(item)
          words.append(word)
        }
      }

      /// Adds the statement, if there are entries, and forgets them.
      mutating func write(to batch: inout PostgresBatch) {
        if items.isEmpty { return }
        batch.add(
          """
          INSERT INTO item_word (item, word) SELECT * FROM unnest($1::bigint[], $2::text[])
          ON CONFLICT DO NOTHING
          """
        ) {
          $0.add(items)
          $0.add(words)
        }
        self = Entries()
      }
    }

    /// Adds the statements that forget the words of a list.
    static func remove(_ keys: RowKey, from batch: inout PostgresBatch) {
      batch.add("DELETE FROM item_word WHERE item BETWEEN $1 AND $2") {
        $0.add(keys.first)
        $0.add(keys.last)
      }
      batch.add("DELETE FROM indexed_list WHERE list = $1") { $0.add(keys.list) }
    }

    // MARK: Making it anew

    /// Makes the index that of the newest revision, in a transaction for which writers of the list wait.
    ///
    /// - Returns: Whether the list is there.
    func renew(_ connection: PostgresConnection) throws -> Bool {
      try connection.run("BEGIN")
      do {
        let isThere = try fill(connection)
        try connection.run("COMMIT")
        return isThere
      } catch {
        try? connection.run("ROLLBACK")
        throw error
      }
    }

    private func fill(_ connection: PostgresConnection) throws -> Bool {
      var beginning = PostgresBatch()
      beginning.add(
        "SELECT revision FROM list WHERE id = $1 AND \(RemovedList.sqlIsThere) FOR UPDATE"
      ) {
        $0.add(keys.list)
      }
      addRevision(to: &beginning)
      let results = try connection.run(beginning)
      var head: Revision?
      results[0].forEachRow { head = $0.integer(0) }
      guard let head else { return false }
      // Another process may have been faster.
      if revision(results[1]) == head { return true }
      var first = keys.first
      while first <= keys.last {
        var (entries, last, count) = (Entries(), keys.last, 0)
        try Self.texts(from: first, to: keys.last, connection).forEachRow { row in
          try entries.add(row.value(1), of: row.integer(0), matching)
          (last, count) = (row.integer(0), count + 1)
          // Long texts have too many entries to be in memory with those of all others.
          if entries.count > Self.entryCountMax {
            try Self.replaceEntries(from: first, to: last, by: &entries, connection)
            first = last + 1
          }
        }
        if count < Self.textCountMax { last = keys.last }
        try Self.replaceEntries(from: first, to: last, by: &entries, connection)
        first = last + 1
      }
      var ending = PostgresBatch()
      ending.add(
        """
        INSERT INTO indexed_list (list, revision, matching) VALUES ($1, $2, $3)
        ON CONFLICT (list) DO UPDATE SET revision = excluded.revision, matching = excluded.matching
        """
      ) {
        $0.add(keys.list)
        $0.add(head)
        $0.add(matching.rawValue)
      }
      _ = try connection.run(ending)
      return true
    }

    /// Writes the entries of some items in place of what the index has of them, and forgets them.
    private static func replaceEntries(
      from first: Int, to last: Int, by entries: inout Entries, _ connection: PostgresConnection
    ) throws {
      var writing = PostgresBatch()
      writing.add("DELETE FROM item_word WHERE item BETWEEN $1 AND $2") {
        $0.add(first)
        $0.add(last)
      }
      entries.write(to: &writing)
      _ = try connection.run(writing)
    }

    /// Reads the texts of some items: their keys, and what they have in place of models.
    private static func texts(
      from first: Int, to last: Int, _ connection: PostgresConnection
    ) throws -> PostgresResult {
      var batch = PostgresBatch()
      batch.add(
        """
        SELECT id, model, model_bytes FROM item WHERE id BETWEEN $1 AND $2
        ORDER BY id LIMIT \(textCountMax)
        """
      ) {
        $0.add(first)
        $0.add(last)
      }
      return try connection.run(batch)[0]
    }

    // MARK: Searching

    /// Adds the statement that reads of which revision the index is.
    func addRevision(to batch: inout PostgresBatch) {
      batch.add("SELECT revision FROM indexed_list WHERE list = $1 AND matching = $2") {
        $0.add(keys.list)
        $0.add(matching.rawValue)
      }
    }

    /// Reads the answer of that statement: `nil` if the list is not indexed for this kind of search.
    func revision(_ result: PostgresResult) -> Revision? {
      var revision: Revision?
      result.forEachRow { revision = $0.integer(0) }
      return revision
    }

    /// Adds the statements that search: one for each part of each form of each word.
    func addSearch(_ query: WordMatcher.EntryQuery, to batch: inout PostgresBatch) {
      for part in query.words.joined().joined() {
        batch.add(
          "SELECT item FROM item_word WHERE item >> 40 = $1 AND word BETWEEN $2 AND $3"
        ) {
          $0.add(keys.list)
          $0.add(part)
          // The last of all entries that begin so: the last code point is a letter for FTS5.
          let rest = FoldedText.entryLengthMax - part.unicodeScalars.count
          $0.add(part + String(repeating: "\u{10FFFF}", count: rest))
        }
      }
    }

    /// Reads the answers of those statements: the items that have, for one form of each word, all of its parts.
    func items(_ query: WordMatcher.EntryQuery, _ results: ArraySlice<PostgresResult>) -> Set<
      ItemID
    > {
      var results = results
      var found: Set<ItemID>?
      for forms in query.words {
        var ofWord: Set<ItemID> = []
        for parts in forms {
          var ofForm: Set<ItemID>?
          for _ in parts {
            var ofPart: Set<ItemID> = []
            results.popFirst()?.forEachRow {
              ofPart.insert(ItemID(rawValue: keys.number($0.integer(0))))
            }
            ofForm = ofForm?.intersection(ofPart) ?? ofPart
          }
          ofWord.formUnion(ofForm ?? [])
        }
        found = found?.intersection(ofWord) ?? ofWord
      }
      return found ?? []
    }

    // MARK: Checking

    /// Returns how many items have other words in the index than in their texts, or none where there is no such item.
    func wrongItemCount(_ connection: PostgresConnection) throws -> Int {
      var (wrongCount, first) = (0, keys.first)
      while first <= keys.last {
        // Equal texts of Swift need not be the same code points.
        var words: [Int: Set<[UInt8]>] = [:]
        var (last, count) = (keys.last, 0)
        try Self.texts(from: first, to: keys.last, connection).forEachRow { row in
          let entries = try Self.matcher.folded(row.value(1).indexedText).entries(for: matching)
          words[row.integer(0)] = Set(entries.map { Array($0.utf8) })
          (last, count) = (row.integer(0), count + 1)
        }
        if count < Self.textCountMax { last = keys.last }
        var batch = PostgresBatch()
        batch.add("SELECT item, word FROM item_word WHERE item BETWEEN $1 AND $2") {
          $0.add(first)
          $0.add(last)
        }
        var indexed: [Int: Set<[UInt8]>] = [:]
        try connection.run(batch)[0].forEachRow {
          indexed[$0.integer(0), default: []].insert(Array($0.text(1).utf8))
        }
        wrongCount += words.count { (indexed[$0.key] ?? []) != $0.value }
        wrongCount += indexed.keys.count { words[$0] == nil }
        first = last + 1
      }
      return wrongCount
    }
  }

  extension PostgresStore {
    /// Returns the lists whose index has not the words of their texts, by name, and what is wrong with each.
    func wrongWordIndexes() throws(StorageError) -> [(list: String, message: String)] {
      try perform { connection in
        try connection.run(PostgresBatch.beginReading)
        // An open transaction would stay on the connection.
        defer { try? connection.run("ROLLBACK") }
        var batch = PostgresBatch()
        // One that is behind is made anew before it is searched.
        batch.add(
          """
          SELECT list.id, list.name, indexed_list.matching
          FROM indexed_list JOIN list
            ON list.id = indexed_list.list AND list.revision = indexed_list.revision
          WHERE \(RemovedList.sqlIsThere) ORDER BY list.name
          """)
        var lists: [(id: Int, name: String, matching: WordMatching)] = []
        try connection.run(batch)[0].forEachRow { row in
          guard let matching = WordMatching(rawValue: row.text(2)) else { return }
          lists.append((row.integer(0), row.text(1), matching))
        }
        var findings: [(list: String, message: String)] = []
        for list in lists {
          let index = PostgresWordIndex(list.matching, RowKey(list: list.id))
          let count = try index.wrongItemCount(connection)
          if count == 0 { continue }
          findings.append(
            (
              list.name,
              "the index of words has not the words of the list (\(count) items differ); it is made "
                + "anew after DELETE FROM indexed_list WHERE list = \(list.id)"
            ))
        }
        return findings
      }
    }
  }
#endif
