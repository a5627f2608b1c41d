internal import RosterComponents
internal import RosterCore

/// Trees that are built since their items have come into the working range.
final class RangePart<Model: Sendable, SectionModel: Sendable, Message: Sendable>: QueuedRemainder {
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  /// Whoever scrolls does not wait for a call; what he waits for is queued with it.
  let qos = DataSourceQoS.default
  private let hidden: [ItemID]
  private let items: PlacedItems
  private let builders: [ItemID: @Sendable () -> BuiltItem]
  private let supplements: [GeneratedSupplement<ComponentTree<Message>>]
  /// The viewport that they are built for.
  private let viewportNumber: Int
  private let trees: ItemTrees
  private let keeper: RangeKeeper
  /// Kept for as long as outputs are missing.
  private let dataSource: DataSource
  private let built = Guarded<[ItemID: BuiltItem]>([:])
  /// Which items a later viewport wants, and its number.
  private let wanted = Guarded<(number: Int, paths: ClosedRange<ItemPath>?)?>(nil)

  /// - Parameters:
  ///   - builders: What gives the trees of the items that are built next, as far as they can be read.
  ///   - supplements: The headers and footers that come with them.
  ///   - number: That of the viewport.
  init(
    _ turn: RangeTurn, _ builders: [ItemID: @Sendable () -> BuiltItem],
    _ supplements: [GeneratedSupplement<ComponentTree<Message>>], viewportNumber number: Int,
    _ trees: ItemTrees, _ keeper: RangeKeeper, _ dataSource: DataSource
  ) {
    hidden = turn.hidden
    items = turn.next.only(
      turn.next.ids.indices.filter { builders[turn.next.ids[$0]] != nil })
    self.builders = builders
    self.supplements = supplements
    viewportNumber = number
    self.trees = trees
    self.keeper = keeper
    self.dataSource = dataSource
  }

  var count: Int { items.ids.count }

  func make(_ range: Range<Int>) {
    for index in range where isStillWanted(items.paths[index]) {
      let id = items.ids[index]
      // Somebody may have asked for it since this part was begun.
      let asked = trees.cache.withLock { $0.peek(id) }
      guard let item = asked ?? builders[id]?() else { continue }
      built.withLock { $0[id] = item }
    }
  }

  /// Whether an item is in the range around the newest viewport.
  private func isStillWanted(_ path: ItemPath) -> Bool {
    let number = keeper.viewportNumber
    if number == viewportNumber { return true }
    let known = wanted.withLock { $0 }
    if let known, known.number == number { return known.paths?.contains(path) ?? false }
    let paths = trees.wantedPaths()
    wanted.withLock { $0 = (number, paths) }
    return paths?.contains(path) ?? false
  }

  func publish(in state: ListState) {
    let built = built.withLock { $0 }
    var outputs: [GeneratedItem<ComponentTree<Message>>] = []
    for (id, path) in zip(items.ids, items.paths) {
      guard let item = built[id] else { continue }
      outputs.append(
        GeneratedItem(id: id, targetPath: path, output: ComponentTree(item.tree)))
    }
    if outputs.isEmpty, hidden.isEmpty, supplements.isEmpty { return }
    let notes = BatchNotes(causes: .workingRange, hiddenItems: hidden)
    dataSource.publish(
      dataSource.reader.unchanged(
        state, outputs: outputs, notes: notes, supplements: supplements), nil
    ) {
      trees.cache.withLock { $0.replace(built.map { ($0.key, $0.value) }) }
    }
  }
}
