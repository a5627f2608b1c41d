internal import RosterComponents
internal import RosterCore

/// One look at a working range: who enters and leaves, and what is built next.
struct RangeTurn {
  /// Those that have come into the range, in the order of the list.
  var entering: [ItemID] = []
  /// Those that have left it.
  var leaving: [ItemID] = []
  /// All that are in it now.
  var members: [ItemID] = []
  /// Those whose outputs nobody needs any more.
  var hidden: [ItemID] = []
  /// What is built next, ascending by path.
  var next: PlacedTrees
  /// Which headers and footers are built next, ascending by section.
  var supplements: [PlacedTree] = []
  /// Whether there is more.
  var hasMore = false

  /// - Parameters:
  ///   - extents: Those of the list as it was last published.
  ///   - former: Who is in the range, and is noted to be now.
  ///   - countMax: How many are built at once.
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

  /// Headers and footers are built with the first items: they are few, and what is behind them has
  /// its place by them.
  private mutating func chooseSupplements(
    from near: [PlacedTree], _ members: inout RangeKeeper.Members,
    countMax: Int
  ) {
    members.shownSupplements.formIntersection(near.lazy.map(\.id))
    let missing = near.filter { !members.shownSupplements.contains($0.id) }
    supplements = Array(missing.prefix(max(1, countMax)))
    if supplements.count < missing.count { hasMore = true }
  }

  /// What is visible is built by itself, so that it does not wait for the others.
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
