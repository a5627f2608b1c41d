internal import RosterCore
internal import RosterNavigation

/// What sessions need of a navigator, whatever its routes are.
struct PageNavigation: Sendable {
  /// Where the user is.
  struct Place: Hashable, Sendable {
    /// Names the visible page as long as it exists.
    var key: String
    /// The addresses of the pages that the user can go back through.
    var addresses: [String]
  }

  /// Returns whether an address leads to a page.
  let leads: @Sendable (String) -> Bool
  /// Returns where the user is, as it was last published.
  let place: @Sendable () throws(NavigationError) -> Place
  /// Does what the user wants by moving in the history of a browser.
  let perform: @Sendable (BrowserHistory.Request) async throws(NavigationError) -> Void

  init<Route: RoutePath>(_ navigator: Navigator<Route>) {
    leads = { address in
      (try? NavigationPath(address: address, tabs: navigator.tabs)) != nil
    }
    place = { () throws(NavigationError) in
      let state = try navigator.state
      return Place(
        key: state.visiblePage.pageKey, addresses: state.addresses(tabs: navigator.tabs))
    }
    perform = { (request) async throws(NavigationError) in
      _ = try await navigator.perform(request)
    }
  }
}

extension NavigationState.Page {
  /// Names the page in messages. A page that is not in the list yet has no name of its own.
  var pageKey: String { id.map { TreeID.item($0).key } ?? "" }
}
