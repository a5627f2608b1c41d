internal import DequeModule
public import RosterCore
public import RosterEngine
public import RosterJSON
public import RosterLog

/// Replays entries of a changeset log against a list, and checks what the log expects.
public struct LogReplay<Observer: ReplayObserver> {
  /// A list of JSON values that generates nothing.
  public typealias DataSource = ListDataSource<JSONValue, JSONValue, Never>

  /// A changeset whose result the observer has not seen yet.
  private enum Outstanding {
    case pending(PendingChange<DataSource.Batch>)
    case refused(ChangesetError, line: Int)
  }

  /// Who sees the results.
  public private(set) var observer: Observer
  /// How many changesets were refused.
  public private(set) var refusedCount = 0
  /// How many changesets were applied.
  public private(set) var appliedCount = 0

  private let open: () throws -> DataSource
  private let closeStorage: () throws -> Void
  private let mode: ReplayMode
  private var dataSource: DataSource
  private var outstanding: Deque<Outstanding> = []
  /// The last changeset if it was refused and no expectation has said so yet.
  private var unexpectedRefusal: (error: ChangesetError, line: Int)?

  /// Opens the list.
  ///
  /// - Parameters:
  ///   - open: Opens the list; called again at every `reopen`.
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
  }

  /// The revision that the list has once everything given to it is applied.
  public private(set) lazy var revision: Revision = dataSource.snapshot.revision

  /// Takes the next entry of a log.
  ///
  /// - Throws: `ReplayFailure` if a check fails, `DataSourceError` or `StorageError` if the list
  ///   cannot go on.
  public mutating func take(_ entry: ChangesetLogEntry, line: Int) async throws {
    switch entry {
    case .changeset(let logged):
      try failOnUnexpectedRefusal()
      try await apply(logged, line: line)
    case .expect(let expectation):
      try await settle()
      try check(expectation, line: line)
    case .reopen:
      try failOnUnexpectedRefusal()
      try await settle()
      await dataSource.close()
      try closeStorage()
      dataSource = try open()
      revision = dataSource.snapshot.revision
    }
  }

  /// Waits for everything that was given to the list.
  ///
  /// - Throws: `ReplayFailure` if the last changeset was refused, and nothing said that it would be.
  public mutating func finish() async throws {
    try await settle()
    try failOnUnexpectedRefusal()
  }

  /// Where the list stands.
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
    let annotation = ChangeAnnotation(
      origin: logged.origin, at: logged.at, userInfo: logged.userInfo ?? [:])
    do {
      switch mode {
      case .sync:
        let batch = try dataSource.applySynchronously(logged.changeset, annotation)
        appliedCount += 1
        try observer.applied(batch.changes)
      case .async:
        outstanding.append(.pending(try dataSource.enqueue(logged.changeset, annotation)))
      }
      revision += 1
    } catch DataSourceError.invalid(let error) {
      refusedCount += 1
      unexpectedRefusal = (error, line)
      outstanding.append(.refused(error, line: line))
    }
    let limit = mode == .sync ? 0 : Self.outstandingCountMax
    while outstanding.count > limit { try await observeNext() }
  }

  private mutating func observeNext() async throws {
    switch outstanding.popFirst() {
    case .pending(let pending):
      let batch = try await pending.value
      appliedCount += 1
      try observer.applied(batch.changes)
    case .refused(let error, let line): try observer.refused(error, line: line)
    case nil: break
    }
  }

  /// Waits until everything that was given to the list is durable and observed.
  public mutating func settle() async throws {
    while !outstanding.isEmpty { try await observeNext() }
  }

  /// How far reading may be ahead of what is durable; this bounds the memory.
  private static var outstandingCountMax: Int { 1_024 }

  // MARK: Checking

  private func failOnUnexpectedRefusal() throws {
    if let refusal = unexpectedRefusal {
      throw ReplayFailure(line: refusal.line, "the changeset was refused: \(refusal.error)")
    }
  }

  private mutating func check(_ expectation: Expectation, line: Int) throws {
    try check(expectation.error, line: line)
    unexpectedRefusal = nil
    let snapshot = dataSource.snapshot
    try expect(expectation.revision, snapshot.revision, "revision", line: line)
    try expect(expectation.counts, snapshot.state.itemCounts, "counts", line: line)
    if let expected = expectation.sectionModels {
      try expect(
        expected.map { $0 ?? .null }, try snapshot.sectionModels().map { $0 ?? .null },
        "section models", line: line)
    }
    if let expected = expectation.sections {
      try expect(
        expected.count, snapshot.state.sectionCount, "number of sections", line: line)
      for (section, models) in expected.enumerated() {
        try expect(
          models, try snapshot.models(inSection: section), "models of section \(section)",
          line: line)
      }
    }
    if let expected = expectation.fingerprint {
      try expect(expected, try snapshot.fingerprint(), "fingerprint", line: line)
    }
  }

  private func check(_ expected: ExpectedError?, line: Int) throws {
    guard let expected else { return try failOnUnexpectedRefusal() }
    guard let refusal = unexpectedRefusal else {
      throw ReplayFailure(line: line, "a refusal was expected, but nothing was refused before it")
    }
    guard expected.matches(refusal.error) else {
      throw ReplayFailure(
        line: line,
        "the changeset of line \(refusal.line) was refused for another reason: "
          + "\(refusal.error) (\(refusal.error.reason.rawValue))")
    }
  }

  private func expect<Value: Equatable>(
    _ expected: Value?, _ actual: Value, _ what: String, line: Int
  ) throws {
    guard let expected, expected != actual else { return }
    throw ReplayFailure(line: line, "\(what): expected \(expected), found \(actual)")
  }
}
