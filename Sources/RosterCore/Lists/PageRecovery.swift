/// Finds out what pages of a list held, when storage only has them as they are at a later revision.
///
/// A list reads a page when it needs it. If another writer has changed the page before, storage no
/// longer has it as the list knows it. So the changes are applied to the list with *placeholders* in
/// the place of items that it does not know. Pages change in the same way, whatever items are in them:
/// where the placeholders stand in the end tells what they stand for.
///
///     page 3 at revision 7          p q r        three placeholders
///     revision 8 inserts 41 at 1    p 41 q r
///     revision 9 removes item 0     41 q r       the journal says that p is 12
///     storage at revision 9         41 13 14     so q is 13, and r is 14
///     page 3 at revision 7          12 13 14
package struct PageRecovery {
  /// The list, some pages of which are not in memory.
  private let source: ListState
  private let pages: PlaceholderPages
  /// The list after the changes, with placeholders.
  private var target: ListState
  /// What placeholders stand for.
  private var items: [ItemID: ItemID] = [:]
  /// The pages that the changes touched.
  private var touched: Set<LeafID> = []
  /// The items that the changes inserted.
  private var arrived: Set<ItemID> = []

  /// Begins with the list as it is known.
  ///
  /// - Parameters:
  ///   - state: The list.
  ///   - known: Returns the items of a page that was read from storage before, `nil` if it was not.
  package init(
    of state: ListState, knowing known: @escaping @Sendable (LeafID) -> ContiguousArray<ItemID>?
  ) {
    source = state
    pages = PlaceholderPages(state, known)
    target = state.reading(from: pages)
  }

  /// Applies the record of the next revision.
  ///
  /// - Throws: `corrupt` if the record does not fit the list.
  /// - Complexity: O(*k* log *n*) for *k* changes and removed items together.
  package mutating func replay(_ record: ChangeRecord) throws(StorageError) {
    let change = try target.applying(record, revision: target.revision + 1)
    let (found, named) = (change.identities, record.identities)
    try bind(found.updatedItems, to: named.updatedItems)
    try bind(found.removedItems.map(\.id), to: named.removedItems.map(\.id))
    try bind(found.movedItems, to: named.movedItems)
    arrived.formUnion(named.insertedItems)
    touched.formUnion(change.pages.leaves)
    touched.formUnion(change.pages.removedLeaves)
    target = change.target
  }

  /// The pages to read from storage as they are after the last record.
  package var wanted: [LeafID] {
    touched.filter { leaf in
      target.leafPage(leaf)?.items?.contains { $0.isPlaceholder && items[$0] == nil } ?? false
    }
  }

  /// Takes what storage has of a wanted page.
  ///
  /// - Throws: `corrupt` if the page does not hold what the records lead to.
  package mutating func resolve(
    _ leaf: LeafID, _ stored: ContiguousArray<ItemID>
  ) throws(StorageError) {
    try bind(target.leafPage(leaf)?.items ?? [], to: stored)
  }

  private mutating func bind(
    _ found: some Collection<ItemID>, to named: some Collection<ItemID>
  ) throws(StorageError) {
    guard found.count == named.count else { throw contradiction }
    for (found, named) in zip(found, named) {
      let known = found.isPlaceholder ? items[found] : found
      guard known == nil || known == named else { throw contradiction }
      if known == nil { items[found] = named }
    }
  }

  private var contradiction: StorageError {
    StorageError(
      .corrupt, "the pages of revision \(target.revision) are not what the journal leads to")
  }

  /// Returns what the pages held that the records have changed.
  ///
  /// - Throws: `corrupt` if a wanted page was not resolved.
  package func recovered() throws(StorageError) -> RecoveredPages {
    var recovered = RecoveredPages()
    recovered.arrived = arrived
    for leaf in touched where isChanged(leaf) {
      guard let page = source.leafPage(leaf) else { continue }
      let held: ContiguousArray<ItemID>
      if let known = page.items ?? pages.known(leaf) {
        held = known
      } else {
        held = try resolved(PlaceholderPages.placeholders(of: page))
        recovered.pages[leaf] = held
      }
      for item in held { recovered.leaves[item.rawValue] = leaf }
    }
    return recovered
  }

  /// Whether the items of a page may be other ones after the records. A page that only got another
  /// order key holds what it held.
  private func isChanged(_ leaf: LeafID) -> Bool {
    target.leafPage(leaf).map { $0.items != nil } ?? true
  }

  private func resolved(
    _ placeholders: ContiguousArray<ItemID>
  ) throws(StorageError) -> ContiguousArray<ItemID> {
    var resolved = placeholders
    for index in resolved.indices {
      guard let item = items[placeholders[index]] else { throw contradiction }
      resolved[index] = item
    }
    return resolved
  }
}

/// What changed pages held before they were changed.
package struct RecoveredPages: Sendable {
  /// The items of those pages that were not known.
  package fileprivate(set) var pages: [LeafID: ContiguousArray<ItemID>] = [:]
  /// The items that came with the changes.
  fileprivate var arrived: Set<ItemID> = []
  /// The pages of all items that changed pages held, by the numbers of the items.
  fileprivate var leaves: [Int: LeafID] = [:]

  /// Returns the pages from which the items of a chunk are found before the changes.
  ///
  /// - Parameters:
  ///   - chunk: The chunk; see ``PageSource/leaves(ofItemsInChunk:)``.
  ///   - stored: The pages from which its items are found after the changes.
  package func leaves(
    ofItemsInChunk chunk: Int, stored: ContiguousArray<LeafID>
  ) -> ContiguousArray<LeafID> {
    var found = stored
    for index in found.indices {
      let item = chunk * pageSourceChunkWidth + index
      if let leaf = leaves[item] {
        found[index] = leaf
      } else if arrived.contains(ItemID(rawValue: item)) {
        found[index] = .none
      }
    }
    return found
  }
}

/// Pages whose items are placeholders, unless they are known.
private struct PlaceholderPages: PageSource {
  let known: @Sendable (LeafID) -> ContiguousArray<ItemID>?
  private let state: ListState

  init(
    _ state: ListState, _ known: @escaping @Sendable (LeafID) -> ContiguousArray<ItemID>?
  ) {
    self.state = state
    self.known = known
  }

  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    known(leaf) ?? state.leafPage(leaf).map(Self.placeholders) ?? []
  }

  // Nothing asks where items are while a record is applied: it names places.

  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    ContiguousArray(repeating: .none, count: pageSourceChunkWidth)
  }

  func leaf(holding item: ItemID) throws(StorageError) -> LeafID { .none }

  static func placeholders(of page: LeafPage) -> ContiguousArray<ItemID> {
    let first = NextIdentifiers.limit + Int(page.id.rawValue) * PageSizes.capacities.upperBound
    return ContiguousArray((0..<page.count).map { ItemID(rawValue: first + $0) })
  }
}

extension ItemID {
  /// Whether no list gives the number.
  fileprivate var isPlaceholder: Bool { rawValue >= NextIdentifiers.limit }
}
