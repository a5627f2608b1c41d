internal import RosterConcurrency
internal import RosterEngine
internal import RosterJSON
internal import RosterNavigation

/// What one window of a browser shows of a navigator: the visible page, whose list is followed, and the
/// history of the window, whose entries are the pages that the user can go back through.
///
/// The pages of a session are sessions of their lists, one after the other. What the page says to a list goes
/// to the one that was sent last; what it has said to the list before, without knowing of this one, is
/// ignored.
final class NavigationSession: PageSession {
  private let feed: NavigationFeed
  private let contents: Guarded<NavigationSessionContents>

  init(_ feed: NavigationFeed, _ page: NavigationFeed.Page?) {
    self.feed = feed
    contents = Guarded(NavigationSessionContents(page))
  }

  deinit { feed.detach(ObjectIdentifier(self)) }

  // MARK: From the navigator

  /// Takes note of the page that is visible, and of where the user is.
  func show(_ page: NavigationFeed.Page) {
    change { contents, navigation in contents.show(page, in: navigation) }
  }

  /// Has the page show a note.
  func tell(_ notice: String) {
    change { contents, _ in contents.tell(notice) }
  }

  /// Ends the session with an error, which the page is told.
  func fail(_ error: PageError) {
    change { contents, _ in contents.fail(error) }
  }

  func close() {
    let list = contents.withLock { contents in
      contents.isOver = true
      return contents.list
    }
    list?.close()
    change { _, _ in }
    feed.detach(ObjectIdentifier(self))
  }

  /// Changes what the session knows, and wakes what waits for its next message.
  private func change(
    _ body: (inout NavigationSessionContents, PageNavigation) -> Void
  ) {
    let (waiter, waiting, observers) = contents.withLock { contents in
      body(&contents, feed.navigation)
      let waiting = contents.hasOwnStep ? contents.waiting : nil
      return (contents.takeWaiter(), waiting, contents.noteChange())
    }
    waiter?.resume()
    waiting?.cancel()
    for observer in observers { observer.resume() }
  }

  // MARK: From the page

  func receive(_ message: [UInt8]) throws(PageError) {
    do throws(PageError) {
      let said = try NavigationMessage(message)
      let list = try contents.withLock { contents in
        Result { () throws(PageError) in try contents.take(said) }
      }.get()
      try list?.receive(message)
    } catch {
      fail(error)
      throw error
    }
    startRequests()
    change { contents, navigation in contents.follow(navigation) }
  }

  /// Does what the user wants, one request after the other.
  private func startRequests() {
    contents.withLock { contents in
      guard contents.requestTask == nil, !contents.requests.isEmpty else { return }
      contents.requestTask = Task { [weak self, feed] in
        await feed.retry()
        while let request = self?.takeRequest() {
          var refusal: String?
          do throws(NavigationError) {
            try await feed.navigation.perform(request)
          } catch {
            refusal = "\(error)"
          }
          self?.change { [refusal] contents, navigation in
            contents.performed(refusal, in: navigation)
          }
        }
      }
    }
  }

  private func takeRequest() -> BrowserHistory.Request? {
    contents.withLock { $0.takeRequest() }
  }

  // MARK: To the page

  func nextMessage() async -> [UInt8]? {
    while !Task.isCancelled {
      switch contents.withLock({ $0.nextStep(feed.navigation) }) {
      case .send(let message): return message
      case .end: return nil
      case .wait: await wait()
      case .turn(let page): return turn(to: page)
      case .follow(let list):
        if let message = await next(of: list) { return message }
        // It has told the page why it is over.
        if list.isOver, contents.withLock({ $0.list === list && !$0.hasOwnStep }) { return nil }
      }
    }
    return nil
  }

  /// Goes to the list of another page.
  private func turn(to page: NavigationFeed.Page) -> [UInt8] {
    var (list, fault): (ListSession?, PageError?)
    do throws(PageError) {
      let served = try page.list.get()
      list = try served.feed.attach { present in
        ListSession(served.feed, served.description, present, onSend: served.feed.onSend)
      }
    } catch {
      fault = error
    }
    let former = contents.withLock { [list] contents in contents.turned(to: page, list) }
    former?.close()
    return page.message(fault)
  }

  /// Waits for the next message of a list; `nil` if something of this session comes before.
  private func next(of list: ListSession) async -> [UInt8]? {
    let waiting = Task { await list.nextMessage() }
    let mayWait = contents.withLock { contents in
      contents.waiting = waiting
      return !contents.hasOwnStep
    }
    if !mayWait { waiting.cancel() }
    defer { contents.withLock { $0.waiting = nil } }
    return await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          guard !Task.isCancelled, !contents.hasOwnStep, contents.list == nil else { return false }
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

  // MARK: Asking

  /// Whether ``nextMessage()`` would wait.
  var hasNothingToSend: Bool {
    let (hasOwnStep, list) = contents.withLock { ($0.hasOwnStep, $0.list) }
    return !hasOwnStep && list?.hasNothingToSend != false
  }

  /// Whether the page was sent where the user is now.
  private var isSettled: Bool {
    get throws(NavigationError) {
      let place = try feed.navigation.place()
      return hasNothingToSend && contents.withLock { $0.isSettled(at: place) }
    }
  }

  /// Waits until there is something to send, or the page was sent where the user is now.
  func settle() async throws(NavigationError) {
    while true {
      let changeCount = contents.withLock { $0.changeCount }
      if !hasNothingToSend { return }
      if try isSettled { return }
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { $0.observe(continuation, after: changeCount) }
        if !mustWait { continuation.resume() }
      }
    }
  }
}

extension NavigationFeed.Page {
  /// The message that has a browser show this page.
  fileprivate func message(_ fault: PageError?) -> [UInt8] {
    var members: JSONObject = ["page": .number(Double(number)), "key": .string(key)]
    members["fault"] = fault.map { .string($0.message) }
    return JSONValue.object(members).bytes
  }
}
