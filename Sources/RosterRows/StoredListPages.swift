internal import Foundation
package import RosterCore

/// Reads pages of a list from their rows.
package protocol PageRows: AnyObject, Sendable {
  /// The file or server, which every message names.
  var place: String { get }

  /// Reads the items of a page.
  ///
  /// - Parameter isOwn: Returns whether the opened list itself has led to a revision.
  /// - Returns: `nil` if the page is missing or unreadable.
  /// - Throws: `stale` if the stored list is at a revision of another writer.
  func items(
    inLeaf leaf: LeafID, _ isOwn: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<ItemID>?

  /// Reads the pages of the items of one chunk of ids, as `PageSource` returns them.
  ///
  /// - Throws: `stale` if the stored list is at a revision of another writer.
  func leaves(
    ofItemsInChunk chunk: Int, _ isOwn: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<LeafID>
}

/// The pages of an opened list, as of the revision at which it was opened.
///
/// The list reads a page here before it commits a change to it, and this object remembers what was
/// read. A thread that comes late and finds the changed page in storage therefore finds the old
/// page in `leaves` or `places`, and takes that. Another process follows no such rule: after its
/// commit, pages that were not read before are lost, and reading them throws `stale`. So a list
/// that other processes write as well is read whole when it is opened.
package final class StoredListPages: PageSource, @unchecked Sendable {
  private let rows: any PageRows
  /// Guards the variables below, which are the only mutable state.
  private let lock = NSLock()
  private var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
  private var places: [Int: ContiguousArray<LeafID>] = [:]
  /// The revision to which the commits of this opened list have led.
  private var ownRevision: Revision

  /// Whether all pages are in memory, so that none is read from storage.
  private let isWhole: Bool

  /// Makes the pages of a list that was opened at a revision.
  package init(_ rows: any PageRows, revision: Revision) {
    self.rows = rows
    ownRevision = revision
    isWhole = false
  }

  /// Makes the pages of a list that was read as a whole.
  package init(
    _ rows: any PageRows, revision: Revision, leaves: [LeafID: ContiguousArray<ItemID>]
  ) {
    self.rows = rows
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
  /// It is called before the commit can be seen, while no other writer can commit a revision in
  /// between.
  package func willCommit(_ revision: Revision) { lock.withLock { ownRevision = revision } }

  /// Notes that a commit changed nothing.
  package func didNotCommit(backTo revision: Revision) {
    lock.withLock { ownRevision = revision }
  }

  /// Whether the commits of this opened list have led to a revision.
  private func isOwn(_ revision: Revision) -> Bool { revision <= lock.withLock { ownRevision } }

  // MARK: Reading

  package func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    if let items = lock.withLock({ leaves[leaf] }) { return items }
    let read = try rows.items(inLeaf: leaf, isOwn)
    let items = lock.withLock {
      if leaves[leaf] == nil { leaves[leaf] = read }
      return leaves[leaf]
    }
    guard let items else {
      throw StorageError(.corrupt, "\(rows.place): \(leaf) is missing or unreadable")
    }
    return items
  }

  package func leaves(
    ofItemsInChunk chunk: Int
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    if let found = lock.withLock({ places[chunk] }) { return found }
    if isWhole { return Self.noPlaces }
    let read = try rows.leaves(ofItemsInChunk: chunk, isOwn)
    return lock.withLock {
      if let found = places[chunk] { return found }
      places[chunk] = read
      return read
    }
  }
}
