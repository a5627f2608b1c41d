public import RosterNavigation

extension ListSite {
  /// Shows the pages of a navigator: the address line of a browser, its history and its back button are the
  /// chain of the navigator's state.
  ///
  ///     site.show(navigator) { page in SitePage(try list(page.route), title: page.route.title) }
  ///
  /// All addresses are those of pages, but for those that begin with `/lists`, `/assets`, `/images`,
  /// `/inspect`, `/login` and `/feed`. A page is opened when it becomes visible and closed with it; some
  /// that are covered stay open.
  ///
  /// All browsers show the same page, as the navigator has one state: what one of them goes to, the others
  /// follow. So a user goes on where another window was, and a server of several users has a site for each.
  ///
  /// - Parameters:
  ///   - navigator: The navigator. A site shows one; of several calls the last one counts.
  ///   - open: Opens a page; on any thread.
  public func show<Route: RoutePath>(
    _ navigator: Navigator<Route>,
    opening open: @escaping @Sendable (NavigationState<Route>.Page) throws -> SitePage
  ) {
    let presentation = PagePresentation(navigator, pictures, open: open)
    let feed = NavigationFeed(PageNavigation(navigator)) { feed in
      await presentation.retry(for: feed)
    }
    setNavigation(feed)
    feed.start(Task { await presentation.run(for: feed) })
  }

  /// Shows a note for some seconds, in all windows with a page of the navigator.
  public func tell(_ notice: String) { navigation?.tell(notice) }

  /// Ends all sessions, and returns when the pages of the navigator are closed. The lists that the site was
  /// given stay open.
  public func closePages() async {
    close()
    await navigation?.waitForEnd()
  }
}
