internal import RosterConcurrency
internal import RosterEngine

/// Shows the visible page of a navigator to all sessions.
final class NavigationFeed: Sendable {
  /// The page that is visible.
  struct Page: Sendable {
    /// Counts the pages that were shown.
    let number: Int
    /// Names the page as long as it exists.
    let key: String
    /// Its list, or why it cannot be shown.
    let list: Result<ListSite.ServedList, PageError>
  }

  /// What the lock guards.
  private struct Contents {
    var page: Page?
    var sessions: [ObjectIdentifier: WeakSession] = [:]
    /// Why the navigator is followed no longer.
    var failure: PageError?
    var following: Task<Void, Never>?
  }

  private struct WeakSession {
    weak var session: NavigationSession?
  }

  let navigation: PageNavigation
  private let reopen: @Sendable (NavigationFeed) async -> Void
  private let contents = Guarded(Contents())

  /// The most sessions of a navigator.
  static let sessionCountMax = 10_000

  init(_ navigation: PageNavigation, reopen: @escaping @Sendable (NavigationFeed) async -> Void) {
    self.navigation = navigation
    self.reopen = reopen
  }

  // MARK: Following

  /// Keeps the task that follows the navigator.
  func start(_ following: Task<Void, Never>) {
    let isOver = contents.withLock { contents in
      contents.following = following
      return contents.failure != nil
    }
    if isOver { following.cancel() }
  }

  /// Takes note of where the user is now, and of the page that is visible.
  ///
  /// - Parameter list: Its list, if the page is not the one that was shown before.
  func show(_ key: String, _ list: Result<ListSite.ServedList, PageError>?) {
    let (page, sessions) = contents.withLock { contents in
      if let list {
        contents.page = Page(number: (contents.page?.number ?? 0) + 1, key: key, list: list)
      }
      return (contents.page, contents.sessions.values.compactMap(\.session))
    }
    guard let page else { return }
    for session in sessions { session.show(page) }
  }

  /// Has all sessions show a note for some seconds.
  func tell(_ notice: String) {
    let sessions = contents.withLock { $0.sessions.values.compactMap(\.session) }
    for session in sessions { session.tell(notice) }
  }

  /// Opens the visible page again if that has failed.
  func retry() async { await reopen(self) }

  /// Ends all sessions with an error, and those that begin later too.
  func finish(_ failure: PageError) {
    let (sessions, following) = contents.withLock { contents in
      if contents.failure == nil { contents.failure = failure }
      defer { contents.sessions = [:] }
      return (contents.sessions.values.compactMap(\.session), contents.following)
    }
    following?.cancel()
    for session in sessions { session.fail(failure) }
  }

  /// Waits until the pages are closed.
  func waitForEnd() async { await contents.withLock { $0.following }?.value }

  // MARK: Sessions

  /// Opens a session, which is told about all pages from now on.
  ///
  /// - Throws: If the navigator is not followed any more, or has too many sessions.
  func openSession() throws(PageError) -> NavigationSession {
    try contents.withLock { contents -> Result<NavigationSession, PageError> in
      if let failure = contents.failure { return .failure(failure) }
      guard contents.sessions.count < Self.sessionCountMax else {
        return .failure(PageError(.busy, "the pages are shown to too many browsers already"))
      }
      let session = NavigationSession(self, contents.page)
      contents.sessions[ObjectIdentifier(session)] = WeakSession(session: session)
      return .success(session)
    }.get()
  }

  /// Forgets a session that is over.
  func detach(_ session: ObjectIdentifier) {
    contents.withLock { $0.sessions[session] = nil }
  }
}
