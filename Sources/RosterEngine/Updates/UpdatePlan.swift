internal import RosterComponents
internal import RosterCore

/// Sorts updates by their items, and finds the trees that they go on from.
struct UpdatePlan<Model: Sendable, SectionModel: Sendable, Message: Sendable> {
  typealias Generator = ComponentGenerator<Model, SectionModel, Message>
  typealias Share = StateModification<Model, SectionModel, Message>.Share

  private struct Item {
    var id: ItemID
    var path: ItemPath
    var edits: [TreeEdit] = []
  }

  private let generator: Generator
  private let source: ListState
  private var items: [Item] = []
  private var indexes: [ItemID: Int] = [:]
  private var shares: [Result<Share, DataSourceError>] = []

  /// - Parameter source: The list as it was last published.
  init(_ generator: Generator, _ source: ListState) {
    self.generator = generator
    self.source = source
  }

  /// Adds an update.
  mutating func add(_ edits: [TreeEdit], of item: ItemReference) {
    let place: (id: ItemID, path: ItemPath)
    do throws(DataSourceError) {
      place = try item.resolved(in: source)
    } catch {
      shares.append(.failure(error))
      return
    }
    let index = indexes[place.id, default: items.count]
    if index == items.count {
      indexes[place.id] = index
      items.append(Item(id: place.id, path: place.path))
    }
    let start = items[index].edits.count
    items[index].edits += edits
    shares.append(.success(Share(item: index, edits: start..<start + edits.count)))
  }

  /// What is to be done for each item, and where each update has its part in it.
  ///
  /// The updates of an item that cannot be read fail, and no others.
  func finished() -> (
    shares: [Result<Share, DataSourceError>], items: [ItemUpdate<Message>]
  ) {
    var updates: [ItemUpdate<Message>] = []
    var updateIndexes: [Result<Int, DataSourceError>] = []
    for (item, base) in zip(items, bases) {
      switch base {
      case .success(let base):
        updateIndexes.append(.success(updates.count))
        updates.append(
          ItemUpdate(id: item.id, path: item.path, edits: item.edits, base: base))
      case .failure(let error): updateIndexes.append(.failure(.storage(error)))
      }
    }
    let shares = shares.map { share in
      share.flatMap { share in
        updateIndexes[share.item].map { Share(item: $0, edits: share.edits) }
      }
    }
    return (shares, updates)
  }

  // MARK: Trees

  private typealias Base = @Sendable () -> BuiltItem<Message>

  /// For each item what gives the tree before the updates: the cache, or a build from model and
  /// states.
  private var bases: [Result<Base, StorageError>] {
    var bases: [Result<Base, StorageError>?] = generator.trees.withLock { trees in
      items.map { item in trees.item(item.id).map { item in .success { item } } }
    }
    let unread = bases.indices.filter { bases[$0] == nil }
    for (index, base) in zip(unread, storedBases(unread.map { items[$0] })) {
      bases[index] = base
    }
    return bases.compactMap { $0 }
  }

  private func storedBases(_ items: [Item]) -> [Result<Base, StorageError>] {
    guard !items.isEmpty else { return [] }
    do throws(StorageError) {
      return try readBases(items).map { .success($0) }
    } catch {
      // One by one, so that an item that cannot be read concerns nobody else.
      return items.map { item in
        Result { () throws(StorageError) in try readBases([item]) }.flatMap { bases in
          bases.first.map { .success($0) } ?? .failure(error)
        }
      }
    }
  }

  private func readBases(_ items: [Item]) throws(StorageError) -> [Base] {
    let ids = items.map(\.id)
    let models = try generator.models.models(of: ids, at: source.revision)
    let states = try generator.models.states(of: ids, at: source.revision)
    let environment = generator.currentEnvironment
    let requests = ids.requests(at: items.map(\.path), models: models)
    return zip(requests, states).map { request, states in
      { [generator] in generator.build(request, states, environment) }
    }
  }
}
