internal import GRDB
package import RosterCore
package import RosterRows

extension SQLiteList: PageRows {
  package var place: String { store.path }

  package func items(
    inLeaf leaf: LeafID, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<ItemID>? {
    try read(isKnown) { try items(inLeaf: leaf, $0) }
  }

  package func leaves(
    ofItemsInChunk chunk: Int, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    try read(isKnown) { try leaves(ofItemsInChunk: chunk, $0) }
  }

  package func withView<Value>(
    _ body: (any PageRowsView) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try store.read { database in
      try body(SQLiteListView(list: self, database: database, storedRevision(database)))
    }
  }

  /// Reads from the file if its pages are known as they are there.
  private func read<Value>(
    _ isKnown: (Revision) -> Bool, _ body: (Database) throws -> Value
  ) throws(StorageError) -> Value {
    try store.read { database in
      let stored = try storedRevision(database)
      guard isKnown(stored) else { throw isStale(at: stored) }
      return try body(database)
    }
  }

  fileprivate func items(
    inLeaf leaf: LeafID, _ database: Database
  ) throws -> ContiguousArray<ItemID>? {
    var items: ContiguousArray<ItemID>?
    let statement = try database.cachedPrepared("SELECT items FROM leaf WHERE id = ?")
    try statement.forEachRow(keys.key(Int(leaf.rawValue))) { row in
      items = LeafItemsCoding.decode(row.bytes(0))
    }
    return items
  }

  fileprivate func leaves(
    ofItemsInChunk chunk: Int, _ database: Database
  ) throws -> ContiguousArray<LeafID> {
    let first = chunk * pageSourceChunkWidth
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

/// A list in a file in one read transaction.
private struct SQLiteListView: PageRowsView {
  private let list: SQLiteList
  private let database: Database
  let revision: Revision

  init(list: SQLiteList, database: Database, _ revision: Revision) {
    self.list = list
    self.database = database
    self.revision = revision
  }

  func records(after revision: Revision) throws(StorageError) -> [ChangeRecord] {
    try read { try list.journal(after: revision, limit: 256, $0).map(\.record) }
  }

  func items(
    inLeaves leaves: [LeafID]
  ) throws(StorageError) -> [LeafID: ContiguousArray<ItemID>] {
    try read { database in
      try leaves.reduce(into: [:]) { $0[$1] = try list.items(inLeaf: $1, database) }
    }
  }

  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    try read { try list.leaves(ofItemsInChunk: chunk, $0) }
  }

  private func read<Value>(
    _ body: (Database) throws -> Value
  ) throws(StorageError) -> Value {
    do {
      return try body(database)
    } catch {
      throw StorageError(error, path: list.store.path)
    }
  }
}
