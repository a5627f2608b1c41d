internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Follows a list for all its sessions, with one subscription.
///
/// The feed keeps the list as it is now, and the contents of the rows that sessions have asked for lately,
/// encoded once for all of them. A batch costs it O(*k* log *n*) for *k* changes, and O(log *n*) for each
/// session; what a session then sends is its own work.
final class ListFeed: Sendable {
  /// What the lock guards.
  private struct Contents {
    var present: FeedPresent
    var cache = RowCache(
      countMax: ListFeed.cachedRowCountMax, byteCountMax: ListFeed.cachedByteCountMax)
    /// Who has last changed rows that were changed lately.
    var origins: [TreeID: String] = [:]
    var sessions: [ObjectIdentifier: WeakSession] = [:]
    /// Why the list is followed no longer.
    var failure: PageError?
    var following: Task<Void, Never>?
    /// What follows the list, until it has begun to.
    var subscription: Result<FeedFollowing, StorageError>?
    /// The revision that all sessions have been told of.
    var toldRevision: Revision
    var waiters: [(revision: Revision, waiter: Waiter)] = []

    /// Notes who has changed rows.
    mutating func note(_ batch: FeedBatch) {
      guard case .some(let trees) = batch.outdated,
        origins.count + trees.count <= ListFeed.cachedRowCountMax
      else { return origins = [:] }
      for tree in trees { origins[tree] = batch.origin }
    }

    /// Why a session cannot be added; `nil` if it can, or is there already.
    func refusal(of session: ListSession? = nil) -> PageError? {
      if let failure { return failure }
      if let session, sessions[ObjectIdentifier(session)] != nil { return nil }
      return sessions.count < ListFeed.sessionCountMax
        ? nil : PageError(.busy, "this list is shown to too many pages already")
    }

    mutating func add(_ session: ListSession) {
      sessions[ObjectIdentifier(session)] = WeakSession(session: session)
    }

    /// Takes out what waits for a revision that all sessions know, or in vain.
    mutating func takeWaiters() -> [Waiter] {
      let revision = failure == nil ? toldRevision : .max
      let first = waiters.partition { $0.revision <= revision }
      defer { waiters.removeSubrange(first...) }
      return waiters[first...].map(\.waiter)
    }
  }

  private struct WeakSession {
    weak var session: ListSession?
  }

  let source: any FeedSource
  /// Called with the last item of the rows that a page is sent.
  let onSend: (@Sendable (ItemID?) -> Void)?
  private let contents: Guarded<Contents>

  /// The most rows whose contents are kept.
  static let cachedRowCountMax = 8_192
  /// The most bytes of contents that are kept.
  static let cachedByteCountMax = 16 << 20
  /// The most sessions of a list.
  static let sessionCountMax = 10_000

  init(_ source: any FeedSource, onSend: (@Sendable (ItemID?) -> Void)? = nil) {
    self.source = source
    self.onSend = onSend
    let present = source.present
    // Before rows can be read: a batch that makes no revision changes them too, and would be missed.
    let subscription = Result { () throws(StorageError) in
      try source.follow(after: present.state.revision)
    }
    contents = Guarded(
      Contents(
        present: present, subscription: subscription, toldRevision: present.state.revision))
  }

  // MARK: Following

  /// Begins to follow the list.
  func start() {
    let subscription = contents.withLock { contents in
      defer { contents.subscription = nil }
      return contents.subscription
    }
    guard let subscription else { return }
    let task = Task { [weak self] in
      let failure: PageError
      do throws(StorageError) {
        try await subscription.get().run { [weak self] batch in self?.take(batch) }
        failure = PageError(.failed, "the list is closed")
      } catch {
        failure = PageError(.failed, "the list can be followed no further: \(error)")
      }
      self?.finish(failure, isOwn: true)
    }
    contents.withLock { $0.following = task }
  }

  /// Takes a batch.
  func take(_ batch: FeedBatch) {
    var batch = batch
    let sessions = contents.withLock { contents in
      batch.present.version = contents.present.version + 1
      batch.present.fault = contents.present.fault
      contents.present = batch.present
      contents.note(batch)
      switch batch.outdated {
      case .all: contents.cache.removeAll()
      case .some(let trees): for tree in trees { contents.cache.remove(tree) }
      }
      return contents.sessions.values.compactMap(\.session)
    }
    for session in sessions { session.take(batch, of: self) }
    let waiters = contents.withLock { contents in
      contents.toldRevision = batch.target.revision
      return contents.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Takes why the list does not show what it is made of, as one that is sorted and cannot read a model; `nil` if it does
  /// again.
  func note(_ fault: String?) {
    let sessions = contents.withLock { contents in
      contents.present.fault = fault
      return contents.sessions.values.compactMap(\.session)
    }
    for session in sessions { session.note(fault, of: self) }
  }

  /// Ends all sessions with an error, and those that begin later too.
  ///
  /// - Parameter isOwn: Whether the list itself cannot be followed any longer. Then a page that shows it in place of another
  ///   list goes back to that.
  func finish(_ failure: PageError, isOwn: Bool = false) {
    let (sessions, following, waiters) = contents.withLock { contents in
      if contents.failure == nil { contents.failure = failure }
      contents.subscription = nil
      defer { contents.sessions = [:] }
      let sessions = contents.sessions.values.compactMap(\.session)
      return (sessions, contents.following, contents.takeWaiters())
    }
    following?.cancel()
    for session in sessions { session.fail(failure, of: self, isOwn: isOwn) }
    for waiter in waiters { waiter.resume() }
  }

  /// Follows the list no longer. Sessions are told nothing, since they go to another list.
  func stop() {
    let (following, waiters) = contents.withLock { contents in
      if contents.failure == nil { contents.failure = PageError(.failed, "the page is closed") }
      contents.subscription = nil
      contents.sessions = [:]
      return (contents.following, contents.takeWaiters())
    }
    following?.cancel()
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until all sessions have been told of a revision, or the list is followed no longer.
  func hasTold(_ revision: Revision) async {
    await withCheckedContinuation { continuation in
      let waiters = contents.withLock { contents in
        contents.waiters.append((revision, continuation))
        return contents.takeWaiters()
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  // MARK: Sessions

  /// Adds a session, which is told about all batches from now on.
  ///
  /// - Returns: The list as the session begins with it.
  /// - Throws: If the list is not followed any more, or has too many sessions.
  func attach(
    _ makeSession: (FeedPresent) -> ListSession
  ) throws(PageError) -> ListSession {
    try contents.withLock { contents -> Result<ListSession, PageError> in
      if let refusal = contents.refusal() { return .failure(refusal) }
      // Under the lock, so that no batch comes between.
      let session = makeSession(contents.present)
      contents.add(session)
      return .success(session)
    }.get()
  }

  /// Adds a session that has shown another list, and is told about all batches from now on.
  ///
  /// - Parameter goesOn: Has the session begin with the list as it is now, and returns whether it does.
  /// - Throws: As ``attach(_:)``.
  func attach(
    _ session: ListSession, if goesOn: (FeedPresent) -> Bool
  ) throws(PageError) {
    let refusal = contents.withLock { contents -> PageError? in
      if let refusal = contents.refusal(of: session) { return refusal }
      if goesOn(contents.present) { contents.add(session) }
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Forgets a session that is over.
  func detach(_ session: ObjectIdentifier) {
    contents.withLock { $0.sessions[session] = nil }
  }

  /// Forgets a session that shows another list, unless it has come back.
  func detachIfGone(_ session: ListSession) {
    contents.withLock { contents in
      if !session.shows(self) { contents.sessions[ObjectIdentifier(session)] = nil }
    }
  }

  /// The number of sessions.
  var sessionCount: Int { contents.withLock { $0.sessions.count } }

  // MARK: Rows

  /// The list as it is now.
  var present: FeedPresent { contents.withLock { $0.present } }

  /// Returns who has last changed each of some rows, as far as that is known.
  func origins(of rows: [PlacedRow]) -> [String?] {
    contents.withLock { contents in rows.map { contents.origins[$0.tree] } }
  }

  /// How much is kept for sessions.
  var cachedCounts: (rows: Int, bytes: Int) {
    contents.withLock { ($0.cache.count, $0.cache.byteCount) }
  }

  /// Returns the contents of rows, in order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - present: The list in which they stand.
  /// - Throws: `StorageError` if they cannot be read.
  /// - Complexity: O(*m*) for *m* rows, besides reading those that are not kept.
  func contents(
    of rows: [PlacedRow], in present: FeedPresent
  ) throws(StorageError) -> [RowContent] {
    var found: [RowContent?] = contents.withLock { contents in
      // What is kept belongs to the newest batch.
      guard contents.present.version == present.version else {
        return Array(repeating: nil, count: rows.count)
      }
      return rows.map { contents.cache.content(of: $0.tree) }
    }
    let missing = found.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let read = try present.contents(missing.map { rows[$0] })
      for (index, content) in zip(missing, read) { found[index] = content }
      contents.withLock { contents in
        guard contents.present.version == present.version else { return }
        for (index, content) in zip(missing, read) {
          contents.cache.insert(content, for: rows[index].tree)
        }
      }
    }
    return found.map { $0 ?? .nothing }
  }
}
