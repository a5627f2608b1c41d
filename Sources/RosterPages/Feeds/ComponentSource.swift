internal import RosterComponentLists
internal import RosterComponents
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// A list of components, whose views the page shows.
struct ComponentSource<Model: Sendable, SectionModel: Sendable, Message: Sendable>: FeedSource {
  typealias List = ComponentList<Model, SectionModel, Message>

  let list: List
  /// Returns what is searched in a model; `nil` if the page cannot search.
  let searchedValue: (@Sendable (Model) -> JSONValue)?
  /// How many sections the page shows; `nil` for all of them.
  var sectionCount: Int?
  /// Returns how wide a column of a section is at least; `nil` if its items stand one below the other.
  var columnWidth: (@Sendable (SectionModel) -> Double?)?
  /// What fetches pictures for pages.
  let pictures: PagePictures

  var look: PageLook { .views }
  var template: RowTemplate? { nil }
  var fields: RowFields? { nil }
  var canSearch: Bool { searchedValue != nil }
  var present: FeedPresent { present(list.snapshot) }

  /// Returns what the page shows of a list.
  private func shown(_ state: ListState) -> ListState {
    sectionCount.map { state.prefix(sectionCount: $0) } ?? state
  }

  private func present(_ snapshot: List.Snapshot) -> FeedPresent {
    var present = FeedPresent(state: shown(snapshot.state)) {
      [list, pictures] rows throws(StorageError) in
      let trees = try list.trees(of: rows)
      return rows.map { row in
        trees[row.tree].map { tree in
          .views(
            tree.boxTree(
              measuring: { !$0.isMeasuredByPage }, describing: { pictures.described($0) }))
        } ?? .nothing
      }
    }
    if let columnWidth {
      present.columnWidth = { section throws(StorageError) in
        try snapshot.sectionModel(at: section).flatMap(columnWidth)
      }
    }
    return present
  }

  func follow(after revision: Revision) throws(StorageError) -> FeedFollowing {
    let batches = try list.batches(after: revision, delivery: .merged)
    return FeedFollowing { take throws(StorageError) in
      var following = batches.makeAsyncIterator()
      while let batch = try await following.next() {
        take(try batch.feedBatch(present(batch.target), from: shown(batch.changes.source)))
      }
    }
  }

  func state(at revision: Revision) throws(StorageError) -> ListState {
    shown(try list.snapshot(at: revision).state)
  }

  func model(of tree: TreeID) throws(StorageError) -> JSONValue? {
    let snapshot = list.snapshot
    guard let searchedValue, let item = tree.item, let path = try snapshot.state.path(of: item)
    else { return nil }
    return try snapshot.model(at: path).map(searchedValue)
  }

  func text(of rows: [PlacedRow]) throws(StorageError) -> [String] {
    let trees = try list.trees(of: rows)
    return rows.compactMap { row in
      let lines = trees[row.tree]?.views.flatMap(\.texts) ?? []
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
  }

  func models(of rows: [PlacedRow]) throws(StorageError) -> [JSONValue]? { nil }

  func find(
    _ search: ListSearch, from start: ItemID?, _ direction: ListSearch.Direction,
    progress: @Sendable (Double) -> Void
  ) async throws -> ItemID? {
    guard let searchedValue else { return nil }
    let snapshot = list.snapshot
    let itemCount = shown(snapshot.state).itemCount
    let path = try start.flatMap { try snapshot.state.path(of: $0) }
    let found = try await search.next(
      in: snapshot, first: itemCount, reading: searchedValue, from: path, direction,
      progress: progress)
    return try found.flatMap { try snapshot.state.itemID(at: $0) }
  }

  func count(
    _ search: ListSearch, of item: ItemID?, progress: @Sendable (Double) -> Void
  ) async throws -> MatchCount {
    guard let searchedValue else { return MatchCount() }
    let snapshot = list.snapshot
    return try await search.count(
      in: snapshot, first: shown(snapshot.state).itemCount, reading: searchedValue, of: item,
      progress: progress)
  }

  func foresee(_ direction: HistoryDirection) throws -> ForeseenStep? {
    try ForeseenStep(direction, of: list)
  }

  func step(
    _ direction: HistoryDirection, takingBack foreseen: [Revision]?
  ) async throws -> StepSummary {
    try await list.step(fromPage: direction, takingBack: foreseen)
  }

  func perform(_ event: PageEvent) async throws -> PageEventOutcome {
    guard let tree = try list.outputs(of: [event.row]).first?.output,
      let view = tree.views.view(at: ViewAddress(event.view))
    else { return .missing }
    // Views are named by address. If others came before this one, the reader means another view.
    guard event.className ?? view.spec.className == view.spec.className,
      event.scope ?? view.scope.description == view.scope.description
    else { return .otherView }
    let edits = view.edits(for: ViewEvent(rawValue: event.name), arguments: event.values)
    guard !edits.isEmpty else { return .missing }
    try await list.apply(
      .edits(edits, in: TreeReference(event.row)), ChangeAnnotation(origin: pageOrigin),
      qos: .userInteractive)
    return .performed
  }
}

extension ListDataSource {
  /// Returns the trees of rows, without those that do not exist.
  fileprivate func trees<Message: Sendable>(
    of rows: [PlacedRow]
  ) throws(StorageError) -> [TreeID: ComponentTree<Message>]
  where Output == ComponentTree<Message> {
    var trees: [TreeID: ComponentTree<Message>] = [:]
    for output in try outputs(of: rows.map(\.tree)) { trees[output.tree] = output.output }
    return trees
  }
}

extension ViewTree {
  /// The texts of the view and of those in it, in order.
  fileprivate var texts: [String] {
    let own = ["text", "title"].lazy.compactMap { spec.attributes[$0]?.stringValue }.first
    return (own.map { [$0] } ?? []) + children.flatMap(\.texts)
  }
}
