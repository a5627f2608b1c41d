internal import Foundation
internal import GRDB
internal import RosterCore
internal import RosterRows

/// The pages of an opened list, as of the revision at which it was opened.
///
/// The list reads a page here before it commits a change to it, and this object remembers what was
/// read. A thread that comes late and finds the changed page in the file therefore finds the old
/// page in `leaves` or `places`, and takes that. Another process follows no such rule: after its
/// commit, pages that were not read before are lost, and reading them throws `stale`. So a list
/// that other processes write as well is read whole when it is opened.
final class StoredListPages: PageSource, @unchecked Sendable {
  private let list: SQLiteList
  private var store: SQLiteStore { list.store }
  private var keys: RowKey { list.keys }
  /// Guards the variables below, which are the only mutable state.
  private let lock = NSLock()
  private var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
  private var places: [Int: ContiguousArray<LeafID>] = [:]
  /// The revision to which the commits of this opened list have led.
  private var ownRevision: Revision

  /// Whether all pages are in memory, so that none is read from the file.
  private let isWhole: Bool

  /// Makes the pages of a list that was opened at a revision.
  init(_ list: SQLiteList, revision: Revision) {
    self.list = list
    ownRevision = revision
    isWhole = false
  }

  /// Makes the pages of a list that was read as a whole.
  init(_ list: SQLiteList, revision: Revision, leaves: [LeafID: ContiguousArray<ItemID>]) {
    self.list = list
    ownRevision = revision
    isWhole = true
    self.leaves = leaves
    for (leaf, items) in leaves {
      for item in items {
        let (chunk, offset) = item.rawValue.quotientAndRemainder(
          dividingBy: pageSourceChunkWidth)
        places[chunk, default: Self.noPlaces][offset] = leaf
      }
    }
  }

  private static let noPlaces = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)

  // MARK: Committing

  /// Notes that a state of this opened list is being committed.
  ///
  /// It is called while the write lock is held, so another writer cannot commit a revision in
  /// between.
  func willCommit(_ revision: Revision) { lock.withLock { ownRevision = revision } }

  /// Notes that a commit changed nothing.
  func didNotCommit(backTo revision: Revision) { lock.withLock { ownRevision = revision } }

  /// Reads from the file if only this opened list has changed it.
  private func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    try store.read { database in
      let stored = try list.storedRevision(database)
      guard stored <= lock.withLock({ ownRevision }) else { throw list.isStale(at: stored) }
      return try body(database)
    }
  }

  // MARK: Reading

  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    if let items = lock.withLock({ leaves[leaf] }) { return items }
    let read = try read { database in
      var items: ContiguousArray<ItemID>?
      let statement = try database.cachedPrepared("SELECT items FROM leaf WHERE id = ?")
      try statement.forEachRow(keys.key(Int(leaf.rawValue))) { row in
        items = LeafItemsCoding.decode(row.bytes(0))
      }
      return items
    }
    let items = lock.withLock {
      if leaves[leaf] == nil { leaves[leaf] = read }
      return leaves[leaf]
    }
    guard let items else {
      throw StorageError(.corrupt, "\(store.path): \(leaf) is missing or unreadable")
    }
    return items
  }

  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    if let found = lock.withLock({ places[chunk] }) { return found }
    if isWhole { return Self.noPlaces }
    let first = chunk * pageSourceChunkWidth
    let read = try read { database in
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
    return lock.withLock {
      if let found = places[chunk] { return found }
      places[chunk] = read
      return read
    }
  }
}
