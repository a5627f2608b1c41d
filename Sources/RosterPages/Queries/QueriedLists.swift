internal import Dispatch
internal import RosterConcurrency
internal import RosterCore
internal import RosterDerived
internal import RosterEngine
internal import RosterJSON

/// The lists in memory that show others as pages have asked: one for all pages with the same query, for as long as
/// one of them shows it.
///
/// Each is a derived list in a store of its own. It reads all rows once, and then follows the changes of its source, unless it
/// shows an earlier revision of that.
final class QueriedLists: Sendable {
  fileprivate struct Key: Hashable {
    let list: String
    let query: RowQuery
  }

  fileprivate struct Opened: Sendable {
    let feed: ListFeed
    let derived: DerivedList<JSONValue, JSONValue, Never>
    let store: any JointStorage

    func close(_ failure: PageError) async {
      feed.finish(failure)
      await derived.close()
    }
  }

  private struct Entry {
    /// Tells it from a later one of the same query.
    let number: Int
    let opening: Task<Opened, any Error>
    /// How many pages show it, or wait for it.
    var pageCount = 0
  }

  private struct Contents {
    var makeStore: (@Sendable () throws -> any ListStore)?
    var countMax = 0
    var entries: [Key: Entry] = [:]
    var entryCount = 0
    /// Why nothing is opened any more.
    var failure: PageError?
  }

  /// A page's share of a list, which ends with the last copy of this.
  struct Share: Sendable {
    let feed: ListFeed
    fileprivate let visit: Visit
  }

  /// A page that waits for a list, or shows it, until it leaves. It enters one list, and none once it has left.
  fileprivate final class Visit: Sendable {
    private enum Stage {
      case before
      case inside(Key, Int)
      case after
    }

    private weak let lists: QueriedLists?
    private let stage = Guarded(Stage.before)

    init(to lists: QueriedLists) { self.lists = lists }

    deinit { leave() }

    /// - Returns: What makes the list.
    func enter(_ key: Key, of source: ModelSource) throws(PageError) -> Task<Opened, any Error> {
      // Under the lock, so that a page that leaves meanwhile takes the place of no other one.
      try stage.withLock { stage throws(PageError) in
        guard case .before = stage, let lists else { throw PageError.notWanted }
        let (number, opening) = try lists.join(key, source)
        stage = .inside(key, number)
        return opening
      }
    }

    func leave() {
      let former = stage.withLock { stage in
        defer { stage = .after }
        return stage
      }
      if case .inside(let key, let number) = former { lists?.leave(key, number) }
    }
  }

  private let contents = Guarded(Contents())
  /// Reads all rows of a list while other threads serve pages. Lists are made one after the other.
  private let queue = DispatchQueue(label: "roster.queries", qos: .userInitiated)

  /// Names where the lists are kept, and how many there are at most.
  func setStore(
    _ makeStore: @escaping @Sendable () throws -> any ListStore, countMax: Int
  ) {
    contents.withLock { contents in
      contents.makeStore = makeStore
      contents.countMax = countMax
    }
  }

  /// Whether pages may ask.
  var isReady: Bool { contents.withLock { $0.makeStore != nil } }

  /// The number of lists that pages show or wait for.
  var count: Int { contents.withLock { $0.entries.count } }

  /// Returns a page's share of the list of a query. A page whose task is cancelled leaves at once, and a list that no page
  /// waits for any more is not made, unless that has begun; one of an earlier revision is broken off after the rows that are
  /// being read.
  ///
  /// - Parameters:
  ///   - query: What the page has asked for, with the number of an earlier revision.
  ///   - source: The list that is shown, at that revision.
  ///   - name: Its name, which no other list of the site has.
  /// - Throws: `PageError`: `refused` if no row has a column, the list cannot be read, or pages may not ask; `busy` if
  ///   there are too many lists.
  /// - Complexity: O(*n* log *n*) for *n* rows, unless another page shows the query already.
  func share(
    _ query: RowQuery, of source: ModelSource, named name: String
  ) async throws(PageError) -> Share {
    let visit = Visit(to: self)
    do {
      let opened = try await withTaskCancellationHandler {
        try await visit.enter(Key(list: name, query: query), of: source).value
      } onCancel: {
        visit.leave()
      }
      return Share(feed: opened.feed, visit: visit)
    } catch {
      visit.leave()
      throw error as? PageError
        ?? PageError(.refused, "the rows cannot be sorted or filtered: \(error)")
    }
  }

  private func join(
    _ key: Key, _ source: ModelSource
  ) throws(PageError) -> (number: Int, opening: Task<Opened, any Error>) {
    try contents.withLock { contents throws(PageError) in
      if let failure = contents.failure { throw failure }
      guard let makeStore = contents.makeStore else {
        throw PageError(.refused, "this list can be neither sorted nor filtered")
      }
      if contents.entries[key] == nil {
        guard contents.entries.count < contents.countMax else {
          throw PageError(
            .busy,
            "no more than \(contents.countMax) sorted or filtered lists are kept at once; try again when pages show fewer"
          )
        }
        contents.entryCount += 1
        contents.entries[key] = Entry(
          number: contents.entryCount,
          opening: opening(key, contents.entryCount, source, makeStore))
      }
      contents.entries[key]?.pageCount += 1
      guard let entry = contents.entries[key] else {
        throw PageError(.failed, "the list of a query is gone")
      }
      return (entry.number, entry.opening)
    }
  }

  /// Makes a list when its turn comes, if a page waits for it then.
  private func opening(
    _ key: Key, _ number: Int, _ source: ModelSource,
    _ makeStore: @escaping @Sendable () throws -> any ListStore
  ) -> Task<Opened, any Error> {
    // What is open does not hold what holds it.
    let isWanted = { @Sendable [weak self] in self?.isWanted(key, number) ?? false }
    return Task { [queue] in
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Result { () throws -> Opened in
              guard isWanted() else { throw PageError.notWanted }
              return try Opened(key.query, of: source, makeStore(), while: isWanted)
            })
        }
      }
    }
  }

  private func isWanted(_ key: Key, _ number: Int) -> Bool {
    contents.withLock { $0.entries[key]?.number == number }
  }

  private func leave(_ key: Key, _ number: Int) {
    let left = contents.withLock { contents -> Entry? in
      guard contents.entries[key]?.number == number else { return nil }
      contents.entries[key]?.pageCount -= 1
      guard contents.entries[key]?.pageCount == 0 else { return nil }
      return contents.entries.removeValue(forKey: key)
    }
    if let left { close([left], PageError(.failed, "the page is closed")) }
  }

  /// Ends the sessions of all lists, and opens no more.
  func finish(_ failure: PageError) {
    let entries = contents.withLock { contents in
      contents.failure = failure
      defer { contents.entries = [:] }
      return Array(contents.entries.values)
    }
    close(entries, failure)
  }

  /// Closes lists once they are open: what has begun on the queue is not broken off.
  private func close(_ entries: [Entry], _ failure: PageError) {
    for entry in entries {
      Task {
        // Nothing is open where opening has failed.
        if case .success(let opened) = await entry.opening.result { await opened.close(failure) }
      }
    }
  }
}

extension PageError {
  static let notWanted = PageError(.failed, "the page shows other rows by now")
}

extension QueriedLists.Opened {
  /// Makes the list of a query.
  ///
  /// - Parameter isWanted: Returns whether a page still waits for it.
  fileprivate init(
    _ query: RowQuery, of source: ModelSource, _ store: any ListStore,
    while isWanted: @escaping @Sendable () -> Bool
  ) throws {
    guard let store = store as? any JointStorage else {
      throw PageError(.refused, "this list can be neither sorted nor filtered")
    }
    let known = try Set(source.fields?.names ?? [])
    let others = query.columns.filter { !known.contains($0) }
    let snapshot = source.snapshot
    if let column = try snapshot.column(missingOf: others, while: isWanted) {
      throw PageError(
        .refused, "no row has the column \(column.shortened(byteCountMax: 200).inQuotes)")
    }
    self.store = store
    var definition = query.definition(of: source.list).kept(in: store)
    if source.past != nil {
      definition = definition.fixed(at: snapshot.state) { (items) throws(StorageError) in
        guard isWanted() else { throw StorageError(.failed, PageError.notWanted.message) }
        return try snapshot.models(of: items)
      }
    }
    derived = try definition.open(configuration: DataSourceConfiguration())
    feed = ListFeed(ModelSource(derived.list, showing: source))
    feed.start()
    let telling = Guarded(())
    let tell: @Sendable () -> Void = { [weak derived, weak feed] in
      // One after the other, so that what pages are told last is what is known last.
      telling.withLock { _ in
        feed?.note(
          derived?.failure.map { "these rows do not follow the list for the time being: \($0)" })
      }
    }
    derived.setFailureListener(tell)
    if derived.failure != nil { tell() }
  }
}

extension ListSnapshot where Model == JSONValue {
  /// Returns one of some columns that no model has; `nil` if each is in one, or the list is empty.
  ///
  /// - Parameter isWanted: Called before each 512 models; returns whether a page still waits for the list.
  /// - Throws: `PageError` if none does; `StorageError`.
  /// - Complexity: O(*n*) models, up to those that have the columns.
  func column(
    missingOf columns: [String], while isWanted: () -> Bool
  ) throws -> String? {
    guard itemCount > 0 else { return nil }
    var missing = columns
    for start in stride(from: 0, to: itemCount, by: 512) where !missing.isEmpty {
      guard isWanted() else { throw PageError.notWanted }
      var items: [ItemID] = []
      try state.forEachItem(atOffsets: start..<min(start + 512, itemCount)) { _, item in
        items.append(item)
        return true
      }
      let models = try models(of: items)
      missing.removeAll { column in models.contains { $0[column] != nil } }
    }
    return missing.first
  }
}
