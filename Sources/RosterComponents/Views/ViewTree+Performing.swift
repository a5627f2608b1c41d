public import RosterJSON

extension ViewTree {
  /// Returns the edits that perform an event of the view, sent from the view's scope; empty if the
  /// view has no such event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - arguments: The values of the event; see ``ViewEvent``.
  public func edits(for event: ViewEvent, arguments: [JSONValue] = []) -> [TreeEdit] {
    events[event, default: []].map { .perform($0, arguments: arguments, from: scope) }
  }
}

extension ComponentTree {
  /// Returns the actions of an event of a view; `nil` if the view does not exist, empty if it has
  /// no such event.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func actions(at address: ViewAddress, for event: ViewEvent) -> [ActionReference]? {
    views.actions(at: address, for: event)
  }

  /// Returns the edits that perform an event of a view; `nil` if the view does not exist, empty if
  /// it has no such event.
  ///
  /// A renderer in another process uses this with an address in the tree that it shows. The edits
  /// may be applied to any later tree of the item.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - address: The address of the view.
  ///   - arguments: The values of the event; see ``ViewEvent``.
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func edits(
    for event: ViewEvent, at address: ViewAddress, arguments: [JSONValue] = []
  ) -> [TreeEdit]? {
    views.view(at: address)?.edits(for: event, arguments: arguments)
  }
}
