internal import DequeModule
public import RosterCore
public import RosterEngine
public import RosterJSON
public import RosterLog

/// Replays entries of a changeset log on a list, and checks the expectations of the log.
public struct LogReplay<Observer: ReplayObserver> {
  /// A list of JSON values that generates the observer's outputs.
  public typealias DataSource = ListDataSource<JSONValue, JSONValue, Observer.Output>

  /// An entry whose result the observer has not received yet.
  private enum Outstanding {
    case pending(Pending<DataSource.Batch>, line: Int)
    case refused(EntryRefusal, line: Int)
  }

  /// The observer of the results.
  public private(set) var observer: Observer
  /// The number of refused entries.
  public private(set) var refusedCount = 0
  /// The number of applied entries, each of which is a revision.
  public private(set) var appliedCount = 0
  /// The line of the entry that the list could not apply, because storage has failed for example; `nil` while it
  /// goes on.
  public private(set) var failedLine: Int?

  private let open: () throws -> DataSource
  private let closeStorage: () throws -> Void
  private let mode: ReplayMode
  private var dataSource: DataSource
  private var outstanding: Deque<Outstanding> = []
  /// The last entry if it was refused and no expectation has confirmed that yet.
  private var unexpectedRefusal: (refusal: EntryRefusal, line: Int)?

  /// Opens the list.
  ///
  /// - Parameters:
  ///   - mode: Whether the replay waits for each entry.
  ///   - observer: Receives the results.
  ///   - open: Opens the list; called again for every `reopen`.
  ///   - closeStorage: Closes the file before it is opened again.
  public init(
    mode: ReplayMode, observer: Observer, open: @escaping () throws -> DataSource,
    closeStorage: @escaping () throws -> Void
  ) throws {
    self.mode = mode
    self.observer = observer
    self.open = open
    self.closeStorage = closeStorage
    dataSource = try open()
    try self.observer.opened(dataSource)
  }

  /// The revision that the list will have after all entries that were passed to it.
  public private(set) lazy var revision: Revision = dataSource.snapshot.revision

  /// Takes the next entry of a log.
  ///
  /// A change that the list may refuse when its turn has come, because of its models and not of its paths, is
  /// passed to it alone: nothing is applied behind a refusal that the log may not expect. So the changes of a
  /// list with keys are applied one after the other.
  ///
  /// - Throws: `ReplayFailure` if a check fails, `DataSourceError` or `StorageError` if the list
  ///   cannot continue, with its entry in ``failedLine``. It is the first failure in the order of the log. After
  ///   a storage failure, no later entry was applied.
  public mutating func take(_ entry: ChangesetLogEntry, line: Int) async throws {
    switch entry {
    case .changeset(let logged):
      try await failOnUnexpectedRefusal()
      try await apply(logged, line: line)
    case .expect(let expectation):
      try await settle()
      try await check(expectation, line: line)
    case .undo:
      try await step(.undo, line: line)
    case .redo:
      try await step(.redo, line: line)
    case .reopen:
      try await failOnUnexpectedRefusal()
      try await settle()
      await dataSource.close()
      try closeStorage()
      dataSource = try open()
      try observer.opened(dataSource)
      revision = dataSource.snapshot.revision
    }
  }

  /// Waits for all entries that were passed to the list.
  ///
  /// - Throws: As ``take(_:line:)``; `ReplayFailure` if the last entry was refused and no
  ///   expectation follows.
  public mutating func finish() async throws {
    try await settle()
    try await failOnUnexpectedRefusal()
  }

  /// Closes the list, and returns when its listeners have received all events.
  public func close() async { await dataSource.close() }

  /// Returns the state of the list in numbers.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), for the fingerprint.
  public func summary() throws -> ListSummary {
    let snapshot = dataSource.snapshot
    return ListSummary(
      revision: snapshot.revision, sectionCount: snapshot.state.sectionCount,
      itemCount: snapshot.state.itemCount, fingerprint: try snapshot.fingerprint())
  }

  // MARK: Applying

  private mutating func apply(_ logged: LoggedChangeset, line: Int) async throws {
    let isAlone = mode == .sync || dataSource.hasKeys || logged.isTooDeep
    let mode: ReplayMode = isAlone ? .sync : .async
    if isAlone { try await settle() }
    do {
      switch mode {
      case .sync:
        let batch = try dataSource.applySynchronously(
          logged.changeset, states: logged.assignments, logged.annotation)
        appliedCount += 1
        try observer.applied(batch)
        try await observer.settled(dataSource)
      case .async:
        outstanding.append(
          .pending(
            try dataSource.enqueue(logged.changeset, states: logged.assignments, logged.annotation),
            line: line))
      }
      revision += 1
    } catch DataSourceError.invalid(let error) {
      refuse(.changeset(error), line: line)
    } catch DataSourceError.noSuchItem(.path(let path)) {
      refuse(.noSuchItem(path), line: line)
    } catch DataSourceError.noSuchSupplement(let supplement) {
      guard case .index(let section) = supplement.section else {
        throw DataSourceError.noSuchSupplement(supplement)
      }
      refuse(.noSuchSection(section), line: line)
    } catch DataSourceError.duplicateKey(let duplicate) {
      let source = dataSource.snapshot.state
      refuse(.content(logged.refusedContent(duplicate, in: source)), line: line)
    } catch DataSourceError.storage(let error) where error.code == .unencodable {
      refuse(.content(logged.refusedContent(error, by: dataSource)), line: line)
    } catch let error as DataSourceError {
      // Entries before this one have their results, and a storage failure may be that of one of them.
      try await settle()
      throw failure(error, ofLine: line)
    }
    let limit = mode == .sync ? 0 : Self.outstandingCountMax
    while outstanding.count > limit { try await observeNext() }
  }

  /// Undoes or redoes. The number of resulting revisions is known only afterwards.
  private mutating func step(_ direction: HistoryDirection, line: Int) async throws {
    try await failOnUnexpectedRefusal()
    try await settle()
    do {
      let batches =
        switch mode {
        case .sync: try dataSource.applySynchronously(.step(direction))
        case .async: try await dataSource.apply(.step(direction))
        }
      for batch in batches {
        appliedCount += 1
        try observer.applied(batch)
      }
      revision += batches.count
    } catch DataSourceError.nothingToUndo, DataSourceError.nothingToRedo {
      throw ReplayFailure(line: line, "there is nothing to \(direction)")
    } catch DataSourceError.duplicateKey(let duplicate) {
      // The revision that it takes back has parts, but the entry has none.
      refuse(.content(RefusedContent(duplicate.description)), line: line)
    } catch DataSourceError.storage(let error) where error.code == .unencodable {
      refuse(.content(RefusedContent(error.message)), line: line)
    } catch let error as DataSourceError {
      throw failure(error, ofLine: line)
    }
  }

  private mutating func refuse(_ refusal: EntryRefusal, line: Int) {
    refusedCount += 1
    unexpectedRefusal = (refusal, line)
    outstanding.append(.refused(refusal, line: line))
  }

  private mutating func observeNext() async throws {
    switch outstanding.popFirst() {
    case .pending(let pending, let line):
      let batch: DataSource.Batch
      do {
        batch = try await pending.value
      } catch let error as DataSourceError {
        throw failure(error, ofLine: line)
      }
      appliedCount += 1
      try observer.applied(batch)
    case .refused(let refusal, let line): try observer.refused(refusal, line: line)
    case nil: break
    }
  }

  /// Waits until all entries that were passed to the list are durable and observed.
  public mutating func settle() async throws {
    while !outstanding.isEmpty { try await observeNext() }
  }

  /// The maximum number of entries that are read ahead of durable ones, which limits the memory in
  /// use.
  private static var outstandingCountMax: Int { 1_024 }

  /// Returns the failure of the entry at a line: a failed check if the list does not take its models, for example
  /// because two items would have one key after an undo; otherwise the error itself.
  private mutating func failure(_ error: DataSourceError, ofLine line: Int) -> any Error {
    switch error {
    case .duplicateKey(let duplicate):
      return ReplayFailure(line: line, "the change was refused: \(duplicate)")
    case .storage(let error) where error.code == .unencodable:
      return ReplayFailure(line: line, "the change was refused: \(error)")
    default:
      failedLine = line
      return error
    }
  }

  // MARK: Checking

  /// Fails if the last entry was refused, unless an earlier one has failed.
  private mutating func failOnUnexpectedRefusal() async throws {
    if let (refusal, line) = unexpectedRefusal {
      try await settle()
      throw ReplayFailure(line: line, "\(refusal.what) was refused: \(refusal)")
    }
  }

  private mutating func check(_ expectation: Expectation, line: Int) async throws {
    try await check(expectation.error, line: line)
    unexpectedRefusal = nil
    try ExpectationCheck(snapshot: dataSource.snapshot, line: line).run(expectation)
  }

  private mutating func check(_ expected: ExpectedError?, line: Int) async throws {
    guard let expected else { return try await failOnUnexpectedRefusal() }
    guard let (refusal, refusedLine) = unexpectedRefusal else {
      throw ReplayFailure(line: line, "a refusal was expected, but nothing was refused before it")
    }
    guard expected.matches(refusal) else {
      throw ReplayFailure(
        line: line,
        "\(refusal.what) of line \(refusedLine) was refused for another reason: "
          + "\(refusal)" + (refusal.reason.map { " (\($0.rawValue))" } ?? ""))
    }
  }
}

extension LoggedChangeset {
  /// The states as the list takes them. If several are refused, the first one is reported.
  fileprivate var assignments: [StateAssignment] {
    states.ascending().map {
      StateAssignment(
        tree: TreeReference($0.place), scope: $0.scope, state: $0.state?.stored)
    }
  }
}

extension EntryRefusal {
  /// The refused entry in words.
  fileprivate var what: String {
    switch self {
    case .changeset: "the changeset"
    case .noSuchItem, .noSuchSection: "the state"
    case .content: "the change"
    }
  }
}
