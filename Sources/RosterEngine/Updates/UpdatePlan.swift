internal import RosterComponents
internal import RosterCore

/// Sorts updates by their items, and finds the trees that they go on from.
struct UpdatePlan {
  /// Where an update has its part in what is done to an item.
  struct Share {
    var item: Int
    var edits: Range<Int>
  }

  private struct Item {
    var id: ItemID
    var path: ItemPath
    var edits: [TreeEdit] = []
  }

  private typealias Base = @Sendable () -> BuiltItem

  /// What is to be done, item by item.
  private(set) var items: [ItemUpdate] = []
  /// For each update its share, or why it cannot be done.
  private(set) var shares: [Result<Share, DataSourceError>] = []

  /// - Parameter source: The list as it was last published.
  init(_ updates: [any QueuedUpdate], _ trees: ItemTrees, _ source: ListState) {
    if updates.count == 1 {
      self = Self(of: updates[0], trees, source)
      return
    }
    var items: [Item] = []
    var indexes: [ItemID: Int] = [:]
    for update in updates {
      do throws(DataSourceError) {
        let (id, path) = try update.item.resolved(in: source)
        let index = indexes[id, default: items.count]
        if index == items.count {
          indexes[id] = index
          items.append(Item(id: id, path: path))
        }
        let start = items[index].edits.count
        items[index].edits += update.edits
        shares.append(.success(Share(item: index, edits: start..<items[index].edits.count)))
      } catch {
        shares.append(.failure(error))
      }
    }
    let bases = Self.bases(of: items, trees, source.revision)
    let indexesOfDone = add(items, bases)
    shares = shares.map { share in
      share.flatMap { share in
        indexesOfDone[share.item].map { Share(item: $0, edits: share.edits) }
      }
    }
  }

  /// The plan of one update, as it mostly is.
  private init(of update: any QueuedUpdate, _ trees: ItemTrees, _ source: ListState) {
    do throws(DataSourceError) {
      let (id, path) = try update.item.resolved(in: source)
      let base = try base(of: id, at: path, trees, source.revision)
      items = [ItemUpdate(id: id, path: path, edits: update.edits, base: base)]
      shares = [.success(Share(item: 0, edits: update.edits.indices))]
    } catch {
      shares = [.failure(error)]
    }
  }

  private func base(
    of id: ItemID, at path: ItemPath, _ trees: ItemTrees, _ revision: Revision
  ) throws(DataSourceError) -> Base {
    if let built = trees.cache.withLock({ $0.item(id) }) { return { built } }
    var item = PlacedItems(revision: revision)
    item.append(id, at: path)
    do throws(StorageError) {
      return try trees.builder(of: item)
    } catch {
      throw .storage(error)
    }
  }

  /// Adds what is to be done to the items that can be read.
  ///
  /// - Returns: For each item where it is, or why it cannot be read.
  private mutating func add(
    _ items: [Item], _ bases: [Result<Base, StorageError>]
  ) -> [Result<Int, DataSourceError>] {
    zip(items, bases).map { item, base in
      switch base {
      case .failure(let error): return .failure(.storage(error))
      case .success(let base):
        self.items.append(
          ItemUpdate(id: item.id, path: item.path, edits: item.edits, base: base))
        return .success(self.items.count - 1)
      }
    }
  }

  // MARK: Trees

  /// For each item what gives the tree before the updates: the cache, or a build from model and
  /// states.
  private static func bases(
    of items: [Item], _ trees: ItemTrees, _ revision: Revision
  ) -> [Result<Base, StorageError>] {
    var bases: [Result<Base, StorageError>?] = trees.cache.withLock { cache in
      items.map { item in cache.item(item.id).map { built in .success { built } } }
    }
    let unread = bases.indices.filter { bases[$0] == nil }
    if unread.isEmpty { return bases.compactMap { $0 } }
    var placed = PlacedItems(revision: revision)
    for index in unread { placed.append(items[index].id, at: items[index].path) }
    for (index, base) in zip(unread, storedBases(of: placed, trees)) { bases[index] = base }
    return bases.compactMap { $0 }
  }

  private static func storedBases(
    of items: PlacedItems, _ trees: ItemTrees
  ) -> [Result<Base, StorageError>] {
    do throws(StorageError) {
      return try trees.builders(of: items).map { .success($0) }
    } catch {
      // One by one, so that an item that cannot be read concerns nobody else.
      return items.ids.indices.map { index in
        Result { () throws(StorageError) in try trees.builder(of: items.only([index])) }
      }
    }
  }
}
