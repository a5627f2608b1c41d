public import RosterCore

/// Keeps the pages of an application open as its navigation needs them, and tells them when they
/// are visible.
///
///     let presenter = NavigationPresenter(navigator) { page in try PhotoPage(page.route, page.id) }
///     presenter.onTransition = { transition in
///       host.play(transition) { presenter.finish(transition) }
///     }
///     presenter.onFinish = { changes in host.show(address: changes.last?.after.path) }
///     try await presenter.run()
///
/// - A page that becomes visible is opened if it is not. Pages that are covered stay open, up to a
///   number; those that were visible longest ago are closed first.
/// - While a transition is played, changes wait. After it they are shown by one transition, so a
///   page that came and went meanwhile is never opened.
/// - ``onFinish`` is called with a change when the user sees its result: after the transition, if
///   there is one.
///
/// A presenter belongs to the isolation of its host. A page may call it from `appear`, `disappear`
/// and `close`: the resulting steps run afterwards.
public final class NavigationPresenter<Route: Codable & Hashable & Sendable, Page: NavigationPage> {
  /// Opens a page of the state.
  public typealias Open = (NavigationState<Route>.Page) throws -> Page

  /// What is presented.
  public let navigator: Navigator<Route>
  /// Plays a transition, and then calls ``finish(_:)``. Without one, pages give way at once.
  public var onTransition: ((PresentedTransition<Route>) -> Void)?
  /// Called with changes whose result the user sees.
  public var onFinish: (([NavigationChange<Route>]) -> Void)?
  /// Called with a page that could not be opened. See ``retry()``.
  public var onFailure: ((NavigationState<Route>.Page, any Error) -> Void)?

  private let open: Open
  private var machine: PresentationMachine<Route>
  private var pages: [ItemID: Page] = [:]
  /// The steps that have yet to be taken, and whether `perform(_:)` is running.
  private var steps: [PresentationMachine<Route>.Step] = []
  private var isPerforming = false
  private var held: [() -> Void] = []

  /// Makes a presenter without pages.
  ///
  /// - Parameters:
  ///   - navigator: The navigation of the application.
  ///   - openPageCountMax: The maximum number of pages that are open when no transition is played,
  ///     with the visible one.
  ///   - open: Opens the page of a route.
  public init(_ navigator: Navigator<Route>, openPageCountMax: Int = 8, open: @escaping Open) {
    self.navigator = navigator
    self.open = open
    machine = PresentationMachine(openPageCountMax: openPageCountMax)
  }

  // MARK: Following

  /// Shows the state and then each change, until the list is closed or the task is cancelled. The
  /// pages stay open.
  ///
  /// - Throws: `NavigationError` if the list cannot be read.
  public func run(isolation: isolated (any Actor)? = #isolation) async throws {
    let changes = try navigator.changes()
    if let shown = machine.shown {
      if shown != changes.start {
        present(NavigationChange(from: shown, to: changes.start, revision: changes.revision))
      }
    } else {
      present(changes.start)
    }
    for try await change in changes { present(change) }
  }

  /// Shows the first state, for hosts that follow the navigator themselves.
  public func present(_ state: NavigationState<Route>) {
    guard machine.shown == nil else { return }
    perform(machine.start(state))
  }

  /// Shows a change, for hosts that follow the navigator themselves. If a transition is being
  /// played, the change waits for its end.
  public func present(_ change: NavigationChange<Route>) {
    if machine.shown == nil { perform(machine.start(change.before)) }
    perform(machine.receive(change))
  }

  /// Tells that the transition was played. Others than the current one are ignored.
  public func finish(_ transition: PresentedTransition<Route>) {
    perform(machine.finish(transition.number))
  }

  /// Does some work now, or after the transition if one is being played: work that would disturb
  /// it, such as showing the batches of a list. Nothing is left out.
  public func whenStill(_ work: @escaping () -> Void) {
    if machine.isRunning { held.append(work) } else { work() }
  }

  /// Opens the visible page again, if that has failed.
  public func retry() { perform(machine.retry()) }

  /// Closes all pages. The presenter shows nothing afterwards.
  public func removeAll() {
    perform(machine.end())
    held = []
  }

  // MARK: Reading

  /// The state that is shown, or that the transition leads to; `nil` before the first.
  public var state: NavigationState<Route>? { machine.shown }

  /// Whether a transition is being played.
  public var isInTransition: Bool { machine.isRunning }

  /// The page that is visible, `nil` if there is none or it could not be opened.
  public var visiblePage: Page? { machine.shown?.visiblePage.id.flatMap { pages[$0] } }

  /// Returns the open page of an item.
  public subscript(id: ItemID) -> Page? { pages[id] }

  /// The open pages, in the order in which they were last visible, for what concerns all of them: a
  /// window that has another size.
  public var openPages: [Page] { machine.open.compactMap { pages[$0] } }

  /// The number of pages that are open.
  public var openPageCount: Int { pages.count }

  // MARK: Steps

  private func perform(_ new: [PresentationMachine<Route>.Step]) {
    steps += new
    guard !isPerforming else { return }
    isPerforming = true
    var next = 0
    while next < steps.count {
      perform(steps[next])
      next += 1
    }
    steps = []
    isPerforming = false
  }

  private func perform(_ step: PresentationMachine<Route>.Step) {
    switch step {
    case .open(let page): makeOpen(page)
    // A page that could not be opened is told nothing.
    case .appear(let id): pages[id]?.appear()
    case .disappear(let id): pages[id]?.disappear()
    case .close(let id): pages.removeValue(forKey: id)?.close()
    case .begin(let transition):
      if let onTransition { onTransition(transition) } else { finish(transition) }
    case .finish(let changes):
      onFinish?(changes)
      let work = held
      held = []
      for work in work { work() }
    }
  }

  private func makeOpen(_ page: NavigationState<Route>.Page) {
    guard let id = page.id else { return }
    do {
      pages[id] = try open(page)
    } catch {
      machine.failed(id)
      onFailure?(page, error)
    }
  }
}
