internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// One turn of a working range: which items enter and leave, and what is built next.
struct RangeTurn {
  /// The items that have entered the range, in the order of the list.
  var entering: [ItemID] = []
  /// The items that have left it.
  var leaving: [ItemID] = []
  /// All items that are in it now.
  var members: [ItemID] = []
  /// The items whose outputs are no longer needed.
  var hidden: [ItemID] = []
  /// The items to build next, ascending by path.
  var next: PlacedTrees
  /// The headers and footers to build next, ascending by section.
  var supplements: [PlacedTree] = []
  /// Whether more remains to be built.
  var hasMore = false

  /// - Parameters:
  ///   - extents: The extents of the last published list.
  ///   - former: The items in the range before the turn; updated to those after it.
  ///   - countMax: The maximum number of items to build at once.
  /// - Throws: If a page of the list cannot be read.
  init(
    _ window: RangeWindow, in extents: ListExtents, _ former: inout RangeKeeper.Members,
    countMax: Int
  ) throws(StorageError) {
    let state = extents.state
    next = PlacedTrees(revision: state.revision)
    var near = PlacedTrees(revision: state.revision)
    try state.forEachItem(atOffsets: window.kept) { path, id in
      near.append(id, at: path)
      return true
    }
    let before = Set(former.entered)
    for (index, id) in near.trees.lazy.compactMap(\.id.item).enumerated() {
      let isWanted = window.wanted.contains(window.kept.lowerBound + index)
      guard isWanted || before.contains(id) || former.shown.contains(id) else { continue }
      members.append(id)
      if !before.contains(id) { entering.append(id) }
    }
    let now = Set(members)
    leaving = former.entered.filter { !now.contains($0) }
    for id in former.shown where !now.contains(id) {
      if try state.contains(id) { hidden.append(id) }
    }
    former.shown.formIntersection(now)
    former.entered = members
    choose(from: near, window, former, countMax: countMax)
    chooseSupplements(from: extents.supplements(in: window.places), &former, countMax: countMax)
  }

  /// Headers and footers are built with the first items: they are few, and the places of the items
  /// behind them depend on their sizes.
  private mutating func chooseSupplements(
    from near: [PlacedTree], _ members: inout RangeKeeper.Members,
    countMax: Int
  ) {
    members.shownSupplements.formIntersection(near.lazy.map(\.id))
    let missing = near.filter { !members.shownSupplements.contains($0.id) }
    supplements = Array(missing.prefix(max(1, countMax)))
    if supplements.count < missing.count { hasMore = true }
  }

  /// Visible items are built by themselves, so that they do not wait for the others.
  private mutating func choose(
    from near: PlacedTrees, _ window: RangeWindow, _ members: RangeKeeper.Members, countMax: Int
  ) {
    let missing = window.order(isForward: members.isForward).filter { offset in
      let index = offset - window.kept.lowerBound
      guard near.trees.indices.contains(index), let id = near.trees[index].id.item else {
        return false
      }
      return !members.shown.contains(id) && !members.unreadable.contains(id)
    }
    let visible = missing.prefix { window.visible.contains($0) }
    let chosen = (visible.isEmpty ? missing[...] : visible).prefix(max(1, countMax))
    hasMore = chosen.count < missing.count
    next = near.only(chosen.sorted().map { $0 - window.kept.lowerBound })
  }
}
