internal import RosterConcurrency
package import RosterCore

/// Reads pages of a list from their rows.
package protocol PageRows: AnyObject, Sendable {
  /// The file or server, which every message names.
  var place: String { get }

  /// The name of the list.
  var name: String { get }

  /// Reads the items of a page.
  ///
  /// - Parameter isKnown: Returns whether the pages are known up to a revision.
  /// - Returns: `nil` if the page is missing or unreadable.
  /// - Throws: `stale` if the stored list is at a revision that is not known.
  func items(
    inLeaf leaf: LeafID, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<ItemID>?

  /// Reads the pages from which the items of one chunk of ids are found, as `PageSource` returns them.
  ///
  /// - Throws: `stale` if the stored list is at a revision that is not known.
  func leaves(
    ofItemsInChunk chunk: Int, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<LeafID>

  /// Visits the items of all pages; a page that is unreadable is left out.
  ///
  /// - Throws: `stale` if the stored list is at a revision that is not known; nothing is visited then.
  func forEachLeaf(
    _ isKnown: (Revision) -> Bool, _ visit: (LeafID, ContiguousArray<ItemID>) -> Void
  ) throws(StorageError)

  /// Reads several things as they are at one moment.
  ///
  /// - Parameter body: Reads them.
  func withView<Value>(
    _ body: (any PageRowsView) throws(StorageError) -> Value
  ) throws(StorageError) -> Value
}

/// A stored list as it is at one moment.
package protocol PageRowsView {
  /// The revision of the list.
  var revision: Revision { get }

  /// Returns the records of the revisions after one, in order: at least one, unless there is none.
  ///
  /// - Throws: `compacted` or `stale` if the journal does not go on from the revision.
  func records(after revision: Revision) throws(StorageError) -> [ChangeRecord]

  /// Returns the items of pages; a page that is missing or unreadable is left out.
  func items(
    inLeaves leaves: [LeafID]
  ) throws(StorageError) -> [LeafID: ContiguousArray<ItemID>]

  /// Returns the pages from which the items of one chunk of ids are found.
  func leaves(
    ofItemsInChunk chunk: Int
  ) throws(StorageError) -> ContiguousArray<LeafID>

  /// Visits the items of all pages; a page that is unreadable is left out.
  func forEachLeaf(
    _ visit: (LeafID, ContiguousArray<ItemID>) -> Void
  ) throws(StorageError)
}

/// The pages of an opened list, as of the revision at which it was opened.
///
/// The list reads a page here before it commits a change to it, and this object remembers what was
/// read. A thread that comes late and finds the changed page in storage therefore finds the old
/// page in `leaves` or `places`, and takes that. Another writer follows no such rule. So before
/// anything is read of a revision of another writer, the pages that have changed on the way to it are
/// recovered from the journal, and remembered as well. What is in neither of both is in storage as it
/// always was.
package final class StoredListPages: PageSource, Sendable {
  /// What is known of the list.
  private struct Known {
    var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
    var places: [Int: ContiguousArray<LeafID>] = [:]
    /// The pages that hold the items, if one was not found from the page that storage names.
    var holders: HoldingLeaves?
    /// The last list that is known. It reads no pages, because this object would then keep itself.
    var head: ListState
    /// The last revision whose pages are read from storage as they are there.
    var revision: Revision
  }

  private let rows: any PageRows
  private let known: Guarded<Known>
  /// Pages from here on were not made when the list was opened.
  private let leafLimit: LeafID
  /// Lets one thread recover pages at a time.
  private let recovery = Guarded(())

  /// Opens a list, whose pages are read when they are needed.
  ///
  /// - Throws: `corrupt` if the directory contradicts itself.
  /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaf pages.
  package static func open(
    _ directory: ListDirectory, _ rows: any PageRows
  ) throws(StorageError) -> ListState {
    do throws(StorageError) {
      let state = try ListState(directory, pages: NoPages())
      return state.reading(from: StoredListPages(rows, state))
    } catch {
      throw StorageError(error.code, "\(rows.place), list \(rows.name.inQuotes): \(error.message)")
    }
  }

  private init(_ rows: any PageRows, _ state: ListState) {
    self.rows = rows
    known = Guarded(Known(head: state, revision: state.revision))
    leafLimit = LeafID(rawValue: state.nextIdentifiers.leaf)
  }

  // MARK: Committing

  package func willCommit(_ revision: Revision) { known.withLock { $0.revision = revision } }

  package func didNotCommit(backTo revision: Revision) {
    known.withLock { $0.revision = revision }
  }

  package func advance(to state: ListState) {
    known.withLock { known in
      if state.revision > known.head.revision { known.head = state.reading(from: NoPages()) }
      known.revision = max(known.revision, known.head.revision)
    }
  }

  private func isKnown(_ revision: Revision) -> Bool {
    revision <= known.withLock { $0.revision }
  }

  // MARK: Reading

  package func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    if let items = knownItems(inLeaf: leaf) { return items }
    let read: ContiguousArray<ItemID>?
    do throws(StorageError) {
      read = try rows.items(inLeaf: leaf, isKnown)
    } catch {
      guard error.code == .stale else { throw error }
      read = try recovering { (view) throws(StorageError) in
        try view.items(inLeaves: [leaf])[leaf]
      }
    }
    let items = known.withLock { known in
      if known.leaves[leaf] == nil { known.leaves[leaf] = read }
      return known.leaves[leaf]
    }
    guard let items else {
      throw StorageError(.corrupt, "\(rows.place): \(leaf) is missing or unreadable")
    }
    return items
  }

  package func leaves(
    ofItemsInChunk chunk: Int
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    if let found = knownLeaves(ofItemsInChunk: chunk) { return found }
    let read: ContiguousArray<LeafID>
    do throws(StorageError) {
      read = try rows.leaves(ofItemsInChunk: chunk, isKnown)
    } catch {
      guard error.code == .stale else { throw error }
      read = try recovering { (view) throws(StorageError) in
        try view.leaves(ofItemsInChunk: chunk)
      }
    }
    return known.withLock { known in
      if let found = known.places[chunk] { return found }
      known.places[chunk] = read
      return read
    }
  }

  package func leaf(holding item: ItemID) throws(StorageError) -> LeafID {
    if let holders = known.withLock({ $0.holders }) { return holders[item] }
    return try readHolders()[item]
  }

  /// Reads all pages as they were when the list was opened, those that have changed since from memory.
  private func readHolders() throws(StorageError) -> HoldingLeaves {
    var holders = HoldingLeaves()
    func visit(_ leaf: LeafID, _ items: ContiguousArray<ItemID>) {
      if leaf < leafLimit { holders.add(knownItems(inLeaf: leaf) ?? items, in: leaf) }
    }
    do throws(StorageError) {
      try rows.forEachLeaf(isKnown, visit)
    } catch {
      guard error.code == .stale else { throw error }
      try recovering { (view) throws(StorageError) in try view.forEachLeaf(visit) }
    }
    // Those that are gone from storage as well.
    for (leaf, items) in known.withLock({ $0.leaves }) { holders.add(items, in: leaf) }
    known.withLock { $0.holders = holders }
    return holders
  }

  private func knownItems(inLeaf leaf: LeafID) -> ContiguousArray<ItemID>? {
    known.withLock { $0.leaves[leaf] }
  }

  private func knownLeaves(ofItemsInChunk chunk: Int) -> ContiguousArray<LeafID>? {
    known.withLock { $0.places[chunk] }
  }

  // MARK: Recovering

  /// Reads from storage when the pages are recovered that other writers have changed up to then.
  private func recovering<Value>(
    _ body: (any PageRowsView) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try recovery.withLock { (_) throws(StorageError) in
      try rows.withView { (view) throws(StorageError) in
        let head = known.withLock { $0.head }
        if view.revision > head.revision { try catchUp(from: head, view) }
        known.withLock { $0.revision = max($0.revision, $0.head.revision) }
        return try body(view)
      }
    }
  }

  private func catchUp(
    from head: ListState, _ view: any PageRowsView
  ) throws(StorageError) {
    var recovery = PageRecovery(of: head) { [self] in knownItems(inLeaf: $0) }
    var records: [ChangeRecord] = []
    while head.revision + records.count < view.revision {
      let next = try view.records(after: head.revision + records.count)
      for record in next { try recovery.replay(record) }
      records += next
    }
    for (leaf, items) in try view.items(inLeaves: recovery.wanted) {
      try recovery.resolve(leaf, items)
    }
    let pages = CatchingUpPages(self, view, try recovery.recovered())
    // Now the same with the items, which reads and compares everything that the records name.
    var next = head.reading(from: pages)
    for record in records { next = try next.replaying(record).target }
    known.withLock { known in
      known.leaves.merge(pages.leaves) { known, _ in known }
      known.places.merge(pages.places) { known, _ in known }
      known.head = next.reading(from: NoPages())
    }
  }

  /// The pages of a list that is behind storage, which is seen at one moment.
  ///
  /// Unchecked because of its variables and the view: only the call that makes it uses them.
  private final class CatchingUpPages: PageSource, @unchecked Sendable {
    private let known: StoredListPages
    private let view: any PageRowsView
    private let recovered: RecoveredPages
    private(set) var leaves: [LeafID: ContiguousArray<ItemID>]
    private(set) var places: [Int: ContiguousArray<LeafID>] = [:]

    init(_ known: StoredListPages, _ view: any PageRowsView, _ recovered: RecoveredPages) {
      self.known = known
      self.view = view
      self.recovered = recovered
      leaves = recovered.pages
    }

    func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
      if let items = known.knownItems(inLeaf: leaf) ?? leaves[leaf] { return items }
      guard let items = try view.items(inLeaves: [leaf])[leaf] else {
        throw StorageError(.corrupt, "\(known.rows.place): \(leaf) is missing or unreadable")
      }
      leaves[leaf] = items
      return items
    }

    func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
      if let found = known.knownLeaves(ofItemsInChunk: chunk) ?? places[chunk] { return found }
      let stored = try view.leaves(ofItemsInChunk: chunk)
      let found = recovered.leaves(ofItemsInChunk: chunk, stored: stored)
      places[chunk] = found
      return found
    }

    /// Nothing asks where items are while a record is applied: it names places.
    func leaf(holding item: ItemID) throws(StorageError) -> LeafID { .none }
  }
}
