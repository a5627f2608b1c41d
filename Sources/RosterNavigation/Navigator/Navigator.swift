internal import Foundation
internal import RosterConcurrency
public import RosterCore
public import RosterEngine
internal import RosterJSON

/// A list whose sections are the layers of an application, and whose items are their pages.
public typealias NavigationList<Route: Codable & Hashable & Sendable> =
  ListDataSource<Route, NavigationLayer, Never>

/// Takes the user through the pages of an application, whose state is a list in a file.
///
///     let navigator = try Navigator(
///       NavigationList<PhotoRoute>(.file(path, list: "navigation")),
///       tabs: [NavigationTab("photos", root: .photos), NavigationTab("settings", root: .settings)])
///     try await navigator.perform(.push(.photo(12)))
///     try await navigator.perform(.back)
///
/// An operation is durable when its call returns, so it is there after a crash, and an undo of the
/// list takes it back.
///
/// - Operations are carried out one after the other, in the order of the calls; each is computed on
///   the state that the one before has left. So two quick `back`s go back by two pages.
/// - An operation that another writer of the list comes before is computed again on the list after
///   that.
/// - An operation that changes nothing makes no revision.
public final class Navigator<Route: Codable & Hashable & Sendable>: Sendable {
  /// The outcome of an operation that was queued.
  public typealias Outcome = Task<Result<NavigationState<Route>, NavigationError>, Never>

  /// The list that holds the state.
  public let list: NavigationList<Route>
  /// The tabs of the application.
  public let tabs: [NavigationTab<Route>]
  /// The work that was queued last.
  private let tail = Guarded<Task<Void, Never>?>(nil)

  /// Opens the navigation of an application with one stack.
  ///
  /// - Throws: As ``init(_:tabs:unreadable:)``.
  public convenience init(
    _ list: NavigationList<Route>, root: Route, unreadable: UnreadablePolicy = .refuse
  ) throws(NavigationError) {
    try self.init(list, tabs: [NavigationTab("main", root: root)], unreadable: unreadable)
  }

  /// Opens the navigation of an application with tabs.
  ///
  /// An empty list gets the roots of the tabs. A list that was written for other tabs, or edited
  /// by hand, is made a valid one by one change: see ``NavigationState/init(_:tabs:)``.
  ///
  /// - Parameters:
  ///   - list: The list of the file.
  ///   - tabs: The tabs, at least one, with different names.
  ///   - policy: What happens to a list with routes that this application does not have.
  /// - Throws: `storage` if the list cannot be read, `list` if it cannot be written.
  public init(
    _ list: NavigationList<Route>, tabs: [NavigationTab<Route>],
    unreadable policy: UnreadablePolicy = .refuse
  ) throws(NavigationError) {
    precondition(
      !tabs.isEmpty && Set(tabs.map(\.name)).count == tabs.count,
      "an application has at least one tab, and no two of the same name")
    self.list = list
    self.tabs = tabs
    try makeValid(policy)
  }

  private func makeValid(_ policy: UnreadablePolicy) throws(NavigationError) {
    for attempt in 1... {
      let changeset = try opening(policy)
      if changeset.isEmpty { return }
      do throws(DataSourceError) {
        try list.applySynchronously(changeset, ChangeAnnotation(origin: "navigation"))
        return
      } catch {
        // Another process may have opened the list at the same moment.
        var isOvertaken = error.isOvertaken
        if case .invalid = error { isOvertaken = true }
        guard isOvertaken, attempt < ConflictPause.attemptCountMax else { throw .list(error) }
      }
    }
  }

  /// The changeset with which the list becomes valid.
  private func opening(
    _ policy: UnreadablePolicy
  ) throws(NavigationError) -> Changeset<Route, NavigationLayer> {
    let snapshot = list.snapshot
    do throws(StorageError) {
      let contents = try NavigationContents(snapshot)
      return NavigationState(contents, tabs: tabs).changeset(from: contents)
    } catch {
      guard error.isUnreadableModel, policy == .startAnew else { throw .storage(error) }
      let sections = snapshot.state.sectionIDs.map {
        NavigationContents<Route>.Section(id: $0, layer: nil)
      }
      return NavigationState(NavigationContents(), tabs: tabs)
        .changeset(from: NavigationContents(sections))
    }
  }

  // MARK: Reading

  /// The state as it was last published.
  ///
  /// - Throws: `storage`.
  public var state: NavigationState<Route> {
    get throws(NavigationError) { try state(of: list.snapshot).state }
  }

  private func state(
    of snapshot: NavigationList<Route>.Snapshot
  ) throws(NavigationError) -> (
    state: NavigationState<Route>, contents: NavigationContents<Route>
  ) {
    do throws(StorageError) {
      let contents = try NavigationContents(snapshot)
      return (NavigationState(contents, tabs: tabs), contents)
    } catch {
      throw .storage(error)
    }
  }

  /// Follows the state.
  ///
  /// - Parameter revision: The revision whose state is known; the current one if `nil`.
  /// - Throws: `storage`.
  public func changes(
    after revision: Revision? = nil
  ) throws(NavigationError) -> NavigationChanges<Route> {
    do throws(StorageError) {
      let start = try revision.map { (revision) throws(StorageError) in
        try list.snapshot(at: revision)
      }
      let snapshot = start ?? list.snapshot
      let state = NavigationState(try NavigationContents(snapshot), tabs: tabs)
      if !state.isStored { enqueueRepair() }
      return NavigationChanges(
        start: state, revision: snapshot.revision,
        batches: try list.batches(after: snapshot.revision), navigator: self)
    } catch {
      throw .storage(error)
    }
  }

  // MARK: Navigating

  /// Carries out an operation, and returns when it is durable and published.
  ///
  /// - Returns: The state after it.
  /// - Throws: `NavigationError`; the state is then as it was.
  @discardableResult
  public func perform(
    _ operation: NavigationOperation<Route>
  ) async throws(NavigationError) -> NavigationState<Route> {
    try await enqueue(operation).value.get()
  }

  /// Queues an operation. A cancelled task does not take it back.
  ///
  /// - Returns: Its outcome: the state after it, or why it was not carried out.
  @discardableResult
  public func enqueue(_ operation: NavigationOperation<Route>) -> Outcome {
    inTurn { () async throws(NavigationError) in
      try await self.change(
        to: { (state) throws(NavigationError) in try state.applying(operation) },
        operation.annotation)
    }
  }

  /// Takes back the last operation, or all of its group, as new revisions of the list. The pages
  /// that come back are the same ones. The change that made the list cannot be taken back.
  ///
  /// - Throws: `list` with `nothingToUndo`, and others.
  @discardableResult
  public func undo() async throws(NavigationError) -> NavigationState<Route> {
    try await inTurn { () async throws(NavigationError) in
      if try self.undoLeavesNothing() { throw .list(.nothingToUndo) }
      return try await self.step(.undo)
    }.value.get()
  }

  /// Takes back the last undo.
  ///
  /// - Throws: `list` with `nothingToRedo`, and others.
  @discardableResult
  public func redo() async throws(NavigationError) -> NavigationState<Route> {
    try await inTurn { () async throws(NavigationError) in try await self.step(.redo) }.value.get()
  }

  /// Makes the list valid again after another writer has left it otherwise.
  func enqueueRepair() {
    inTurn { () async throws(NavigationError) in
      try await self.change(to: { $0 }, ChangeAnnotation(origin: "navigation"))
    }
  }

  // MARK: Carrying out

  @discardableResult
  private func inTurn(
    _ work: @escaping @Sendable () async throws(NavigationError) -> NavigationState<Route>
  ) -> Outcome {
    tail.withLock { tail in
      let previous = tail
      let task = Outcome {
        await previous?.value
        do throws(NavigationError) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      tail = Task { _ = await task.value }
      return task
    }
  }

  /// Changes the state, again and again until no other writer comes before.
  private func change(
    to target: (NavigationState<Route>) throws(NavigationError) -> NavigationState<Route>,
    _ annotation: ChangeAnnotation
  ) async throws(NavigationError) -> NavigationState<Route> {
    for attempt in 1... {
      let snapshot = list.snapshot
      let (state, contents) = try state(of: snapshot)
      let changeset = try target(state).changeset(from: contents)
      if changeset.isEmpty { return state }
      do {
        let batch = try await list.apply(
          .changeset(changeset, basedOn: snapshot.revision), annotation)
        return try self.state(of: batch.target).state
      } catch let error as NavigationError {
        throw error
      } catch let error as DataSourceError {
        guard error.isOvertaken, attempt < ConflictPause.attemptCountMax else { throw .list(error) }
        await ConflictPause.wait(attempt)
      } catch {
        throw .storage(StorageError(.failed, "the list cannot be changed", cause: error))
      }
    }
    throw .list(.closed)
  }

  private func step(
    _ direction: HistoryDirection
  ) async throws(NavigationError) -> NavigationState<Route> {
    do {
      try await list.apply(.step(direction))
    } catch let error as DataSourceError {
      throw .list(error)
    } catch {
      throw .storage(StorageError(.failed, "the step cannot be taken", cause: error))
    }
    // Another writer's step may have left a tab without pages.
    return try await change(to: { $0 }, ChangeAnnotation(origin: "navigation"))
  }

  /// Whether the next undo takes back the change that made the list.
  private func undoLeavesNothing() throws(NavigationError) -> Bool {
    do throws(StorageError) {
      guard let first = try list.steps(at: list.snapshot.revision).undo.min() else { return false }
      let before = try list.snapshot(at: first - 1)
      return !NavigationState(try NavigationContents(before), tabs: tabs).isStored
    } catch {
      throw .storage(error)
    }
  }
}

extension DataSourceError {
  /// Whether another writer came before, or something else is pending, so that trying again helps.
  fileprivate var isOvertaken: Bool {
    switch self {
    case .conflict, .precedingFailed: true
    default: false
    }
  }
}

extension NavigationOperation where Route: Codable {
  /// What the journal says of the operation.
  var annotation: ChangeAnnotation {
    var annotation = ChangeAnnotation(origin: name)
    annotation.userInfo["navigation"] = MessageText(self)?.json
    return annotation
  }
}

extension ChangeAnnotation {
  /// Returns the operation of a ``Navigator`` that has made the revision; `nil` if it was made otherwise.
  ///
  ///     for try await batch in try navigator.list.batches(after: oldest) {
  ///       print(try batch.changes.annotation.operation(to: PhotoRoute.self) as Any)
  ///     }
  ///
  /// - Throws: A `StorageError` with the code `undecodable` if it is of another version of the routes.
  public func operation<Route: Codable & Hashable & Sendable>(
    to routes: Route.Type
  ) throws(StorageError) -> NavigationOperation<Route>? {
    guard let json = userInfo["navigation"] else { return nil }
    do {
      return try JSONDecoder().decode(
        NavigationOperation<Route>.self, from: Data(json.canonicalText.utf8))
    } catch {
      throw StorageError(.undecodable, "the journal has no operation to \(routes)", cause: error)
    }
  }
}
