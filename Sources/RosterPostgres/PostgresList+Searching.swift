#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: SearchableStorage {
    package func indexTexts(for matching: WordMatching) throws(StorageError) {
      writeWords(for: matching)
      let index = PostgresWordIndex(matching, keys)
      let isCurrent = try read { batch in
        index.addRevision(to: &batch)
      } _: { head, results in
        index.revision(results[0]) == head.revision
      }
      if isCurrent { return }
      let isThere = try store.perform { try index.renew($0) }
      guard isThere else { throw isGone }
    }

    package func items(
      withWords words: [String], by matching: WordMatching
    ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)? {
      let index = PostgresWordIndex(matching, keys)
      let query = try match { try $0.query(words) }
      let found: (items: Set<ItemID>, revision: Revision)? = try read { batch in
        index.addRevision(to: &batch)
        if let query { index.addSearch(query, to: &batch) }
      } _: { head, results in
        guard index.revision(results[0]) == head.revision else { return nil }
        return (query.map { index.items($0, results.dropFirst()) } ?? [], head.revision)
      }
      guard let found, query?.isExact == false else { return found }
      return (try having(words, matching, found.items, at: found.revision), found.revision)
    }

    /// Returns those of some items whose texts have all of some words.
    private func having(
      _ words: [String], _ matching: WordMatching, _ items: Set<ItemID>, at revision: Revision
    ) throws(StorageError) -> Set<ItemID> {
      var having: Set<ItemID> = []
      let items = items.sorted()
      for start in stride(from: 0, to: items.count, by: PostgresWordIndex.textCountMax) {
        let part = Array(
          items[start..<min(start + PostgresWordIndex.textCountMax, items.count)])
        let texts = try models(of: part, at: revision).map { $0?.indexedText ?? "" }
        let matches = try matches(of: words, by: matching, in: texts)
        for (item, match) in zip(part, matches) where match != nil { having.insert(item) }
      }
      return having
    }

    package func matches(
      of words: [String], by matching: WordMatching, in texts: [String]
    ) throws(StorageError) -> [WordMatches?] {
      try match { try $0.matches(of: words, by: matching, in: texts) }
    }

    private func match<Value>(
      _ body: (WordMatcher) throws -> Value
    ) throws(StorageError) -> Value {
      do {
        return try body(PostgresWordIndex.matcher)
      } catch {
        throw StorageError(error, place: store.place)
      }
    }
  }
#endif
