extension Navigator where Route: RoutePath {
  /// Does what the user wants by moving in the history of a browser.
  ///
  /// - Returns: The addresses of the chain afterwards, for ``BrowserHistory/follow(_:)``.
  /// - Throws: `address` if the address leads to no page, and others; the state is as it was.
  public func perform(
    _ request: BrowserHistory.Request
  ) async throws(NavigationError) -> [String] {
    switch request {
    case .back(let depth):
      return try await perform(.backTo(depth: depth)).addresses(tabs: tabs)
    case .open(let address):
      let path: NavigationPath<Route>
      do throws(AddressError) {
        path = try NavigationPath(address: address, tabs: tabs)
      } catch {
        throw .address(error)
      }
      return try await perform(.open(path)).addresses(tabs: tabs)
    }
  }
}
