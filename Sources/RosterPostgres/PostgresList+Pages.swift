#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresList: PageRows {
    package var place: String { store.place }

    package func items(
      inLeaf leaf: LeafID, _ isKnown: (Revision) -> Bool
    ) throws(StorageError) -> ContiguousArray<ItemID>? {
      try read(isKnown) {
        addItems(inLeaves: [leaf], to: &$0)
      } _: {
        try items($0)[leaf]
      }
    }

    package func leaves(
      ofItemsInChunk chunk: Int, _ isKnown: (Revision) -> Bool
    ) throws(StorageError) -> ContiguousArray<LeafID> {
      try read(isKnown) {
        addLeaves(ofItemsInChunk: chunk, to: &$0)
      } _: {
        try leaves(ofItemsInChunk: chunk, $0)
      }
    }

    /// Reads from the server if its pages are known as they are there.
    private func read<Value>(
      _ isKnown: (Revision) -> Bool, _ fill: (inout PostgresBatch) -> Void,
      _ body: (PostgresResult) throws -> Value
    ) throws(StorageError) -> Value {
      try read(fill) { head, results in
        guard isKnown(head.revision), !isForeign(head) else { throw isStale(at: head.revision) }
        return try body(results[0])
      }
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
        let value = try body(PostgresListView(list: self, connection: connection, head: head))
        var end = PostgresBatch()
        end.add("COMMIT")
        _ = try connection.run(end)
        return value
      }
    }

    // MARK: Rows

    fileprivate func addItems(inLeaves leaves: [LeafID], to batch: inout PostgresBatch) {
      batch.add("SELECT id, items FROM leaf WHERE id = ANY ($1)") {
        $0.add(leaves.map { keys.key(Int($0.rawValue)) })
      }
    }

    fileprivate func items(
      _ result: PostgresResult
    ) throws -> [LeafID: ContiguousArray<ItemID>] {
      var items: [LeafID: ContiguousArray<ItemID>] = [:]
      try result.forEachRow { row in
        guard let leaf = keys.leaf(row.integer(0)) else { throw DamagedRow("leaf", row.integer(0)) }
        items[leaf] = LeafItemsCoding.decode(row.bytes(1))
      }
      return items
    }

    private func chunkKeys(_ chunk: Int) -> ClosedRange<Int> {
      let first = keys.key(chunk * pageSourceChunkWidth)
      return first...first + pageSourceChunkWidth - 1
    }

    fileprivate func addLeaves(ofItemsInChunk chunk: Int, to batch: inout PostgresBatch) {
      batch.add("SELECT id, leaf FROM item WHERE id BETWEEN $1 AND $2") {
        $0.add(chunkKeys(chunk).lowerBound)
        $0.add(chunkKeys(chunk).upperBound)
      }
    }

    fileprivate func leaves(
      ofItemsInChunk chunk: Int, _ result: PostgresResult
    ) throws -> ContiguousArray<LeafID> {
      let items = chunkKeys(chunk)
      var leaves = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)
      try result.forEachRow { row in
        guard items.contains(row.integer(0)), let leaf = keys.leaf(row.integer(1)) else {
          throw DamagedRow("item", row.integer(0))
        }
        leaves[row.integer(0) - items.lowerBound] = leaf
      }
      return leaves
    }
  }

  /// A list on a server in one read transaction.
  private struct PostgresListView: PageRowsView {
    let list: PostgresList
    let connection: PostgresConnection
    let head: PostgresHead

    var revision: Revision { head.revision }

    func records(after revision: Revision) throws(StorageError) -> [ChangeRecord] {
      guard revision >= head.oldest else {
        throw list.isCompacted(revision, oldest: head.oldest)
      }
      return try read {
        list.addJournal(after: revision, limit: 256, to: &$0)
      } _: { result in
        let entries = try list.journal(after: revision, result)
        guard !entries.isEmpty || revision == self.revision else { throw list.isMissing(revision) }
        return entries.map(\.record)
      }
    }

    func items(
      inLeaves leaves: [LeafID]
    ) throws(StorageError) -> [LeafID: ContiguousArray<ItemID>] {
      if leaves.isEmpty { return [:] }
      return try read {
        list.addItems(inLeaves: leaves, to: &$0)
      } _: {
        try list.items($0)
      }
    }

    func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
      try read {
        list.addLeaves(ofItemsInChunk: chunk, to: &$0)
      } _: {
        try list.leaves(ofItemsInChunk: chunk, $0)
      }
    }

    private func read<Value>(
      _ fill: (inout PostgresBatch) -> Void, _ body: (PostgresResult) throws -> Value
    ) throws(StorageError) -> Value {
      do {
        var batch = PostgresBatch()
        fill(&batch)
        return try body(connection.run(batch)[0])
      } catch {
        throw StorageError(error, place: list.store.place)
      }
    }
  }
#endif
