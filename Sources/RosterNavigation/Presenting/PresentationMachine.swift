import RosterCore

/// Decides which pages are open and visible, and when the user sees a change.
///
/// It knows neither pages nor hosts: it gets states, and returns steps in the order in which they
/// are to be taken.
struct PresentationMachine<Route: Hashable & Sendable> {
  typealias State = NavigationState<Route>
  typealias Change = NavigationChange<Route>

  enum Step: Hashable, Sendable {
    case open(State.Page)
    case appear(ItemID)
    case disappear(ItemID)
    case close(ItemID)
    case begin(PresentedTransition<Route>)
    /// The user sees the state after these changes.
    case finish([Change])
  }

  /// The maximum number of open pages, with the visible one.
  let openPageCountMax: Int
  /// The state that is shown, or that the transition leads to.
  private(set) var shown: State?
  /// The open pages; the one that was visible last is at the end.
  private(set) var open: [ItemID] = []
  private var running: (number: Int, changes: [Change])?
  private var waiting: [Change] = []
  private var lastNumber = 0

  init(openPageCountMax: Int) { self.openPageCountMax = max(1, openPageCountMax) }

  /// Whether a transition is under way.
  var isRunning: Bool { running != nil }

  /// Shows the first state.
  mutating func start(_ state: State) -> [Step] {
    precondition(shown == nil, "a presentation begins once")
    shown = state
    return makeVisible(state.visiblePage)
  }

  /// Shows a change, or keeps it until the transition is finished.
  mutating func receive(_ change: Change) -> [Step] {
    guard running == nil else {
      waiting.append(change)
      return []
    }
    return show([change])
  }

  /// Finishes a transition, and shows what has come meanwhile.
  mutating func finish(_ number: Int) -> [Step] {
    guard let finished = running, finished.number == number else { return [] }
    running = nil
    var steps = closeSurplus() + [.finish(finished.changes)]
    if !waiting.isEmpty {
      let changes = waiting
      waiting = []
      steps += show(changes)
    }
    return steps
  }

  /// Tells that a page could not be opened.
  mutating func failed(_ page: ItemID) { open.removeAll { $0 == page } }

  /// Opens the visible page once more if it could not be opened.
  mutating func retry() -> [Step] {
    guard let page = shown?.visiblePage, let id = page.id, !open.contains(id) else { return [] }
    return makeVisible(page)
  }

  /// Closes all pages.
  mutating func end() -> [Step] {
    let visible = shown?.visiblePage.id
    let steps: [Step] = open.reversed().flatMap { id in
      (id == visible ? [.disappear(id)] : []) + [.close(id)]
    }
    self = PresentationMachine(openPageCountMax: openPageCountMax)
    return steps
  }

  // MARK: Steps

  private mutating func show(_ changes: [Change]) -> [Step] {
    guard let last = changes.last, let former = shown else { return [] }
    let change = Change(from: former, to: last.after)
    shown = last.after
    guard let transition = change.transition else {
      return closeSurplus() + [.finish(changes)]
    }
    let page = last.after.visiblePage
    // Opened first, so that there is something to see when the other one disappears.
    var steps = makeOpen(page)
    if let id = former.visiblePage.id { steps.append(.disappear(id)) }
    if let id = page.id { steps.append(.appear(id)) }
    lastNumber += 1
    running = (lastNumber, changes)
    steps.append(
      .begin(
        PresentedTransition(
          number: lastNumber, transition: transition, disappearing: former.visiblePage,
          appearing: page)))
    return steps
  }

  private mutating func makeVisible(_ page: State.Page) -> [Step] {
    makeOpen(page) + (page.id.map { [.appear($0)] } ?? [])
  }

  /// Opens a page if it is not open, and puts it at the end of those that are.
  private mutating func makeOpen(_ page: State.Page) -> [Step] {
    guard let id = page.id else { return [] }
    let isOpen = open.contains(id)
    open.removeAll { $0 == id }
    open.append(id)
    return isOpen ? [] : [.open(page)]
  }

  /// Closes the pages that are gone, and of those that are covered the ones that were visible
  /// longest ago.
  private mutating func closeSurplus() -> [Step] {
    let existing = Set(shown?.pages.compactMap(\.id) ?? [])
    let visible = shown?.visiblePage.id
    var closed = open.filter { !existing.contains($0) }
    let remaining = open.filter { existing.contains($0) && $0 != visible }
    let surplus = remaining.count + 1 - openPageCountMax
    if surplus > 0 { closed += remaining.prefix(surplus) }
    open.removeAll { closed.contains($0) }
    return closed.map { .close($0) }
  }
}

/// A transition between two pages that a host plays.
public struct PresentedTransition<Route: Hashable & Sendable>: Hashable, Sendable {
  let number: Int
  /// What it is.
  public let transition: NavigationTransition
  /// The page that the user has seen.
  public let disappearing: NavigationState<Route>.Page
  /// The page that the user sees afterwards.
  public let appearing: NavigationState<Route>.Page
}
