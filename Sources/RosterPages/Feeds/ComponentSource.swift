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
  let identity = SourceIdentity()
  /// The earlier revision that is shown; `nil` at present.
  private(set) var past: PastRevision<Model, SectionModel>?

  init(
    list: List, searchedValue: (@Sendable (Model) -> JSONValue)?, sectionCount: Int? = nil,
    columnWidth: (@Sendable (SectionModel) -> Double?)? = nil, pictures: PagePictures
  ) {
    (self.list, self.pictures) = (list, pictures)
    (self.searchedValue, self.sectionCount, self.columnWidth) =
      (searchedValue, sectionCount, columnWidth)
  }

  var look: PageLook { .views }
  var template: RowTemplate? { nil }
  var fields: RowFields? { nil }
  var canSearch: Bool { searchedValue != nil }
  var present: FeedPresent { present(snapshot) }

  /// The rows that are shown: the list as it was last published, or as it was once.
  private var snapshot: List.Snapshot { past?.snapshot ?? list.snapshot }

  /// Returns what the page shows of a list.
  private func shown(_ state: ListState) -> ListState {
    sectionCount.map { state.prefix(sectionCount: $0) } ?? state
  }

  private func present(_ snapshot: List.Snapshot) -> FeedPresent {
    var present = FeedPresent(state: shown(snapshot.state)) { rows throws(StorageError) in
      try contents(of: rows)
    }
    if let columnWidth {
      present.columnWidth = { section throws(StorageError) in
        try snapshot.sectionModel(at: section).flatMap(columnWidth)
      }
    }
    return present
  }

  private func contents(of rows: [PlacedRow]) throws(StorageError) -> [RowContent] {
    guard let past else {
      let trees = try list.trees(of: rows)
      return rows.map { trees[$0.tree].map(views(of:)) ?? .nothing }
    }
    let trees = trees(of: rows, in: past)
    var contents: [RowContent] = []
    for row in rows {
      let content = try Self.content(of: trees[row.tree] ?? .success(nil), views(of:))
      let mark = row.tree.item.flatMap { past.marks.mark(of: $0) }
      contents.append(mark.map { content.marked($0, former: nil) } ?? content)
    }
    return contents
  }

  /// Returns what a row shows of a tree that was read. One that cannot be read is not to hide the others.
  private static func content(
    of tree: Result<ComponentTree<Message>?, StorageError>,
    _ views: (ComponentTree<Message>) -> RowContent
  ) throws(StorageError) -> RowContent {
    switch tree {
    case .success(let tree): return tree.map(views) ?? .nothing
    case .failure(let error):
      guard error.isUnreadableModel else { throw error }
      return .fault("this row cannot be read")
    }
  }

  private func views(of tree: ComponentTree<Message>) -> RowContent {
    .views(
      tree.boxTree(
        measuring: { !$0.isMeasuredByPage }, describing: { [pictures] in pictures.described($0) }))
  }

  func follow(after revision: Revision) throws(StorageError) -> FeedFollowing {
    // What was stays as it was.
    if past != nil { return FeedFollowing { _ throws(StorageError) in } }
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

  var oldestRevision: Revision { get throws(StorageError) { try list.oldestRevision } }
  var shownRevision: RevisionNote? { past?.note }

  func past(
    at revision: Revision, near known: (any FeedSource)?, while goesOn: (Double) -> Bool
  ) throws(StorageError) -> (any FeedSource)? {
    let near = (known as? Self)?.past?.snapshot ?? list.snapshot
    guard let past = try PastRevision(of: list, at: revision, near: near, while: goesOn) else {
      return nil
    }
    var source = self
    source.past = past
    return source
  }

  func model(of tree: TreeID) throws(StorageError) -> JSONValue? {
    let snapshot = snapshot
    guard let searchedValue, let item = tree.item, let path = try snapshot.state.path(of: item)
    else { return nil }
    return try snapshot.model(at: path).map(searchedValue)
  }

  func text(of rows: [PlacedRow]) throws(StorageError) -> [String] {
    let trees = try trees(of: rows)
    return rows.compactMap { row in
      let lines = trees[row.tree]?.views.flatMap(\.texts) ?? []
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
  }

  /// Returns the trees of rows, without those that do not exist, or could be read no longer.
  private func trees(
    of rows: [PlacedRow]
  ) throws(StorageError) -> [TreeID: ComponentTree<Message>] {
    guard let past else { return try list.trees(of: rows) }
    return trees(of: rows, in: past).compactMapValues { try? $0.get() }
  }

  private func trees(
    of rows: [PlacedRow], in past: PastRevision<Model, SectionModel>
  ) -> [TreeID: Result<ComponentTree<Message>?, StorageError>] {
    list.pastTrees(
      of: PlacedTrees(
        revision: past.snapshot.revision,
        trees: rows.map { PlacedTree(id: $0.tree, place: $0.place) }))
  }

  func models(of rows: [PlacedRow]) throws(StorageError) -> [JSONValue]? { nil }

  func find(
    _ search: ListSearch, from start: ItemID?, _ direction: ListSearch.Direction,
    progress: @Sendable (Double) -> Void
  ) async throws -> ItemID? {
    guard let searchedValue else { return nil }
    let snapshot = snapshot
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
    let snapshot = snapshot
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
