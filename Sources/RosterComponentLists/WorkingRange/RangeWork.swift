internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Maintains the working range of a list of components.
final class RangeWork<Model: Sendable, SectionModel: Sendable, Message: Sendable>: Sendable {
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  private weak let dataSource: DataSource?
  private let trees: ListTrees
  private let keeper: RangeKeeper

  init(_ dataSource: DataSource, _ trees: ListTrees, _ keeper: RangeKeeper) {
    self.dataSource = dataSource
    self.trees = trees
    self.keeper = keeper
  }

  func next(on state: ListState) -> (any BackgroundWork)? {
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
    // Before readers build entering items on demand.
    trees.cache.withLock { $0.replaceMembers(Set(turn.members.map(TreeID.item))) }
    if !turn.leaving.isEmpty { keeper.listener?.didLeave(turn.leaving) }
    if !turn.entering.isEmpty { keeper.listener?.willEnter(turn.entering) }
    let supplements = build(turn.supplements, on: state)
    if turn.next.trees.isEmpty, turn.hidden.isEmpty, supplements.isEmpty { return nil }
    // Repeats until nothing is missing.
    _ = keeper.becomeDue()
    return RangePart(
      turn, works(for: turn.next), supplements, viewportNumber: number, trees, keeper, dataSource)
  }

  /// Builds headers and footers on all cores. If they cannot be read, they are left out until a
  /// reader asks for them.
  private func build(_ supplements: [PlacedTree], on state: ListState) -> [UpdatedTree] {
    if supplements.isEmpty { return [] }
    let wanted = PlacedTrees(revision: state.revision, trees: supplements)
    let found: [UpdatedTree]? = try? trees.currentTrees { wanted }
    guard let found else {
      keeper.members.withLock { $0.shownSupplements.formUnion(supplements.lazy.map(\.id)) }
      return []
    }
    return found
  }

  /// Returns the work that gives the trees of items: trees that were built on demand, or builds
  /// from model and states. Items that cannot be read are left out and do not affect the others.
  private func works(for items: PlacedTrees) -> [TreeWork] {
    var works: [TreeWork?] = trees.cache.withLock { cache in
      items.trees.map { tree in
        cache.peek(tree.id).map { TreeWork(tree, from: .built($0), .layout, writing: .ifAny) }
      }
    }
    let missing = works.indices.filter { works[$0] == nil }
    for (index, work) in zip(missing, trees.worksOnDemandOneByOne(for: items.only(missing))) {
      switch work {
      case .success(let work): works[index] = work
      case .failure(let error):
        guard let item = items.trees[index].id.item else { continue }
        keeper.members.withLock { _ = $0.unreadable.insert(item) }
        keeper.listener?.couldNotEnter([item], error)
      }
    }
    return works.compactMap { $0 }
  }
}
