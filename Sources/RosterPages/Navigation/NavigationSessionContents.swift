internal import RosterJSON
internal import RosterNavigation

/// What a session of a navigator knows, and decides. Nothing here waits.
struct NavigationSessionContents {
  /// What to do next.
  enum Step {
    case send([UInt8])
    /// Show another page.
    case turn(NavigationFeed.Page)
    /// Send what the list of the page has to say.
    case follow(ListSession)
    case wait
    case end
  }

  // MARK: The history of the window

  private var history = BrowserHistory()
  /// The history as the page remembers it.
  private var sentHistory: BrowserHistory?
  /// The steps that the page has yet to carry out.
  private var steps: [BrowserHistory.Step] = []
  /// The number of the place that the page has told last. If it moves while steps are on their way, they
  /// lead from a place where it is not any more: it carries out none of them, and says where it is.
  private var placeNumber = 0
  /// What the user wants, and was not begun yet.
  private(set) var requests: [BrowserHistory.Request] = []
  private var isPerforming = false
  /// Why the last request was refused, until the page is told.
  private var refusal: String?
  /// Does what the user wants.
  var requestTask: Task<Void, Never>?
  /// Whether the page has said where it is.
  private var hasBegun = false

  // MARK: The page

  /// The page that is visible.
  private var page: NavigationFeed.Page?
  /// Where the user was when the history followed.
  private var place: PageNavigation.Place?
  /// The number of the page that was sent last.
  private var sentPage = 0
  private(set) var list: ListSession?
  /// What the page is to show for some seconds, until it is sent.
  private var notices: [String] = []
  /// Whether the page has said hello to this list.
  private var isGreeted = false

  // MARK: The end

  private var failure: PageError?
  var isOver = false
  var waiter: Waiter?
  /// Counts what has happened to the session, as far as it is not what the list of the page does.
  private(set) var changeCount = 0
  /// What waits for the next change.
  private var observers: [Waiter] = []
  /// Waits for the next message of the list.
  var waiting: Task<[UInt8]?, Never>?

  init(_ page: NavigationFeed.Page?) { self.page = page }

  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }

  /// Notes a change.
  ///
  /// - Returns: What has waited for one.
  mutating func noteChange() -> [Waiter] {
    changeCount += 1
    defer { observers = [] }
    return observers
  }

  /// Keeps what waits for a change, unless there was one since they were counted.
  mutating func observe(_ observer: Waiter, after count: Int) -> Bool {
    guard changeCount == count else { return false }
    observers.append(observer)
    return true
  }

  /// Takes a note. A page that reads slowly misses the oldest ones.
  mutating func tell(_ notice: String) {
    guard hasBegun, !isOver else { return }
    notices = notices.suffix(Self.noticeCountMax - 1) + [notice]
  }

  private static let noticeCountMax = 8

  mutating func fail(_ error: PageError) {
    if failure == nil { failure = error }
  }

  // MARK: The navigator

  mutating func show(_ page: NavigationFeed.Page, in navigation: PageNavigation) {
    self.page = page
    follow(navigation)
  }

  /// Brings the history of the window to where the user is now, unless that is about to change.
  mutating func follow(_ navigation: PageNavigation) {
    guard hasBegun, !isBusy, !isOver else { return }
    do throws(NavigationError) {
      let place = try navigation.place()
      self.place = place
      steps += history.follow(place.addresses)
    } catch {
      fail(PageError(.failed, "the pages cannot be read: \(error)"))
    }
  }

  /// Whether the user wants something that was not done yet.
  private var isBusy: Bool { isPerforming || !requests.isEmpty }

  mutating func takeRequest() -> BrowserHistory.Request? {
    guard !isOver, !requests.isEmpty else {
      requestTask = nil
      return nil
    }
    isPerforming = true
    return requests.removeFirst()
  }

  mutating func performed(_ refusal: String?, in navigation: PageNavigation) {
    isPerforming = false
    if let refusal { self.refusal = refusal }
    follow(navigation)
  }

  // MARK: The page of the browser

  /// Takes a message.
  ///
  /// - Returns: The session of the list that the message is for.
  mutating func take(_ message: NavigationMessage) throws(PageError) -> ListSession? {
    guard !isOver, failure == nil else { return nil }
    switch message {
    case .loaded(let place):
      guard !hasBegun else { throw PageError(.malformed, "a page is loaded once") }
      begin(at: place)
      load(place)
    case .following(let place):
      guard !hasBegun else { throw PageError(.malformed, "a page goes on once") }
      begin(at: place)
      // The user may have moved while there was no connection.
      if place.entry != history.current { land(at: place) }
    case .landed(let place):
      guard hasBegun else { throw Self.hasNotBegun }
      begin(at: place)
      land(at: place)
    case .open(let address):
      guard hasBegun else { throw Self.hasNotBegun }
      requests.append(.open(address))
    case .hello(let number):
      guard number == sentPage else { return nil }
      isGreeted = true
      return list
    case .other:
      guard hasBegun else { throw Self.hasNotBegun }
      return isGreeted ? list : nil
    }
    return nil
  }

  private static let hasNotBegun = PageError(
    .malformed, "the first message must say where the page is")

  /// Goes on from where the page is, with the history as it knows it.
  private mutating func begin(at place: NavigationMessage.Place) {
    hasBegun = true
    history = place.memory ?? BrowserHistory()
    sentHistory = place.memory
    steps = []
    placeNumber = place.number
  }

  private mutating func load(_ place: NavigationMessage.Place) {
    let (request, steps) = history.loaded(
      place.entry, address: place.address, visit: place.visit)
    requests.append(request)
    self.steps += steps
  }

  private mutating func land(at place: NavigationMessage.Place) {
    // An entry that says nothing may stand anywhere: before the first answer, the page knows no more than
    // the user's browser. So a visit begins with it, and no step leads before it.
    guard place.entry != nil else { return load(place) }
    let (request, steps) = history.landed(place.entry, address: place.address)
    if let request { requests.append(request) }
    self.steps += steps
  }

  // MARK: Steps

  private var hasHistoryToSend: Bool {
    hasBegun && (!steps.isEmpty || refusal != nil || sentHistory != history)
  }

  /// Whether the page that is visible was not sent. One that is about to go is not.
  private var hasPageToSend: Bool {
    guard hasBegun, !isBusy, let page else { return false }
    return page.number != sentPage && page.key == place?.key
  }

  /// Whether there is something to do that comes before what the list has to say.
  var hasOwnStep: Bool {
    isOver || failure != nil || hasHistoryToSend || hasPageToSend || !notices.isEmpty
  }

  /// Whether the page was sent where the user is.
  func isSettled(at place: PageNavigation.Place) -> Bool {
    hasBegun && !hasOwnStep && !isBusy && self.place == place && page?.key == place.key
      && page?.number == sentPage
  }

  mutating func nextStep(_ navigation: PageNavigation) -> Step {
    if isOver { return .end }
    if let failure {
      isOver = true
      return .send(
        JSONValue.object([
          "error": .string(failure.message), "code": .string(failure.code.rawValue),
        ]).bytes)
    }
    // The address first, since the page shows its list below it.
    if hasHistoryToSend {
      let message = history.message(steps, number: placeNumber, refused: refusal)
      (steps, refusal, sentHistory) = ([], nil, history)
      return .send(message)
    }
    if hasPageToSend, let page { return .turn(page) }
    if !notices.isEmpty {
      return .send(JSONValue.object(["notice": .string(notices.removeFirst())]).bytes)
    }
    return list.map { .follow($0) } ?? .wait
  }

  /// Takes note of the list of a page that is sent now.
  ///
  /// - Returns: The list of the page before.
  mutating func turned(to page: NavigationFeed.Page, _ list: ListSession?) -> ListSession? {
    let former = self.list
    (sentPage, self.list, isGreeted) = (page.number, list, false)
    return former
  }
}
