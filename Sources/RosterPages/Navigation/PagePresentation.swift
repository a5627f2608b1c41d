internal import RosterNavigation

/// Opens the pages of a navigator for a site, and closes them again.
actor PagePresentation<Route: RoutePath> {
  typealias Open = @Sendable (NavigationState<Route>.Page) throws -> SitePage

  /// A page that is open, with what follows its list.
  private final class OpenPage: NavigationPage {
    let list: ListSite.ServedList
    let onClose: (@Sendable () async -> Void)?
    private let didClose: (OpenPage) -> Void

    init(
      _ list: ListSite.ServedList, onClose: (@Sendable () async -> Void)?,
      didClose: @escaping (OpenPage) -> Void
    ) {
      (self.list, self.onClose, self.didClose) = (list, onClose, didClose)
      list.feed.start()
    }

    func close() { didClose(self) }
  }

  private let navigator: Navigator<Route>
  private let pictures: PagePictures
  private let open: Open
  private var presenter: NavigationPresenter<Route, OpenPage>?
  /// Why the visible page could not be opened.
  private var fault: PageError?
  /// What sessions were shown last.
  private var shown: OpenPage?
  private var shownFault: PageError?
  private var shownKey: String?
  /// Pages that are gone, and are closed when sessions show another one.
  private var closed: [OpenPage] = []

  init(_ navigator: Navigator<Route>, _ pictures: PagePictures, open: @escaping Open) {
    (self.navigator, self.pictures, self.open) = (navigator, pictures, open)
  }

  /// Shows the visible page, until the list of the navigator is closed or the task is cancelled.
  func run(for feed: NavigationFeed) async {
    let presenter = NavigationPresenter<Route, OpenPage>(navigator) { [pictures, open] page in
      let content = try open(page)
      let list = content.served(named: page.pageKey, pictures)
      return OpenPage(list, onClose: content.onClose) { page in self.closed.append(page) }
    }
    presenter.onFailure = { _, error in
      self.fault = PageError(.failed, "the page cannot be opened: \(error)")
    }
    self.presenter = presenter
    let failure: PageError
    do {
      let changes = try navigator.changes()
      presenter.present(changes.start)
      await show(in: feed)
      for try await change in changes {
        fault = nil
        presenter.present(change)
        await show(in: feed)
      }
      failure = PageError(.failed, "the application is closed")
    } catch {
      failure = PageError(.failed, "the pages can be followed no further: \(error)")
    }
    feed.finish(failure)
    self.presenter = nil
    presenter.removeAll()
    await endClosed()
  }

  /// Opens the visible page again if that has failed.
  func retry(for feed: NavigationFeed) async {
    guard fault != nil, let presenter else { return }
    fault = nil
    presenter.retry()
    await show(in: feed)
  }

  private func show(in feed: NavigationFeed) async {
    guard let page = presenter?.state?.visiblePage else { return }
    let key = page.pageKey
    let visible = presenter?.visiblePage
    let isOther = key != shownKey || visible !== shown || fault != shownFault
    (shownKey, shown, shownFault) = (key, visible, fault)
    let list = visible.map { Result<ListSite.ServedList, PageError>.success($0.list) }
    let missing = fault ?? PageError(.failed, "the page cannot be opened")
    feed.show(key, isOther ? list ?? .failure(missing) : nil)
    await endClosed()
  }

  /// Ends what shows the pages that are gone, and lets the application close their lists.
  private func endClosed() async {
    let ended = closed.map { ($0.list.feed, $0.onClose) }
    closed = []
    for (feed, close) in ended {
      feed.stop()
      await close?()
    }
  }
}
