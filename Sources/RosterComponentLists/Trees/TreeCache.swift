internal import RosterCore
internal import RosterEngine

/// The trees of the published list that are in memory. Keeps outdated trees out.
///
/// A tree that is built on demand may be outdated when it is finished, because the work queue goes
/// on meanwhile. So a reader first begins a *visit* and then looks at the published list. The cache
/// accepts its tree only if the item was not published since the visit began.
struct TreeCache<Key: Hashable & SendableMetatype, Item> {
  /// A visit of a reader that builds trees on demand.
  struct Visit {
    fileprivate var beganAt: Int
  }

  /// The trees, each of which costs 1; each kind has its own limit.
  private var kinds: [LeastRecentlyUsedCache<Key, Item>]
  private let kind: @Sendable (Key) -> Int
  private var publicationCount = 0
  private var visitCount = 0
  /// The last publication of each tree that was published during visits.
  private var published: [Key: Int] = [:]
  /// The last publication that concerned every tree.
  private var publishedAll = 0
  /// The trees of the first kind that may be kept; `nil` if the most recently used are kept.
  private var members: Set<Key>?

  /// Makes a cache that keeps the most recently used trees.
  init(countMax: Int) { self.init(countMaxByKind: [countMax]) { _ in 0 } }

  /// Makes a cache that keeps the most recently used trees of each kind.
  ///
  /// - Parameters:
  ///   - countMaxByKind: The maximum number of trees of each kind.
  ///   - ofMembers: Whether the trees of the first kind are kept by membership instead: those of
  ///     some items, initially none.
  ///   - kind: Returns the kind of a tree.
  init(
    countMaxByKind: [Int], ofMembers: Bool = false, kind: @escaping @Sendable (Key) -> Int
  ) {
    kinds = countMaxByKind.map { LeastRecentlyUsedCache(costMax: $0) }
    self.kind = kind
    if ofMembers {
      kinds[0] = LeastRecentlyUsedCache(costMax: .max)
      members = []
    }
  }

  /// All trees in the cache; of each kind the most recently used first.
  var all: [(key: Key, value: Item)] { kinds.flatMap(\.all) }

  /// Returns the tree of an item and uses it; `nil` if it is not kept.
  mutating func item(_ id: Key) -> Item? { kinds[kind(id)].value(for: id) }

  /// Returns the tree of an item without using it; `nil` if it is not kept.
  func peek(_ id: Key) -> Item? { kinds[kind(id)].peek(id) }

  /// Returns whether the tree of an item may be kept.
  func mayKeep(_ id: Key) -> Bool { members.map { kind(id) > 0 || $0.contains(id) } ?? true }

  /// Replaces the members, whose trees are kept. Has no effect on a cache of the most recently used
  /// trees.
  ///
  /// - Complexity: O(*m* + *f*) for *m* new and *f* former members.
  mutating func replaceMembers(_ newMembers: Set<Key>) {
    guard let former = members else { return }
    for id in former where !newMembers.contains(id) { kinds[0].remove(id) }
    members = newMembers
  }

  // MARK: Publishing

  /// Takes the trees of a change; those of the first kind become members.
  mutating func publish(_ built: [(Key, Item)], removing removed: [Key]) {
    publicationCount += 1
    for id in removed {
      kinds[kind(id)].remove(id)
      note(id)
    }
    if members != nil {
      members?.formUnion(built.lazy.map { $0.0 }.filter { [kind] in kind($0) == 0 })
    }
    // A bulk load would displace everything else, and most of itself.
    var room = kinds.map { max(1, $0.costMax / 2) }
    for (id, item) in built {
      let kind = kind(id)
      if room[kind] > 0 { kinds[kind].insert(item, for: id) } else { kinds[kind].remove(id) }
      room[kind] -= 1
      note(id)
    }
  }

  /// Keeps an unchanged tree if the cache has none for the item.
  mutating func fill(_ item: Item, of id: Key) {
    if mayKeep(id), self.item(id) == nil { kinds[kind(id)].insert(item, for: id) }
  }

  /// Replaces trees, including those that were built on demand meanwhile. Adds new ones only while
  /// there is room.
  mutating func replaceIfThereIsRoom(_ replacements: [(Key, Item)]) {
    publicationCount += 1
    for (id, item) in replacements
    where mayKeep(id) && (peek(id) != nil || kinds[kind(id)].hasRoom) {
      kinds[kind(id)].insert(item, for: id)
      note(id)
    }
  }

  /// Replaces the trees of the items in the cache and removes those without a replacement. Trees
  /// that are being built on demand are outdated.
  mutating func replaceAll(with replacements: [Key: Item]) {
    publicationCount += 1
    publishedAll = publicationCount
    for kind in kinds.indices {
      let kept = kinds[kind].all
      kinds[kind].removeAll()
      for (id, _) in kept.reversed() {
        if let item = replacements[id] { kinds[kind].insert(item, for: id) }
      }
    }
  }

  /// Replaces the trees of some items.
  mutating func replace(_ replacements: [(Key, Item)]) {
    publicationCount += 1
    for (id, item) in replacements {
      if mayKeep(id) { kinds[kind(id)].insert(item, for: id) }
      note(id)
    }
  }

  private mutating func note(_ id: Key) {
    if visitCount > 0 { published[id] = publicationCount }
  }

  // MARK: Building on demand

  mutating func beginVisit() -> Visit {
    visitCount += 1
    return Visit(beganAt: publicationCount)
  }

  /// Takes a tree that was built on demand.
  ///
  /// - Returns: The tree to use: the kept one, if another reader was faster.
  mutating func add(
    _ item: Item, of id: Key, _ visit: Visit
  ) -> Item {
    if let kept = self.item(id) { return kept }
    guard mayKeep(id), publishedAll <= visit.beganAt, published[id, default: 0] <= visit.beganAt
    else {
      return item
    }
    kinds[kind(id)].insert(item, for: id)
    return item
  }

  mutating func endVisit() {
    visitCount -= 1
    if visitCount == 0 { published.removeAll() }
  }
}
