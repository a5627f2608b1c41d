internal import RosterCore
internal import RosterJSON

/// What a session knows, and decides. Nothing here waits, or reads the contents of rows.
struct SessionContents {
  /// A question that is answered in its turn.
  struct Job {
    let id: Int
    let question: PageQuestion
  }

  /// A search that is under way.
  struct Search {
    enum Goal {
      case next(from: TreeID?, ListSearch.Direction)
      case count(of: TreeID?)
    }

    let id: Int
    let search: ListSearch
    let goal: Goal
    var task: Task<Void, Never>?

    var isCount: Bool { if case .count = goal { true } else { false } }
  }

  /// A copy that is under way.
  struct Copy {
    /// Tells it from one with the same number in the page that was cancelled.
    let order: Int
    let id: Int
    let source: any FeedSource
    var rows: CopiedRows
  }

  /// What the page wants to see, until that is shown or refused.
  struct Wish {
    /// Tells it from others with the same query.
    let number: Int
    var query: RowQuery
    /// Keeps the list of the query, once it is there; `nil` if that is all of the list.
    var share: QueriedLists.Share?
    /// The list at an earlier revision, once it is there.
    var past: Past?
    /// Why the page is led away from what it shows; `nil` if it has asked for that.
    var reason: String?
    /// Asks for the list of the query.
    var task: Task<Void, Never>?

    /// The share of the way to an earlier revision that the page was last told of.
    var toldShare = 0.0

    /// Where the rows come from; `nil` for all rows of the present.
    var feed: ListFeed? { share?.feed ?? past?.feed }
  }

  /// A list at an earlier revision.
  struct Past {
    /// All rows of it, whether they are shown or those of a query.
    let feed: ListFeed
    /// What the page is told of it.
    let told: JSONValue
  }

  /// What depends on where rows are, in the order in which the page said it.
  private enum Move {
    case window(PageMessage.WindowRequest)
    case fold(PageMessage.FoldRequest)
    case seek(id: Int, PageQuestion.SeekTarget)
    case copy(id: Int, CopyRequest)

    var isFold: Bool { if case .fold = self { true } else { false } }

    /// The question, if it is one.
    var id: Int? {
      switch self {
      case .window, .fold: nil
      case .seek(let id, _), .copy(let id, _): id
      }
    }
  }

  private struct WaitingAnswer {
    let id: Int
    let isLast: Bool
    let bytes: [UInt8]
  }

  /// What to do next.
  enum Step {
    case send([UInt8])
    /// Show the surroundings of the row that the page wants to begin with.
    case begin(PageMessage.Hello, in: ListState)
    case update(UpdateDraft)
    /// Read the next part of a copy.
    case copy(Copy)
    case wait
    case end
  }

  // MARK: The list

  /// What is shown of the list, and where its rows come from.
  private(set) var query = RowQuery()
  private(set) var feed: ListFeed
  /// Keeps the list of the query; `nil` if all of the list is shown.
  private var share: QueriedLists.Share?
  /// The earlier revision that is shown; `nil` at present.
  private var past: Past?
  /// Why what is shown does not follow the list; `nil` if it does.
  private var fault: String?
  /// Why what is shown is to be left, for the reader; `nil` if it may stay.
  private var departure: String?
  /// How many lists were shown before.
  private var turn = 0
  /// The last update that was made of a list that was shown before.
  private var formerUpdate = 0
  var wish: Wish?
  private var wishCount = 0
  /// What the page is to be told of its query.
  private var queryMessage: [UInt8]?
  /// What it is to be told of the way to an earlier revision.
  private var travelMessage: [UInt8]?

  // MARK: What is asked for

  private(set) var window: PageWindow
  private var hello: PageMessage.Hello?
  private var isGreeted = false
  private var hasBegun = false
  private var moves: [Move] = []
  /// The row that the next update leads to.
  private var place: TreeID?

  // MARK: What was sent

  private var sent = SentRows()
  /// The rows of the updates from the last one that the page shows on.
  private var windows: [Int: SentWindow] = [:]
  private var updateCount = 0
  private var shownCount = 0
  /// Whether the page was not sent something that has changed.
  private var isOutdated = false

  // MARK: What is answered

  /// The questions without an answer that the page has read, and whether they are events.
  private var open: [Int: Bool] = [:]
  private var jobs: [Job] = []
  private var answers: [WaitingAnswer] = []
  /// At most one for the next match, and one that counts.
  var searches: [Search] = []
  /// The first one is read while it is sent; the others wait.
  private var copies: [Copy] = []
  private var copyCount = 0
  /// Whether an update was sent since the last part of a copy.
  private var isCopyNext = false
  /// Does the jobs, one after the other.
  var worker: Task<Void, Never>?

  // MARK: The end

  var failure: PageError?
  private(set) var isOver = false
  var waiter: Waiter?

  init(_ feed: ListFeed, _ present: FeedPresent) {
    self.feed = feed
    window = PageWindow(present)
  }

  /// Ends the session, and forgets what is not done yet.
  mutating func close() {
    isOver = true
    (jobs, answers, moves, copies) = ([], [], [], [])
    (share, past, wish) = (nil, nil, nil)
  }

  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }

  /// The number of rows whose identities are kept.
  var keptRowCount: Int { windows.values.reduce(sent.rows.count) { $0 + $1.rows.count } }

  // MARK: Messages

  /// Takes a batch.
  mutating func take(_ batch: FeedBatch) {
    isOutdated = true
    do throws(StorageError) {
      try window.take(batch)
    } catch {
      // The window stays at its slots. The update that reads them says what is wrong.
    }
  }

  /// Takes a message of the page.
  ///
  /// - Returns: A search that is not wanted any more.
  /// - Throws: A `PageError` that ends the session.
  mutating func take(
    _ message: PageMessage, for list: ListDescription
  ) throws(PageError) -> Task<Void, Never>? {
    if case .hello(let hello) = message {
      guard self.hello == nil else {
        throw PageError(.malformed, "only the first message may be a hello")
      }
      guard hello.versions.contains(1) else {
        throw PageError(.refused, "this server speaks version 1 of the protocol; reload the page")
      }
      self.hello = hello
      if let query = hello.query { _ = wish(for: query) }
      return nil
    }
    guard hello != nil else {
      throw PageError(.malformed, "the first message must be a hello")
    }
    switch message {
    case .hello: return nil
    case .window(let request):
      if let shown = request.shown { try takeShown(shown) }
      // Only the last one counts, unless a seek lies between them.
      if case .window = moves.last { moves.removeLast() }
      moves.append(.window(request))
      return nil
    case .shown(let number):
      try takeShown(number)
      return nil
    case .query(let query): return wish(for: query)
    case .fold(let request):
      if let shown = request.shown { try takeShown(shown) }
      // Each one says it for all sections.
      if moves.last?.isFold == true { moves.removeLast() }
      guard moves.count(where: \.isFold) < PageLimits.waitingFoldCountMax else {
        throw PageError(.busy, "sections were folded too many times at once")
      }
      moves.append(.fold(request))
      return nil
    case .question(let id, let question): return try ask(id, question)
    case .cancel(let id): return cancel(id)
    }
  }

  private mutating func takeShown(_ number: Int) throws(PageError) {
    guard number <= updateCount else {
      throw PageError(.malformed, "update \(number) was not sent yet")
    }
    guard number > shownCount else { return }
    shownCount = number
    windows = windows.filter { $0.key >= number }
  }

  private mutating func ask(
    _ id: Int, _ question: PageQuestion
  ) throws(PageError) -> Task<Void, Never>? {
    guard open[id] == nil else {
      throw PageError(.malformed, "question \(id) is open already")
    }
    guard answers.count < PageLimits.waitingAnswerCountMax else {
      throw PageError(.busy, "too many answers were not read")
    }
    let isEvent = if case .event = question { true } else { false }
    let countMax = isEvent ? PageLimits.openEventCountMax : PageLimits.openQuestionCountMax
    guard open.values.count(where: { $0 == isEvent }) < countMax else {
      refuse(id, "too many questions are open; wait for the answers")
      return nil
    }
    open[id] = isEvent
    switch question {
    case .seek(let target): moves.append(.seek(id: id, target))
    case .copy(let request): moves.append(.copy(id: id, request))
    case .find(let search, let start, let direction):
      return begin(Search(id: id, search: search, goal: .next(from: start, direction)))
    case .count(let search, let row):
      return begin(Search(id: id, search: search, goal: .count(of: row)))
    case .model, .step, .foresee, .event: jobs.append(Job(id: id, question: question))
    }
    return nil
  }

  /// Begins a search in place of the one with the same goal.
  ///
  /// - Returns: What is not wanted any more.
  private mutating func begin(_ search: Search) -> Task<Void, Never>? {
    let former = searches.first { $0.isCount == search.isCount }
    if let former { answer(former.id, .refused("another search has begun")) }
    searches.append(search)
    return former?.task
  }

  private mutating func cancel(_ id: Int) -> Task<Void, Never>? {
    open[id] = nil
    answers.removeAll { $0.id == id }
    jobs.removeAll { $0.id == id }
    copies.removeAll { $0.id == id }
    moves.removeAll { $0.id == id }
    return searches.firstIndex { $0.id == id }.flatMap { searches.remove(at: $0).task }
  }

  // MARK: Queries

  /// Wants other rows, in place of those that were wanted last.
  ///
  /// - Returns: What is not wanted any more.
  private mutating func wish(for query: RowQuery) -> Task<Void, Never>? {
    travelMessage = nil
    defer {
      wishCount += 1
      wish = Wish(number: wishCount, query: query)
    }
    return wish?.task
  }

  /// Takes what keeps the list that is wanted; `nil` if all of the list is. Nothing else is to keep it then, so that it
  /// goes as soon as the session shows something else.
  mutating func take(_ share: QueriedLists.Share?, for number: Int) {
    if wish?.number == number { wish?.share = share }
  }

  /// Takes the earlier revision that is wanted.
  mutating func take(_ past: Past, for number: Int) {
    if wish?.number == number { wish?.past = past }
  }

  /// Takes which revision is wanted, if the page has not named it by its number; `nil` if it is the present.
  mutating func want(_ revision: Revision?, for number: Int) {
    if wish?.number == number { wish?.query.revision = revision }
  }

  /// Takes how far the way to an earlier revision is gone, and tells the page now and then.
  ///
  /// - Parameter share: From 0 to 1.
  /// - Returns: Whether the page still wants to go there.
  mutating func hasGone(_ share: Double, for number: Int) -> Bool {
    guard !isOver, let wish, wish.number == number else { return false }
    if share - wish.toldShare >= Self.toldShareMin {
      self.wish?.toldShare = share
      let members: JSONObject = ["travelling": .number((share * 100).rounded() / 100)]
      travelMessage = JSONValue.object(members).bytes
    }
    return true
  }

  private static let toldShareMin = 0.02

  /// Leads the page back to the rows of the present, unless it wants something else by now, and gets that.
  ///
  /// - Parameters:
  ///   - feed: What cannot be shown any longer.
  ///   - reason: Why, for the reader.
  /// - Returns: Whether the page leaves it.
  mutating func leave(_ feed: ListFeed, because reason: String) -> Bool {
    guard !isOver, failure == nil, self.feed === feed else { return false }
    departure = departure ?? reason
    // What was chosen in the past is chosen at present, too.
    if wish == nil { wishForPresent(query.revision == nil ? RowQuery() : query.ofPresent) }
    return true
  }

  /// - Parameter query: Which of its rows.
  private mutating func wishForPresent(_ query: RowQuery = RowQuery()) {
    wishCount += 1
    wish = Wish(number: wishCount, query: query, reason: departure)
  }

  /// Takes why what is shown does not follow the list; `nil` if it does again.
  mutating func note(_ fault: String?, of feed: ListFeed) {
    guard !isOver, self.feed === feed, self.fault != fault else { return }
    self.fault = fault
    // A page takes what it is told of a query as the answer to the last one it asked for, which says this too.
    if wish == nil { tellQuery() }
  }

  /// Goes to the list that is wanted: what was asked of the former one is refused.
  ///
  /// - Parameters:
  ///   - number: That of the wish.
  ///   - feed: Where the rows come from.
  ///   - present: The list as it is now.
  /// - Returns: The searches that are not wanted any more; `nil` if the page wants something else by now.
  mutating func turn(
    to number: Int, _ feed: ListFeed, _ present: FeedPresent
  ) -> [Task<Void, Never>]? {
    guard !isOver, let wish, wish.number == number else { return nil }
    self.wish = nil
    // Through time, a reader stays at a row. Other rows are read from the first one on.
    let isTravel = query.revision != wish.query.revision
    let hasGroups = query.group != nil || wish.query.group != nil
    (query, self.feed, share, past) = (wish.query, feed, wish.share, wish.past)
    fault = present.fault
    departure = nil
    turn += 1
    formerUpdate = updateCount
    let former = window
    window = PageWindow(present)
    if isTravel {
      // Groups have other keys at another revision.
      window.goOn(from: former, keepsFolding: !hasGroups)
    } else {
      window.show(first: 0, count: former.count, anchor: nil)
    }
    place = nil
    let tasks = searches.compactMap(\.task)
    for id in searches.map(\.id) + copies.map(\.id) + moves.compactMap(\.id) {
      answer(id, .refused("other rows are shown by now"))
    }
    (searches, copies, moves) = ([], [], [])
    isOutdated = true
    tellQuery(refusal: wish.reason)
    return tasks
  }

  /// Stays with what is shown, or goes back to all rows of the present if that cannot be shown any longer.
  ///
  /// - Parameters:
  ///   - number: That of the wish.
  ///   - refusal: Why the wish is refused; `nil` if it is shown already.
  mutating func stay(_ number: Int, refusal: PageError? = nil) {
    guard !isOver, let wish, wish.number == number else { return }
    self.wish = nil
    if departure != nil, !wish.query.isWhole { return wishForPresent() }
    tellQuery(refusal: refusal?.message)
  }

  private mutating func tellQuery(refusal: String? = nil) {
    var members: JSONObject = ["query": query.json]
    members["past"] = past?.told
    members["fault"] = fault.map { .string($0.shortened(byteCountMax: 1_000)) }
    members["refused"] = refusal.map { .string($0.shortened(byteCountMax: 1_000)) }
    queryMessage = JSONValue.object(members).bytes
    travelMessage = nil
  }

  // MARK: Answers

  /// Whether there is a job that no task does.
  var needsWorker: Bool { worker == nil && !jobs.isEmpty && !isOver }

  /// Returns the next question to answer; `nil` if the worker may go.
  mutating func takeJob() -> Job? {
    guard !isOver, !jobs.isEmpty else {
      worker = nil
      return nil
    }
    return jobs.removeFirst()
  }

  /// Takes the answer to a question, unless that was cancelled.
  mutating func answer(_ id: Int, _ answer: PageAnswer) {
    guard open[id] != nil, !isOver else { return }
    if answer.isLast { searches.removeAll { $0.id == id } }
    // Only the last word about the progress counts.
    answers.removeAll { $0.id == id && !$0.isLast }
    answers.append(
      WaitingAnswer(
        id: id, isLast: answer.isLast, bytes: answer.bytes(id: id, place: presentPlace(of:))))
  }

  private mutating func refuse(_ id: Int, _ message: String) {
    answers.append(
      WaitingAnswer(
        id: id, isLast: true, bytes: PageAnswer.refused(message).bytes(id: id) { _ in nil }))
  }

  /// Returns where a row is in the list as the page will see it; of a folded one, where the header is.
  private func presentPlace(of row: TreeID) -> (slot: Int, item: Int)? {
    do throws(StorageError) {
      let shown = window.shown
      guard let row = try shown.shownRow(for: row) else { return nil }
      return try shown.slot(of: row).map { ($0, shown.itemCount(beforeSlot: $0)) }
    } catch {
      return nil
    }
  }

  // MARK: Steps

  private var canUpdate: Bool { isOutdated && isFollowed }

  /// Whether the page has shown all but a few of the updates.
  private var isFollowed: Bool { updateCount - shownCount < PageLimits.unshownUpdateCountMax }

  /// Whether there is nothing to do.
  var mustWait: Bool { mustWait { _ in true } }

  /// Whether nothing would be sent: what waits is done, but the page hears of it later, or never.
  var hasNothingToSend: Bool {
    mustWait { move in
      switch move {
      case .window, .fold: isFollowed && !isOfFormerRows(move)
      case .seek, .copy: true
      }
    }
  }

  /// Whether there is nothing to do besides moves that do not count.
  private func mustWait(unlessMoved counts: (Move) -> Bool) -> Bool {
    if isOver || failure != nil { return false }
    guard hello != nil else { return true }
    if isGreeted, !hasMessage, !hasBegun, wish != nil { return true }
    return isGreeted && !hasMessage && hasBegun && answers.isEmpty && copies.isEmpty
      && !canUpdate && !moves.contains(where: counts)
  }

  /// Whether the page is to be told of what it has asked to see.
  private var hasMessage: Bool { queryMessage != nil || travelMessage != nil }

  /// Returns what to do next.
  mutating func nextStep(for list: ListDescription) -> Step {
    if isOver { return .end }
    if let failure {
      close()
      return .send(
        JSONValue.object([
          "error": .string(failure.message), "code": .string(failure.code.rawValue),
        ]).bytes)
    }
    guard let hello else { return .wait }
    guard isGreeted else {
      isGreeted = true
      return .send(list.greeting)
    }
    if let message = queryMessage ?? travelMessage {
      if queryMessage == nil { travelMessage = nil } else { queryMessage = nil }
      return .send(message)
    }
    guard hasBegun else {
      // The rows of a query come first, if they come at all.
      return wish == nil ? .begin(hello, in: window.present.state) : .wait
    }
    applyMoves()
    if !answers.isEmpty {
      let answer = answers.removeFirst()
      if answer.isLast { open[answer.id] = nil }
      return .send(answer.bytes)
    }
    // Copies and updates take turns, so that neither waits for the end of the other.
    if let copy = copies.first, isCopyNext || !canUpdate {
      isCopyNext = false
      return .copy(copy)
    }
    guard canUpdate else { return .wait }
    isCopyNext = true
    isOutdated = false
    return .update(
      UpdateDraft(
        number: updateCount + 1, feed: feed, turn: turn, present: window.present,
        shown: window.shown, slots: window.slots, wantedFirst: window.first,
        aboveCount: window.aboveCount, place: place, former: sent))
  }

  private mutating func applyMoves() {
    let moves = moves
    self.moves = []
    for move in moves where !isOfFormerRows(move) {
      do throws(StorageError) {
        switch move {
        case .window(let request):
          isOutdated = true
          try window.show(request, knowing: windows[request.shown ?? shownCount])
        case .fold(let request):
          isOutdated = true
          try window.fold(request.folding, keeping: request.kept)
        case .seek(let id, let target): try seek(id, target)
        case .copy(let id, let request): try beginCopy(id, request)
        }
      } catch {
        failure = failure ?? PageError(.failed, "the list cannot be read: \(error)")
      }
    }
  }

  /// Whether a page asks for what leads nowhere: slots of a list that is shown no more, or its groups, whose keys those of
  /// another list have, too.
  private func isOfFormerRows(_ move: Move) -> Bool {
    switch move {
    case .window(let request): isFormer(request.shown)
    case .fold(let request): isFormer(request.shown)
    case .seek, .copy: false
    }
  }

  /// Whether an update is one of a list that was shown before.
  private func isFormer(_ update: Int?) -> Bool {
    guard let update, turn > 0 else { return false }
    return update <= formerUpdate
  }

  private mutating func seek(
    _ id: Int, _ target: PageQuestion.SeekTarget
  ) throws(StorageError) {
    let state = window.present.state
    let wanted: TreePlace? =
      switch target {
      case .row(let row): try state.place(of: row)
      case .slot(let slot):
        window.shown.place(atSlot: min(max(0, slot), window.shown.slotCount - 1))
      case .item(let item):
        state.path(atOffset: min(max(0, item), state.itemCount - 1)).map(TreePlace.item)
      }
    let row = try wanted.flatMap { place throws(StorageError) in try state.tree(at: place) }
    answer(id, .sought(row))
  }

  // MARK: Copies

  private mutating func beginCopy(
    _ id: Int, _ request: CopyRequest
  ) throws(StorageError) {
    let state = window.present.state
    var slots = 0..<state.slotCount
    if let (start, end) = request.ends {
      // What is folded between them is copied, too.
      let all = RowSlots(state)
      guard let first = try all.slot(of: start), let last = try all.slot(of: end) else {
        return answer(id, .refused("the rows at the ends do not exist any more"))
      }
      slots = min(first, last)..<max(first, last) + 1
    }
    copyCount += 1
    copies.append(
      Copy(
        order: copyCount, id: id, source: feed.source, rows: CopiedRows(slots, of: state, request)))
  }

  /// Takes a part of a copy, or why there is none.
  ///
  /// - Parameter copy: The copy behind this part.
  /// - Returns: The message to send; `nil` if the copy was cancelled.
  mutating func copied(_ answer: PageAnswer, of copy: Copy) -> [UInt8]? {
    guard !isOver, copies.first?.order == copy.order else { return nil }
    if answer.isLast {
      copies.removeFirst()
      open[copy.id] = nil
    } else {
      copies[0] = copy
    }
    return answer.bytes(id: copy.id, place: presentPlace(of:))
  }

  // MARK: Updates

  /// Begins to show the list.
  ///
  /// - Parameter row: The row that is to stay where it is; `nil` if none is.
  mutating func begin(
    _ hello: PageMessage.Hello, at row: TreeID?
  ) throws(StorageError) {
    var first = hello.first
    // Sections of another query are others.
    if query == hello.query ?? RowQuery() { try window.fold(hello.folding, keeping: nil) }
    if let wanted = row {
      // It has gone in the meantime, and is searched once more.
      guard let row = try window.shown.shownRow(for: wanted),
        let slot = try window.shown.slot(of: row)
      else { return }
      if let wanted = hello.place { first += slot - wanted.slot }
      window.show(first: first, count: hello.count, anchor: row)
      // What the page said may have been nonsense.
      window.reveal(row, at: slot)
      place = row
    } else {
      window.show(first: first, count: hello.count, anchor: nil)
    }
    window.aboveCount = 0
    hasBegun = true
    isOutdated = true
  }

  /// Notes that an update was made, unless the list has changed so that it cannot be followed.
  mutating func sent(_ update: UpdateMessage, as draft: UpdateDraft) {
    updateCount = draft.number
    sent = update.rows
    windows[draft.number] = SentWindow(
      first: draft.slots.lowerBound, rows: update.rows.rows.map(\.row))
    guard draft.turn == turn else {
      formerUpdate = draft.number
      return
    }
    window.aboveCount -= draft.aboveCount
    window.wasSent(at: draft.slots.lowerBound, insteadOf: draft.wantedFirst)
    if place == draft.place { place = nil }
    if !update.isComplete { isOutdated = true }
  }

  /// Returns whether a draft could not be made because the list went on.
  ///
  /// If so, the next step makes another one.
  mutating func goesOn(after draft: UpdateDraft) -> Bool {
    guard draft.turn != turn || window.present.version != draft.present.version else {
      return false
    }
    isOutdated = true
    return true
  }
}
