public import RosterCore

extension Collection where Element == ViewTree, Index == Int {
  /// Returns the view at an address, `nil` if it does not exist.
  ///
  /// - Complexity: O(depth).
  public func view(at address: ViewAddress) -> ViewTree? {
    guard let first = address.indices.first, indices.contains(first) else { return nil }
    var view = self[first]
    for index in address.indices.dropFirst() {
      guard view.children.indices.contains(index) else { return nil }
      view = view.children[index]
    }
    return view
  }

  /// Returns the actions of an event of the view at an address; `nil` if the view does not exist,
  /// empty if it has no such event.
  ///
  /// - Complexity: O(depth).
  public func actions(at address: ViewAddress, for event: ViewEvent) -> [ActionReference]? {
    view(at: address).map { $0.events[event] ?? [] }
  }

  /// Returns the addresses of the outermost views of a scope and of the scopes within it.
  ///
  /// - Complexity: O(*n*) in the number of views outside the scope.
  public func addresses(of scope: ScopePath) -> [ViewAddress] {
    var addresses: [ViewAddress] = []
    for index in indices {
      self[index].appendAddresses(of: scope, at: ViewAddress([index]), to: &addresses)
    }
    return addresses
  }
}

extension ViewTree {
  fileprivate func appendAddresses(
    of sought: ScopePath, at address: ViewAddress, to addresses: inout [ViewAddress]
  ) {
    if sought.contains(scope) {
      addresses.append(address)
      return
    }
    for (index, child) in children.enumerated() {
      child.appendAddresses(of: sought, at: address.appending(index), to: &addresses)
    }
  }
}
