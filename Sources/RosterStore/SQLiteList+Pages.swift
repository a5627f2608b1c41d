internal import GRDB
package import RosterCore
internal import RosterRows

extension SQLiteList: PageRows {
  package var place: String { store.path }

  package func items(
    inLeaf leaf: LeafID, _ isOwn: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<ItemID>? {
    try read(isOwn) { database in
      var items: ContiguousArray<ItemID>?
      let statement = try database.cachedPrepared("SELECT items FROM leaf WHERE id = ?")
      try statement.forEachRow(keys.key(Int(leaf.rawValue))) { row in
        items = LeafItemsCoding.decode(row.bytes(0))
      }
      return items
    }
  }

  package func leaves(
    ofItemsInChunk chunk: Int, _ isOwn: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    let first = chunk * pageSourceChunkWidth
    return try read(isOwn) { database in
      var leaves = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)
      let statement = try database.cachedPrepared(
        "SELECT id, leaf FROM item WHERE id BETWEEN ? AND ?")
      let last = first + pageSourceChunkWidth - 1
      try statement.forEachRow(keys.key(first), keys.key(last)) { row in
        // The rows of a damaged table may come in any order, and lie outside the requested range.
        guard let offset = row.offset(in: keys.key(first)...keys.key(last)),
          let leaf = keys.leaf(row.integer(1))
        else { throw DamagedRow("item", row.integer(0)) }
        leaves[offset] = leaf
      }
      return leaves
    }
  }

  /// Reads from the file if only the opened list has changed it.
  private func read<Value>(
    _ isOwn: (Revision) -> Bool, _ body: (Database) throws -> Value
  ) throws(StorageError) -> Value {
    try store.read { database in
      let stored = try storedRevision(database)
      guard isOwn(stored) else { throw isStale(at: stored) }
      return try body(database)
    }
  }
}
