#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: PageRows {
    package var place: String { store.place }

    package func items(
      inLeaf leaf: LeafID, _ isOwn: (Revision) -> Bool
    ) throws(StorageError) -> ContiguousArray<ItemID>? {
      try read(isOwn) { batch in
        batch.add("SELECT items FROM leaf WHERE id = $1") { $0.add(keys.key(Int(leaf.rawValue))) }
      } _: { result in
        var items: ContiguousArray<ItemID>?
        result.forEachRow { items = LeafItemsCoding.decode($0.bytes(0)) }
        return items
      }
    }

    package func leaves(
      ofItemsInChunk chunk: Int, _ isOwn: (Revision) -> Bool
    ) throws(StorageError) -> ContiguousArray<LeafID> {
      let first = keys.key(chunk * pageSourceChunkWidth)
      let last = first + pageSourceChunkWidth - 1
      return try read(isOwn) { batch in
        batch.add("SELECT id, leaf FROM item WHERE id BETWEEN $1 AND $2") {
          $0.add(first)
          $0.add(last)
        }
      } _: { result in
        var leaves = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)
        try result.forEachRow { row in
          guard (first...last).contains(row.integer(0)), let leaf = keys.leaf(row.integer(1)) else {
            throw DamagedRow("item", row.integer(0))
          }
          leaves[row.integer(0) - first] = leaf
        }
        return leaves
      }
    }

    /// Reads from the server if only the opened list has changed the list there.
    private func read<Value>(
      _ isOwn: (Revision) -> Bool, _ fill: (inout PostgresBatch) -> Void,
      _ body: (PostgresResult) throws -> Value
    ) throws(StorageError) -> Value {
      try read(fill) { head, results in
        guard isOwn(head.revision), !isForeign(head) else { throw isStale(at: head.revision) }
        return try body(results[0])
      }
    }
  }
#endif
