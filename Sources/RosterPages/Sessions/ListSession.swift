internal import RosterConcurrency
package import RosterCore
internal import RosterEngine
internal import RosterJSON

/// What one page shows of a list.
///
/// An update is always the difference between what the page was last sent and the present. So if the page
/// has two updates that it does not show yet, everything that happens meanwhile becomes one update, and the
/// session keeps nothing of it but the place of its window.
///
/// The lock guards everything. It is held while the window follows its anchor, which reads the places of
/// the list, but not while rows are read.
package final class ListSession: PageSession {
  /// All of the list. The session stays attached to it while it shows the rows of a query, which end with the list.
  private let whole: ListFeed
  private let list: ListDescription
  /// The lists of queries; `nil` if the page cannot ask for other rows.
  private let queries: QueriedLists?
  /// The list at earlier revisions; `nil` if the page cannot ask for them.
  private let pasts: PastFeeds?
  /// Returns what is known of a revision besides what the list itself knows, in one sentence; `nil` if nothing is.
  private let summarize: (@Sendable (Revision) -> String?)?
  /// Called with the last item of the rows that the page is sent.
  private let onSend: (@Sendable (ItemID?) -> Void)?
  private let contents: Guarded<SessionContents>

  /// The most bytes of what the maker of an earlier revision has said of it: a reader reads less.
  private static let userInfoByteCountMax = 1_024

  init(
    _ feed: ListFeed, _ list: ListDescription, _ present: FeedPresent,
    onSend: (@Sendable (ItemID?) -> Void)?, queries: QueriedLists? = nil,
    pasts: PastFeeds? = nil, summarize: (@Sendable (Revision) -> String?)? = nil
  ) {
    whole = feed
    self.list = list
    self.onSend = onSend
    self.queries = queries
    self.pasts = pasts
    self.summarize = summarize
    contents = Guarded(SessionContents(feed, present))
  }

  deinit { detach(from: feed) }

  /// Where the rows that are shown come from.
  var feed: ListFeed { contents.withLock { $0.feed } }

  // MARK: From the list

  /// Takes a batch of the feed.
  func take(_ batch: FeedBatch, of feed: ListFeed) {
    contents.withLock { contents -> Waiter? in
      // A session that has come back may have begun with the list as it is after the batch.
      guard contents.feed === feed,
        batch.present.version > contents.window.present.version
      else { return nil }
      contents.take(batch)
      return contents.takeWaiter()
    }?.resume()
  }

  /// Ends the session with an error, which the page is told.
  ///
  /// - Parameters:
  ///   - feed: What has failed, if it is a feed. That of a query whose rows are not shown any more does not count.
  ///   - isOwn: Whether the list of the feed cannot be followed any longer. If it is that of a query, the page goes back to
  ///     all rows.
  func fail(_ error: PageError, of feed: ListFeed? = nil, isOwn: Bool = false) {
    if isOwn, let feed, feed !== whole { return leave(feed, because: error.message) }
    contents.withLock { contents -> Waiter? in
      if let feed, feed !== whole, contents.feed !== feed { return nil }
      if contents.failure == nil { contents.failure = error }
      return contents.takeWaiter()
    }?.resume()
  }

  /// Leads the page back to all rows of the present.
  private func leave(_ feed: ListFeed, because reason: String) {
    if feed === whole { return }
    let leaves = contents.withLock { contents in
      let shown = contents.query.revision == nil ? "all rows are shown" : "the present is shown"
      return contents.leave(feed, because: "\(shown) again: \(reason)")
    }
    if leaves { startJobs() }
  }

  /// Takes why the rows that are shown do not follow the list; `nil` if they do again.
  func note(_ fault: String?, of feed: ListFeed) {
    contents.withLock { contents -> Waiter? in
      contents.note(fault, of: feed)
      return contents.takeWaiter()
    }?.resume()
  }

  package func close() {
    let (feed, waiter, tasks) = contents.withLock { contents in
      let tasks = contents.searches.map(\.task) + [contents.worker, contents.wish?.task]
      contents.close()
      return (contents.feed, contents.takeWaiter(), tasks.compactMap(\.self))
    }
    for task in tasks { task.cancel() }
    waiter?.resume()
    detach(from: feed)
  }

  private func detach(from shown: ListFeed) {
    for feed in [whole, shown] { feed.detach(ObjectIdentifier(self)) }
  }

  // MARK: From the page

  package func receive(_ message: [UInt8]) throws(PageError) {
    do throws(PageError) {
      try receive(PageMessage(message))
    } catch {
      fail(error)
      throw error
    }
  }

  private func receive(_ message: PageMessage) throws(PageError) {
    let (waiter, cancelled) = try contents.withLock { contents in
      Result { () throws(PageError) -> (Waiter?, Task<Void, Never>?) in
        guard !contents.isOver, contents.failure == nil else { return (nil, nil) }
        let cancelled = try contents.take(message, for: list)
        return (contents.takeWaiter(), cancelled)
      }
    }.get()
    cancelled?.cancel()
    waiter?.resume()
    startJobs()
  }

  // MARK: To the page

  package func nextMessage() async -> [UInt8]? {
    while !Task.isCancelled {
      switch contents.withLock({ $0.nextStep(for: list) }) {
      case .send(let message): return message
      case .end: return nil
      case .wait: await wait()
      case .begin(let hello, let state): begin(hello, in: state)
      case .update(let draft):
        do throws(StorageError) {
          let update = try update(draft)
          contents.withLock { $0.sent(update, as: draft) }
          return update.bytes
        } catch {
          // Models of this revision may be compacted away. If the list has gone on, it is read anew.
          if contents.withLock({ $0.goesOn(after: draft) }) { continue }
          if draft.feed === whole { failReading(error) }
          leave(draft.feed, because: "\(error)")
        }
      case .copy(var copy):
        let part = nextPart(of: &copy.rows, from: copy.source)
        if let bytes = contents.withLock({ [copy] in $0.copied(part, of: copy) }) { return bytes }
      }
    }
    return nil
  }

  private func update(_ draft: UpdateDraft) throws(StorageError) -> UpdateMessage {
    let (rows, sticky) = try draft.rows()
    let all = sticky.map { rows + [$0] } ?? rows
    let source = draft.feed.source
    let fields = try source.template == nil ? source.fields : nil
    // The end of what was once is no reason to fetch more.
    if draft.feed === whole { onSend?(rows.lazy.reversed().compactMap(\.tree.item).first) }
    return try UpdateMessage(
      draft, rows, sticky: sticky, draft.feed.contents(of: all, in: draft.present),
      origins: draft.feed.origins(of: rows), fields: fields)
  }

  private func nextPart(
    of rows: inout CopiedRows, from source: any FeedSource
  ) -> PageAnswer {
    do throws(StorageError) {
      switch try rows.nextPart(from: source) {
      case .middle(let text): return .part(text)
      case .last(let text): return .text(text, rowCount: rows.rowCount)
      case .tooLarge:
        let count = rows.byteCountMax >> 20
        return .refused("at most \(count) MiB can be copied at once; select fewer rows")
      case .noModels: return .refused("the rows of this list can be copied as text only")
      }
    } catch {
      return .refused("the rows cannot be read: \(error)")
    }
  }

  private func failReading(_ error: StorageError) {
    fail(PageError(.failed, "the list cannot be read: \(error)"))
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          guard !Task.isCancelled, contents.mustWait else { return false }
          precondition(contents.waiter == nil, "one task asks for the messages of a session")
          contents.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.takeWaiter() }?.resume()
    }
  }

  // MARK: Beginning

  /// Finds the row that is to stay where it is, and begins to show its surroundings.
  private func begin(_ hello: PageMessage.Hello, in state: ListState) {
    do throws(StorageError) {
      let row = try row(for: hello, in: state)
      try contents.withLock { contents in
        Result { () throws(StorageError) in try contents.begin(hello, at: row) }
      }.get()
    } catch {
      failReading(error)
    }
  }

  /// Returns the wanted row, or what is nearest to it by now; `nil` if none is wanted, or the list is
  /// empty.
  ///
  /// A row that is gone is looked up in the revision that the page has shown. If that is no longer
  /// readable, the row in the same slot takes its place.
  private func row(
    for hello: PageMessage.Hello, in state: ListState
  ) throws(StorageError) -> TreeID? {
    guard let place = hello.place else { return nil }
    if try state.place(of: place.row) != nil { return place.row }
    if hello.query == nil, shows(whole), let revision = hello.revision, revision >= 0,
      revision <= state.revision,
      state.revision - revision <= PageLimits.followedRevisionCountMax,
      let source = formerState(at: revision).map({ RowSlots($0) }),
      let slot = try source.slot(of: place.row),
      let item = try source.item(nearestTo: place.row),
      let anchor = try source.state.anchor(of: item, in: state),
      let nearest = RowSlots(state).nearest(anchor, to: slot, from: source)
    {
      return nearest.row
    }
    let slot = min(max(0, place.slot), state.slotCount - 1)
    return try state.place(atSlot: slot).flatMap { place throws(StorageError) in
      try state.tree(at: place)
    }
  }

  private func formerState(at revision: Revision) -> ListState? {
    do throws(StorageError) {
      return try feed.source.state(at: revision)
    } catch {
      // It was compacted away, most often.
      return nil
    }
  }

  // MARK: Questions

  /// Starts what is asked for and not done yet.
  private func startJobs() {
    contents.withLock { contents in
      if let wish = contents.wish, wish.task == nil {
        contents.wish?.task = Task { [weak self] in await self?.turn(to: wish) }
      }
      if contents.needsWorker {
        contents.worker = Task { [weak self] in
          while let (job, answerer) = self?.takeJob() {
            self?.answer(job.id, await answerer.answer(to: job.question))
          }
        }
      }
      let answerer = answerer(for: contents.feed)
      for (index, search) in contents.searches.enumerated() where search.task == nil {
        contents.searches[index].task = Task { [weak self, answerer] in
          let found = await answerer.answer(to: search) { [weak self] in self?.answer(search.id, $0)
          }
          self?.answer(search.id, found)
        }
      }
    }
  }

  private func answerer(for feed: ListFeed) -> PageAnswerer {
    PageAnswerer(
      source: feed.source, state: { feed.present.state }, allowsEdits: list.allowsEdits,
      steps: list.steps ?? PageSteps(of: feed.source))
  }

  // MARK: Queries

  /// Shows what the page wants to see, or tells it why not.
  private func turn(to wish: SessionContents.Wish) async {
    do throws(PageError) {
      try await prepare(wish)
      let (former, target) = contents.withLock { ($0.feed, $0.wish?.feed ?? whole) }
      var tasks: [Task<Void, Never>] = []
      if former === target {
        contents.withLock { $0.stay(wish.number) }
      } else {
        try target.attach(self) { present in
          let ended = contents.withLock { $0.turn(to: wish.number, target, present) }
          tasks = ended ?? []
          return ended != nil
        }
        if former !== whole { former.detachIfGone(self) }
      }
      for task in tasks { task.cancel() }
    } catch {
      contents.withLock { $0.stay(wish.number, refusal: error) }
    }
    contents.withLock { $0.takeWaiter() }?.resume()
    // Where the page cannot stay, it wants to leave.
    startJobs()
  }

  /// Has the list of a query made, if no page shows it.
  private func prepare(_ wish: SessionContents.Wish) async throws(PageError) {
    var query = wish.query
    if query.isWhole { return }
    var source = whole.source
    guard !query.isSortedOrFiltered || queries != nil && source is ModelSource else {
      throw PageError(.refused, "this list can be neither sorted nor filtered")
    }
    if let revision = query.revision {
      let past = try await travel(to: revision, wish)
      query.revision = past?.revision
      source = past?.source ?? source
    }
    guard let queries, query.isSortedOrFiltered, let models = source as? ModelSource else { return }
    let share = try await queries.share(query, of: models, named: list.name)
    contents.withLock { $0.take(share, for: wish.number) }
  }

  /// Has the list read as it was at an earlier revision, if no page shows it.
  ///
  /// - Returns: The number of the revision, and its rows; `nil` if it is the present.
  private func travel(
    to wanted: Revision, _ wish: SessionContents.Wish
  ) async throws(PageError) -> (revision: Revision, source: any FeedSource)? {
    guard let pasts else {
      throw PageError(.refused, "this list can only be shown as it is at present")
    }
    let present = whole.present.state.revision
    let revision = wanted < 0 ? present + max(wanted, -present - 1) : wanted
    guard revision >= 0 else { throw PageError(.refused, "there is no revision before the first") }
    contents.withLock { $0.want(revision == present ? nil : revision, for: wish.number) }
    if revision == present { return nil }
    let feed = try await pasts.feed(
      at: revision, of: whole.source, near: shownPast
    ) { [weak self] share in self?.hasGone(share, to: wish) ?? false }
    let note = feed.source.shownRevision
    var told: JSONObject = [
      "present": .number(Double(present)),
      "summary": .string(summarize?(revision) ?? note?.summary ?? "revision \(revision)"),
    ]
    if let userInfo = note?.userInfo, !userInfo.isEmpty {
      let said = JSONValue.object(userInfo).shortened(byteCountMax: Self.userInfoByteCountMax)
      if case .object = said.value { told["userInfo"] = said.value }
    }
    if let items = note?.changedItems, !items.isEmpty {
      told["changed"] = .array(items.map { .string(TreeID.item($0).key) })
    }
    told["oldest"] = (try? whole.source.oldestRevision).map { .number(Double($0)) }
    let past = SessionContents.Past(feed: feed, told: .object(told))
    contents.withLock { $0.take(past, for: wish.number) }
    return (revision, feed.source)
  }

  /// Tells the page how far the way to an earlier revision is gone.
  ///
  /// - Returns: Whether the page still wants to go there.
  private func hasGone(_ share: Double, to wish: SessionContents.Wish) -> Bool {
    let (isWanted, waiter) = contents.withLock { contents in
      (contents.hasGone(share, for: wish.number), contents.takeWaiter())
    }
    waiter?.resume()
    return isWanted
  }

  /// The earlier revision that is shown, from which others are near; `nil` at present.
  private var shownPast: (any FeedSource)? {
    let source = feed.source
    return source.shownRevision == nil ? nil : source
  }

  /// Whether the rows that are shown come from a feed.
  func shows(_ feed: ListFeed) -> Bool { contents.withLock { $0.feed === feed } }

  private func takeJob() -> (SessionContents.Job, PageAnswerer)? {
    contents.withLock { contents in
      contents.takeJob().map { ($0, answerer(for: contents.feed)) }
    }
  }

  private func answer(_ id: Int, _ answer: PageAnswer) {
    contents.withLock { contents -> Waiter? in
      contents.answer(id, answer)
      return contents.takeWaiter()
    }?.resume()
  }

  // MARK: Asking

  /// Whether ``nextMessage()`` would wait.
  package var hasNothingToSend: Bool { contents.withLock { $0.hasNothingToSend } }

  /// Whether nothing follows.
  var isOver: Bool { contents.withLock { $0.isOver } }

  /// Waits until the session has been told of a revision of the list that it shows, or that is followed no longer.
  package func hasFollowed(to revision: Revision) async { await feed.hasTold(revision) }

  /// The number of rows that the session keeps the identities of.
  var keptRowCount: Int { contents.withLock { $0.keptRowCount } }
}

/// A list of a site, as pages are told about it.
struct ListDescription: Sendable {
  /// Its component in the path of the page.
  let name: String
  let title: String
  let allowsEdits: Bool
  /// What pages undo and redo; `nil` if that is what was done in the list that they show.
  var steps: PageSteps?
  let look: PageLook
  let template: RowTemplate?
  let canSearch: Bool
  /// Whether pages may sort, filter and group it.
  var canQuery = false
  /// Whether pages may show it as it was.
  var canTravel = false
  /// Whether the site has pages below `/inspect`.
  var hasInspector = false

  /// The first message of a session.
  var greeting: [UInt8] {
    var members: JSONObject = [
      "roster": 1, "list": .string(name), "title": .string(title), "look": .string(look.rawValue),
      "edits": .bool(allowsEdits), "search": .bool(canSearch), "inspector": .bool(hasInspector),
    ]
    if canQuery { members["queries"] = true }
    if canTravel { members["past"] = true }
    members["template"] = template.map { .string($0.description) }
    return JSONValue.object(members).bytes
  }
}

extension JSONValue {
  /// The canonical text in UTF-8.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes
  }
}

/// The task that waits for the next message of a session.
typealias Waiter = CheckedContinuation<Void, Never>
