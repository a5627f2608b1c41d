/// The trees of the published list that are in memory, by what they belong to, and what keeps
/// outdated ones out of it.
///
/// A tree that was built on demand, while the work queue went on, may be outdated by the time it is
/// finished. So whoever builds on demand first opens a *visit* and then looks at the published list;
/// a tree is taken only if its item was not published since the visit began.
struct TreeCache<Key: Hashable & SendableMetatype, Item> {
  /// Somebody builds trees on demand.
  struct Visit {
    fileprivate var beganAt: Int
  }

  /// The trees, those of each kind with a bound of its own.
  private var kinds: [LeastRecentlyUsedCache<Key, Item>]
  private let kind: @Sendable (Key) -> Int
  private var publicationCount = 0
  private var visitCount = 0
  /// For each tree that was published while visits went on, the last publication.
  private var published: [Key: Int] = [:]
  /// The last publication that concerned every tree.
  private var publishedAll = 0
  /// Which trees of the first kind are kept, `nil` if it is those that were used last.
  private var members: Set<Key>?

  /// Makes a cache that keeps the trees that were used last.
  init(countMax: Int) { self.init(countMaxByKind: [countMax]) { _ in 0 } }

  /// Makes a cache that keeps the trees of each kind that were used last.
  ///
  /// - Parameters:
  ///   - countMaxByKind: The most trees of each kind.
  ///   - ofMembers: Whether the trees of the first kind are not those that were used last but those
  ///     of some items, none at first.
  ///   - kind: Of which kind a tree is.
  init(
    countMaxByKind: [Int], ofMembers: Bool = false, kind: @escaping @Sendable (Key) -> Int
  ) {
    kinds = countMaxByKind.map { LeastRecentlyUsedCache(countMax: $0) }
    self.kind = kind
    if ofMembers {
      kinds[0] = LeastRecentlyUsedCache(countMax: .max)
      members = []
    }
  }

  /// Makes a cache that keeps the trees of some items, none at first, and no others.
  static func ofMembers() -> TreeCache {
    TreeCache(countMaxByKind: [.max], ofMembers: true) { _ in 0 }
  }

  /// All that is kept; of each kind what was used last first.
  var all: [(key: Key, value: Item)] { kinds.flatMap(\.all) }

  /// The tree of an item, `nil` if it is not kept.
  mutating func item(_ id: Key) -> Item? { kinds[kind(id)].value(for: id) }

  /// The tree of an item, which is not thereby used.
  func peek(_ id: Key) -> Item? { kinds[kind(id)].peek(id) }

  /// Whether the tree of an item may be kept.
  func mayKeep(_ id: Key) -> Bool { members.map { kind(id) > 0 || $0.contains(id) } ?? true }

  /// Keeps the trees of other items from now on; has no effect on a cache of those that were used
  /// last.
  ///
  /// - Complexity: O(*m* + *f*) for *m* items, now and before.
  mutating func replaceMembers(_ newMembers: Set<Key>) {
    guard let former = members else { return }
    for id in former where !newMembers.contains(id) { kinds[0].remove(id) }
    members = newMembers
  }

  // MARK: Publishing

  /// Takes trees of a change; their items are members from now on.
  mutating func publish(_ built: [(Key, Item)], removing removed: [Key]) {
    publicationCount += 1
    for id in removed {
      kinds[kind(id)].remove(id)
      note(id)
    }
    if members != nil {
      members?.formUnion(built.lazy.map { $0.0 }.filter { [kind] in kind($0) == 0 })
    }
    // A bulk load would push everything else out and most of itself.
    var room = kinds.map { max(1, $0.countMax / 2) }
    for (id, item) in built {
      let kind = kind(id)
      if room[kind] > 0 { kinds[kind].insert(item, for: id) } else { kinds[kind].remove(id) }
      room[kind] -= 1
      note(id)
    }
  }

  /// Keeps a tree of which nothing is new, unless there is one.
  mutating func fill(_ item: Item, of id: Key) {
    if mayKeep(id), self.item(id) == nil { kinds[kind(id)].insert(item, for: id) }
  }

  /// Keeps trees in place of those that were built on demand meanwhile, and others as long as none
  /// would have to go for them.
  mutating func replaceIfThereIsRoom(_ replacements: [(Key, Item)]) {
    publicationCount += 1
    for (id, item) in replacements
    where mayKeep(id) && (peek(id) != nil || kinds[kind(id)].hasRoom) {
      kinds[kind(id)].insert(item, for: id)
      note(id)
    }
  }

  /// Keeps other trees of the items that are kept, and no others; what is being built on demand is
  /// outdated.
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

  /// Keeps other trees of some items.
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
  /// - Returns: The tree that is kept: another one if somebody else was faster.
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
