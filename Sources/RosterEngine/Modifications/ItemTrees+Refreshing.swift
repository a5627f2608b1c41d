internal import RosterComponents
internal import RosterCore

extension ItemTrees {
  /// A tree in memory, and where its item stands.
  struct PlacedTree {
    var id: ItemID
    var path: ItemPath
    var item: BuiltItem
  }

  /// The trees in memory, ascending by path; on the work queue.
  func placedTrees(in source: ListState) throws(StorageError) -> [PlacedTree] {
    var placed: [PlacedTree] = []
    for (id, item) in cache.withLock({ $0.all }) {
      if let path = try source.path(of: id) {
        placed.append(PlacedTree(id: id, path: path, item: item))
      }
    }
    return placed.sorted { $0.path < $1.path }
  }

  /// What is done to trees in memory.
  func refreshes(
    of placed: [PlacedTree], _ work: (Int) -> ItemRefresh.Work
  ) -> [ItemRefresh] {
    placed.indices.map { index in
      let tree = placed[index]
      return ItemRefresh(tree.id, tree.path, .built(tree.item), work(index))
    }
  }

  /// Builds of what a reload names, ascending by path, and whether those are all that it concerns; on
  /// the work queue.
  ///
  /// Items that are named one by one are built if need be, unless there is a working range. Of sections
  /// and of the whole list nothing is built that is not in memory.
  func reloads(
    of places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> (items: [ItemRefresh], areAll: Bool) {
    if let missing = places.missing(in: source.shape) { throw missing }
    let named = try places.namedItems(in: source)
    do throws(StorageError) {
      let kept = try placedTrees(in: source)
      let placed = kept.filter {
        places.containsWhole(section: $0.path.section) || named[$0.id] != nil
      }
      let roots = try readRoots(placed.map { $0.id }, source.revision)
      var items = refreshes(of: placed) { .reload(roots[$0]) }
      let known = Set(items.lazy.map { $0.id })
      let others = named.filter { !known.contains($0.key) }.sorted { $0.value < $1.value }
      if !others.isEmpty, range == nil {
        items += try builds(of: others, at: source.revision)
        items.sort { $0.path < $1.path }
      }
      let sections = places.isAll ? Set(0..<source.sectionCount) : places.sections
      let count = sections.reduce(0) { $0 + source.itemCount(inSection: $1) }
      let countInSections = items.count { sections.contains($0.path.section) }
      let leavesNone = range == nil || others.isEmpty
      return (items, leavesNone && countInSections >= count)
    } catch {
      throw .storage(error)
    }
  }

  private func builds(
    of items: [(key: ItemID, value: ItemPath)], at revision: Revision
  ) throws(StorageError) -> [ItemRefresh] {
    let ids = items.map { $0.key }
    let roots = try readRoots(ids, revision)
    let states = try readStates(ids.map(TreeID.item), revision)
    return items.indices.map { index in
      ItemRefresh(
        items[index].key, items[index].value, .states(states[index]), .reload(roots[index]))
    }
  }

  /// Keeps trees that were built anew; on the work queue.
  ///
  /// - Parameter deferred: The items whose trees are built later, so that the old ones are outdated.
  func publishReloaded(_ items: [UpdatedItem], _ deferred: [ItemID]) {
    cache.withLock { cache in
      cache.publish([], removing: deferred)
      cache.replace(items.map { ($0.id, $0.built) })
    }
  }

  /// Has everything be built and laid out otherwise from now on; on the work queue.
  ///
  /// - Parameter items: All that are in memory.
  func replaceConditions(_ conditions: TreeConditions, _ items: [UpdatedItem]) {
    self.conditions.withLock { $0 = conditions }
    let built = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.built) })
    cache.withLock { $0.replaceAll(with: built) }
  }
}
