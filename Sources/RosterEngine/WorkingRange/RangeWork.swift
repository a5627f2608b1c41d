internal import RosterComponents
internal import RosterCore

/// Keeps up the working range of a list of components.
final class RangeWork<Model: Sendable, SectionModel: Sendable, Message: Sendable>: QueuedRangeWork {
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  private weak let dataSource: DataSource?
  private let trees: ItemTrees
  private let keeper: RangeKeeper

  init(_ dataSource: DataSource, _ trees: ItemTrees, _ keeper: RangeKeeper) {
    self.dataSource = dataSource
    self.trees = trees
    self.keeper = keeper
  }

  func becomeDue() -> Bool { keeper.becomeDue() }

  func next(on state: ListState) -> (any QueuedRemainder)? {
    guard keeper.takeTurn(), let dataSource, let extents = trees.extents.published else {
      return nil
    }
    precondition(
      extents.state.revision == state.revision, "a working range follows the published list")
    let number = keeper.viewportNumber
    let viewport = trees.resolvedViewport(in: extents) ?? Viewport(offset: 0, length: 0)
    let turn: RangeTurn
    do throws(StorageError) {
      turn = try keeper.turn(
        around: viewport, in: extents, countMax: trees.splitting.chunkCountMax)
    } catch {
      keeper.listener?.couldNotEnter([], error)
      return nil
    }
    // Before anything is built on demand for those that enter.
    trees.cache.withLock { $0.replaceMembers(Set(turn.members)) }
    if !turn.leaving.isEmpty { keeper.listener?.didLeave(turn.leaving) }
    if !turn.entering.isEmpty { keeper.listener?.willEnter(turn.entering) }
    let supplements = build(turn.supplements, of: dataSource, on: state)
    if turn.next.ids.isEmpty, turn.hidden.isEmpty, supplements.isEmpty { return nil }
    // Until nothing is missing.
    _ = keeper.becomeDue()
    return RangePart(
      turn, builders(of: turn.next), supplements, viewportNumber: number, trees, keeper, dataSource)
  }

  /// Builds headers and footers, on all cores. Those that cannot be read are left out until they are
  /// asked for.
  private func build(
    _ places: [(id: SupplementID, section: Int)], of dataSource: DataSource, on state: ListState
  ) -> [GeneratedSupplement<ComponentTree<Message>>] {
    guard !places.isEmpty, let supplements = dataSource.reader.supplements else { return [] }
    let found: [UpdatedSupplement]? = try? supplements.current { (state, places) }
    guard let found else {
      keeper.members.withLock { $0.shownSupplements.formUnion(places.lazy.map(\.id)) }
      return []
    }
    return supplements.generated(found)
  }

  /// What gives the trees of items: those that were built on demand, or a build from model and
  /// states. Items that cannot be read are left out, and concern nobody else.
  private func builders(of items: PlacedItems) -> [ItemID: @Sendable () -> BuiltItem] {
    var builders: [ItemID: @Sendable () -> BuiltItem] = [:]
    trees.cache.withLock { cache in
      for id in items.ids {
        if let built = cache.peek(id) { builders[id] = { built } }
      }
    }
    let missing = items.only(items.ids.indices.filter { builders[items.ids[$0]] == nil })
    do throws(StorageError) {
      for (id, builder) in zip(missing.ids, try trees.builders(of: missing)) {
        builders[id] = builder
      }
    } catch {
      for index in missing.ids.indices {
        let id = missing.ids[index]
        do throws(StorageError) {
          builders[id] = try trees.builder(of: missing.only([index]))
        } catch {
          keeper.members.withLock { _ = $0.unreadable.insert(id) }
          keeper.listener?.couldNotEnter([id], error)
        }
      }
    }
    return builders
  }
}
