internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Trees to build because they have entered the working range.
final class RangePart<Model: Sendable, SectionModel: Sendable, Message: Sendable>: BackgroundWork {
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  /// The user does not wait for this work as such; a modification that the user waits for raises
  /// the whole queue.
  let qos = DataSourceQoS.default
  private let hidden: [ItemID]
  /// The builds of items, ascending by path.
  private let works: [TreeWork]
  /// The headers and footers that come with them, built already.
  private let supplements: [UpdatedTree]
  /// The viewport for which they are built.
  private let viewportNumber: Int
  private let trees: ListTrees
  private let keeper: RangeKeeper
  /// Kept while outputs are missing.
  private let dataSource: DataSource
  private let built = Guarded<[TreeID: BuiltTree]>([:])
  /// The items that a later viewport needs, and the number of that viewport.
  private let wanted = Guarded<(number: Int, paths: ClosedRange<ItemPath>?)?>(nil)

  /// - Parameters:
  ///   - works: The builds of the next items, as far as they can be read.
  ///   - supplements: The headers and footers that come with them.
  ///   - number: The number of the viewport.
  init(
    _ turn: RangeTurn, _ works: [TreeWork], _ supplements: [UpdatedTree],
    viewportNumber number: Int, _ trees: ListTrees, _ keeper: RangeKeeper,
    _ dataSource: DataSource
  ) {
    hidden = turn.hidden
    self.works = works
    self.supplements = supplements
    viewportNumber = number
    self.trees = trees
    self.keeper = keeper
    self.dataSource = dataSource
  }

  var count: Int { works.count }

  func make(_ range: Range<Int>) {
    let conditions = trees.currentConditions
    for work in works[range] where isStillWanted(work.place) {
      // A reader may have built it on demand since this part began.
      let asked = trees.cache.withLock { $0.peek(work.id) }
      if asked == nil { work.run(trees, conditions) }
      let tree = asked ?? work.updated.built
      built.withLock { $0[work.id] = tree }
    }
  }

  /// Returns whether a place is in the range around the newest viewport.
  private func isStillWanted(_ place: TreePlace) -> Bool {
    let number = keeper.viewportNumber
    if number == viewportNumber { return true }
    guard let path = place.path else { return true }
    let known = wanted.withLock { $0 }
    if let known, known.number == number { return known.paths?.contains(path) ?? false }
    let paths = trees.wantedPaths()
    wanted.withLock { $0 = (number, paths) }
    return paths?.contains(path) ?? false
  }

  func publish(in state: ListState) {
    let built = built.withLock { $0 }
    let items = works.compactMap { work in
      built[work.id].map { UpdatedTree(id: work.id, place: work.place, built: $0) }
    }
    if items.isEmpty, hidden.isEmpty, supplements.isEmpty { return }
    let notes = BatchNotes(causes: .workingRange, hiddenItems: hidden)
    dataSource.publish(
      dataSource.reader.unchanged(
        state, outputs: (items + supplements).sortedByPlace().generated(), notes: notes), nil
    ) {
      trees.cache.withLock { $0.replace(built.map { ($0.key, $0.value) }) }
    }
  }
}
