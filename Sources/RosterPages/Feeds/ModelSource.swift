internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// A list of JSON models, which the page shows.
struct ModelSource: FeedSource {
  typealias List = ListDataSource<JSONValue, JSONValue, Never>
  typealias Snapshot = ListSnapshot<JSONValue, JSONValue>

  let list: List
  /// How a row is shown and copied; if `nil`, the page shows what it recognizes, and the template for copies is
  /// guessed.
  let template: RowTemplate?
  let identity: SourceIdentity
  /// The list that is changed, and whose members count: this one, or the one that it shows sorted or filtered.
  private let whole: List
  /// What the members of the models are.
  private let known: Guarded<SampledFields>
  /// The earlier revision that is shown, and what it has changed; `nil` at present.
  let past: PastRevision<JSONValue, JSONValue>?
  /// The rows of the earlier revision, as the list had them; `nil` if `list` has what is shown.
  private let fixed: Snapshot?

  init(_ list: List, _ template: RowTemplate?) {
    self.list = list
    self.template = template
    identity = SourceIdentity()
    whole = list
    known = Guarded(SampledFields())
    (past, fixed) = (nil, nil)
  }

  /// Makes the source of a list that shows another one, with the columns of that, and what it knows of the past.
  init(_ list: List, showing source: ModelSource) {
    self.list = list
    template = source.template
    identity = SourceIdentity()
    whole = source.whole
    known = source.known
    (past, fixed) = (source.past, nil)
  }

  /// Makes the source of an earlier revision of a list, with the columns of the present.
  private init(_ past: PastRevision<JSONValue, JSONValue>, of source: ModelSource) {
    list = source.whole
    template = source.template
    identity = source.identity
    whole = source.whole
    known = source.known
    (self.past, fixed) = (past, past.snapshot)
  }

  /// The rows that are shown: the list as it was last published, or as it was once.
  var snapshot: Snapshot { fixed ?? list.snapshot }

  var look: PageLook { .models }
  var canSearch: Bool { true }
  var present: FeedPresent { Self.present(snapshot, past) }

  private static func present(
    _ snapshot: Snapshot, _ past: PastRevision<JSONValue, JSONValue>? = nil
  ) -> FeedPresent {
    FeedPresent(state: snapshot.state) { rows throws(StorageError) in
      let contents = try snapshot.models(of: rows) { model in
        model.map { $0.map(RowContent.model) ?? .nothing } ?? .fault("this row cannot be read")
      }
      return past?.marked(contents, of: rows) ?? contents
    }
  }

  func follow(after revision: Revision) throws(StorageError) -> FeedFollowing {
    // What was stays as it was.
    if fixed != nil { return FeedFollowing { _ throws(StorageError) in } }
    let batches = try list.batches(after: revision, delivery: .merged)
    return FeedFollowing { take throws(StorageError) in
      var following = batches.makeAsyncIterator()
      while let batch = try await following.next() {
        take(try batch.feedBatch(Self.present(batch.target)))
      }
    }
  }

  func state(at revision: Revision) throws(StorageError) -> ListState {
    try list.snapshot(at: revision).state
  }

  var oldestRevision: Revision { get throws(StorageError) { try list.oldestRevision } }
  var shownRevision: RevisionNote? { past?.note }

  func past(
    at revision: Revision, near known: (any FeedSource)?, while goesOn: (Double) -> Bool
  ) throws(StorageError) -> (any FeedSource)? {
    let near = (known as? ModelSource)?.past?.snapshot ?? snapshot
    return try PastRevision(of: list, at: revision, near: near, while: goesOn)
      .map { ModelSource($0, of: self) }
  }

  func model(of tree: TreeID) throws(StorageError) -> JSONValue? {
    let snapshot = snapshot
    guard let place = try snapshot.state.place(of: tree) else { return nil }
    switch place {
    case .item(let path): return try snapshot.model(at: path)
    case .supplement(.header, let section): return try snapshot.sectionModel(at: section)
    case .supplement(.footer, _): return nil
    }
  }

  func text(of rows: [PlacedRow]) throws(StorageError) -> [String] {
    let fields = try template == nil ? fields : nil
    let template = template ?? RowTemplate(fields)
    return try presentModels(of: rows).map { model in
      template.lines(of: model).map { $0.text }.joined(separator: "\n")
    }
  }

  func models(of rows: [PlacedRow]) throws(StorageError) -> [JSONValue]? {
    try presentModels(of: rows.filter { $0.place.path != nil })
  }

  /// Returns the models of rows, without those that have gone since or cannot be read.
  private func presentModels(of rows: [PlacedRow]) throws(StorageError) -> [JSONValue] {
    let snapshot = snapshot
    var present: [PlacedRow] = []
    for row in rows {
      guard let place = try snapshot.state.place(of: row.tree) else { continue }
      present.append(PlacedRow(tree: row.tree, place: place))
    }
    return try snapshot.models(of: present) { $0 }.compactMap { $0.flatMap(\.self) }
  }

  var fields: RowFields? {
    get throws(StorageError) {
      // A list that is empty by now says nothing of what it had.
      let snapshot = whole.snapshot.itemCount > 0 ? whole.snapshot : snapshot
      let known = known.withLock { $0 }
      guard !known.isSettled(ofItems: snapshot.itemCount) else { return known.fields }
      let samples = try snapshot.sampledModels()
      return self.known.withLock { known in
        known.take(samples, ofItems: snapshot.itemCount)
        return known.fields
      }
    }
  }

  func find(
    _ search: ListSearch, from start: ItemID?, _ direction: ListSearch.Direction,
    progress: @Sendable (Double) -> Void
  ) async throws -> ItemID? {
    let snapshot = snapshot
    let path = try start.flatMap { try snapshot.state.path(of: $0) }
    let found = try await search.next(in: snapshot, from: path, direction, progress: progress)
    return try found.flatMap { try snapshot.state.itemID(at: $0) }
  }

  func count(
    _ search: ListSearch, of item: ItemID?, progress: @Sendable (Double) -> Void
  ) async throws -> MatchCount {
    try await search.count(in: snapshot, reading: { $0 }, of: item, progress: progress)
  }

  func foresee(_ direction: HistoryDirection) throws -> ForeseenStep? {
    try ForeseenStep(direction, of: whole)
  }

  func step(
    _ direction: HistoryDirection, takingBack foreseen: [Revision]?
  ) async throws -> StepSummary {
    try await whole.step(fromPage: direction, takingBack: foreseen)
  }

  func perform(_ event: PageEvent) async throws -> PageEventOutcome { .missing }
}

extension ListDataSource {
  /// Takes back the last change or undo, as a page asks for it.
  func step(
    fromPage direction: HistoryDirection, takingBack foreseen: [Revision]?
  ) async throws -> StepSummary {
    let annotation = ChangeAnnotation(origin: pageOrigin)
    let batches = try await apply(.step(direction, foreseen: foreseen), annotation)
    return StepSummary(direction, batches, of: self)
  }
}

extension ListSnapshot {
  /// Reads the models of rows, and makes something of each: of the model, of `nil` if the row has none, and
  /// of `.none` if it cannot be read.
  ///
  /// Rows of neighbouring items are read at once.
  fileprivate func models<Result>(
    of rows: [PlacedRow], _ make: (JSONValue??) -> Result
  ) throws(StorageError) -> [Result] where Model == JSONValue, SectionModel == JSONValue {
    var results: [Result] = []
    results.reserveCapacity(rows.count)
    var index = 0
    while index < rows.count {
      guard let first = rows[index].place.path else {
        results.append(make(try read { () throws(StorageError) in try supplement(rows[index]) }))
        index += 1
        continue
      }
      var end = index + 1
      while end < rows.count, let path = rows[end].place.path, path.section == first.section,
        path.item == first.item + (end - index)
      {
        end += 1
      }
      let count = end - index
      let models = try read { () throws(StorageError) in
        try self.models(inSection: first.section, first.item..<first.item + count)
      }
      if let models, models.count == count {
        for model in models { results.append(make(.some(model))) }
      } else {
        // One of them cannot be read, and is not to hide the others.
        for offset in 0..<count {
          let path = ItemPath(section: first.section, item: first.item + offset)
          let model = try read { () throws(StorageError) in try self.model(at: path) }
          results.append(make(model.flatMap { $0.map { .some($0) } }))
        }
      }
      index = end
    }
    return results
  }

  /// Returns the model that a header shows; footers show none.
  private func supplement(_ row: PlacedRow) throws(StorageError) -> JSONValue?
  where SectionModel == JSONValue {
    guard case .supplement(.header, let section) = row.place else { return nil }
    return try sectionModel(at: section)
  }

  /// Returns `nil` if what is read does not decode.
  private func read<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value? {
    do throws(StorageError) {
      return try body()
    } catch {
      if error.isUnreadableModel { return nil }
      throw error
    }
  }
}
