/// Changes a copy of a list state in place and records the pages that it touches.
///
/// Its operations use the indexes of the list as the operation before has left it. They do not
/// check them, since all indexes come from a verified outline. If reading a page fails, the caller
/// discards the copy.
struct ListEditor {
  private(set) var state: ListState
  private(set) var changes = PageChanges()

  init(_ state: ListState, revision: Revision) {
    self.state = state
    self.state.revision = revision
  }

  // MARK: Items

  /// Takes a run of items out and returns them in order.
  mutating func removeItems(
    inSection section: Int, _ range: Range<Int>
  ) throws(StorageError) -> [ItemID] {
    var removed: [ItemID] = []
    removed.reserveCapacity(range.count)
    var leaves = takeLeaves(ofSection: section)
    defer { putLeaves(leaves, inSection: section) }
    while removed.count < range.count {
      let location = leaves.location(ofOffset: range.lowerBound)
      let offset = range.lowerBound - location.weightBefore
      var items = try state.items(of: location.element)
      let end = min(items.count, offset + range.count - removed.count)
      removed.append(contentsOf: items[offset..<end])
      items.removeSubrange(offset..<end)
      if items.isEmpty {
        drop(leaves.remove(at: location.index))
      } else {
        set(items, at: location.index, in: &leaves)
      }
    }
    for id in removed { try place(id, in: .none) }
    try joinSparseLeaf(near: range.lowerBound, in: &leaves)
    return removed
  }

  /// Puts items in, so that the first of them then stands at `index`.
  mutating func insertItems(
    _ ids: some RandomAccessCollection<ItemID>, inSection section: Int, at index: Int
  ) throws(StorageError) {
    let owner = state.sections[section].id
    var leaves = takeLeaves(ofSection: section)
    defer { putLeaves(leaves, inSection: section) }
    guard !leaves.isEmpty else {
      try insertLeaves(of: ids, in: &leaves, at: 0, owner: owner)
      return
    }
    // At the border of two pages the first one takes the items, so that appending fills pages.
    let spot = leaves.location(ofOffset: max(index, 1) - 1)
    let offset = index - spot.weightBefore
    var items = try state.items(of: spot.element)
    if items.count + ids.count <= state.pageSizes.capacity {
      items.insert(contentsOf: ids, at: offset)
      set(items, at: spot.index, in: &leaves)
      for id in ids { try place(id, in: spot.element.id) }
    } else if offset == items.count {
      let room = max(0, min(state.pageSizes.fill - items.count, ids.count))
      items.append(contentsOf: ids.prefix(room))
      if room > 0 { set(items, at: spot.index, in: &leaves) }
      for id in ids.prefix(room) { try place(id, in: spot.element.id) }
      try insertLeaves(of: ids.dropFirst(room), in: &leaves, at: spot.index + 1, owner: owner)
    } else if offset == 0 {
      try insertLeaves(of: ids, in: &leaves, at: spot.index, owner: owner)
    } else {
      try split(items, at: spot.index, in: &leaves, inserting: ids, at: offset, owner: owner)
    }
  }

  /// Notes that items now stand in other pages.
  mutating func relocate(_ items: [ItemID]) { changes.relocatedItems.formUnion(items) }

  // MARK: Sections

  /// Takes a section out, with the items that are still in it.
  mutating func takeSection(at index: Int) -> Section {
    let section = state.sections.remove(at: index)
    state.sectionOrders.set(section.id.rawValue, to: nil)
    return section
  }

  /// Puts a section in, so that it then stands at `index`.
  mutating func putSection(_ section: Section, at index: Int) {
    var respaced: [Section] = []
    var section = section
    section.order = state.sections.makeOrderKey(at: index) { respaced.append($0) }
    state.sections.insert(section, at: index)
    for moved in respaced + [section] {
      state.sectionOrders.set(moved.id.rawValue, to: moved.order)
      changes.sections.insert(moved.id)
    }
  }

  /// Puts a new, empty section in and gives it an identity.
  ///
  /// - Parameter id: The identity that it had before, if any.
  mutating func insertSection(_ id: SectionID?, at index: Int) -> SectionID {
    let id = id ?? SectionID(rawValue: state.nextIdentifiers.section)
    state.nextIdentifiers.section = max(state.nextIdentifiers.section, id.rawValue + 1)
    putSection(Section(id: id, order: 0), at: index)
    return id
  }

  /// Discards a section that was taken out and returns the items that were still in it.
  mutating func discard(_ section: Section) throws(StorageError) -> [ItemID] {
    var removed: [ItemID] = []
    for leaf in section.leaves.elements {
      removed.append(contentsOf: try state.items(of: leaf))
      drop(leaf)
    }
    for id in removed { try place(id, in: .none) }
    return removed
  }

  /// Gives an identity to an item that comes in.
  ///
  /// - Parameter id: The identity that it has already, if any.
  mutating func itemID(_ id: ItemID?) -> ItemID {
    let id = id ?? ItemID(rawValue: state.nextIdentifiers.item)
    state.nextIdentifiers.item = max(state.nextIdentifiers.item, id.rawValue + 1)
    return id
  }

  // MARK: Pages

  /// Takes the leaves of a section out of the state, so that changing them makes no copy.
  private mutating func takeLeaves(ofSection section: Int) -> CountedTree<LeafPage> {
    state.sections.update(at: section) { section in
      let leaves = section.leaves
      section.leaves = CountedTree()
      return leaves
    }
  }

  private mutating func putLeaves(_ leaves: CountedTree<LeafPage>, inSection section: Int) {
    state.sections.update(at: section) { $0.leaves = leaves }
  }

  private mutating func set(
    _ items: ContiguousArray<ItemID>, at index: Int, in leaves: inout CountedTree<LeafPage>
  ) {
    let id = leaves.update(at: index) { leaf in
      leaf.items = items
      leaf.count = items.count
      return leaf.id
    }
    changes.leaves.insert(id)
  }

  private mutating func drop(_ leaf: LeafPage) {
    state.leafLocations.set(Int(leaf.id.rawValue), to: nil)
    changes.leaves.remove(leaf.id)
    changes.removedLeaves.insert(leaf.id)
  }

  private mutating func place(_ id: ItemID, in leaf: LeafID) throws(StorageError) {
    let chunk = IdentifierMap<LeafID>.chunk(of: id.rawValue)
    let stored = state.stored
    try state.places.set(id.rawValue, to: leaf == .none ? nil : leaf) { () throws(StorageError) in
      try stored.places(inChunk: chunk)
    }
  }

  /// Puts items in as new, evenly filled pages.
  private mutating func insertLeaves(
    of ids: some RandomAccessCollection<ItemID>, in leaves: inout CountedTree<LeafPage>,
    at index: Int, owner: SectionID
  ) throws(StorageError) {
    var rest = ContiguousArray(ids)[...]
    var pageCount = (rest.count + state.pageSizes.fill - 1) / state.pageSizes.fill
    var index = index
    while pageCount > 0 {
      let items = ContiguousArray(rest.prefix(rest.count / pageCount))
      rest = rest.dropFirst(items.count)
      try insertLeaf(items, in: &leaves, at: index, owner: owner)
      index += 1
      pageCount -= 1
    }
  }

  private mutating func insertLeaf(
    _ items: ContiguousArray<ItemID>, in leaves: inout CountedTree<LeafPage>, at index: Int,
    owner: SectionID
  ) throws(StorageError) {
    let id = LeafID(rawValue: state.nextIdentifiers.leaf)
    guard id.rawValue < .max else {
      throw StorageError(.full, "the list has used up the numbers of its pages")
    }
    state.nextIdentifiers.leaf += 1
    var respaced: [LeafPage] = []
    let order = leaves.makeOrderKey(at: index) { respaced.append($0) }
    let leaf = LeafPage(id: id, order: order, count: items.count, items: items)
    leaves.insert(leaf, at: index)
    for moved in respaced + [leaf] {
      state.leafLocations.set(
        Int(moved.id.rawValue), to: LeafLocation(section: owner, order: moved.order))
      changes.leaves.insert(moved.id)
    }
    for item in items { try place(item, in: id) }
  }

  /// Distributes a full page and the items that arrive in its middle over several pages.
  private mutating func split(
    _ items: ContiguousArray<ItemID>, at index: Int, in leaves: inout CountedTree<LeafPage>,
    inserting ids: some RandomAccessCollection<ItemID>, at offset: Int, owner: SectionID
  ) throws(StorageError) {
    var all = items
    all.insert(contentsOf: ids, at: offset)
    let pageCount = (all.count + state.pageSizes.fill - 1) / state.pageSizes.fill
    let kept = ContiguousArray(all.prefix(all.count / pageCount))
    let leaf = leaves[index].id
    set(kept, at: index, in: &leaves)
    for id in kept.dropFirst(offset).prefix(ids.count) { try place(id, in: leaf) }
    try insertLeaves(of: all.dropFirst(kept.count), in: &leaves, at: index + 1, owner: owner)
    // Storage finds items from the page that they were in, unless many pages come between.
    if pageCount > PageSizes.soughtPageCount / 2 {
      let firstRelocated = offset < kept.count ? max(offset, kept.count - ids.count) : kept.count
      changes.relocatedItems.formUnion(items.dropFirst(firstRelocated))
    }
  }

  /// Joins the page at an offset with a neighbour if it has become sparse.
  private mutating func joinSparseLeaf(
    near offset: Int, in leaves: inout CountedTree<LeafPage>
  ) throws(StorageError) {
    guard leaves.count > 1 else { return }
    let spot = leaves.location(ofOffset: min(offset, leaves.weight - 1)).index
    for index in [spot, spot - 1] where index >= 0 && index + 1 < leaves.count {
      let left = leaves[index]
      let right = leaves[index + 1]
      guard min(left.count, right.count) < state.pageSizes.sparse,
        left.count + right.count <= state.pageSizes.fill
      else { continue }
      let arriving = try state.items(of: right)
      set(try state.items(of: left) + arriving, at: index, in: &leaves)
      drop(leaves.remove(at: index + 1))
      for id in arriving { try place(id, in: left.id) }
      changes.relocatedItems.formUnion(arriving)
      return
    }
  }
}
