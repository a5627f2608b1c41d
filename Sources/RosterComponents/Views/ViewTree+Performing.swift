public import RosterJSON

extension ViewTree {
  /// The edits that perform what an event of the view does, sent from the view's scope; none if the
  /// view has no such event.
  ///
  /// - Parameters:
  ///   - event: What has happened to the view.
  ///   - arguments: What the event gives; see ``ViewEvent``.
  public func edits(for event: ViewEvent, arguments: [JSONValue] = []) -> [TreeEdit] {
    events[event, default: []].map { .perform($0, arguments: arguments, from: scope) }
  }
}

extension ComponentTree {
  /// What an event of a view performs; `nil` if there is no such view, and empty if the view has no
  /// such event.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func actions(at address: ViewAddress, for event: ViewEvent) -> [ActionReference]? {
    views.actions(at: address, for: event)
  }

  /// The edits that perform what an event of a view does; `nil` if there is no such view, and none if
  /// the view has no such event.
  ///
  /// This is what a renderer in another process asks for, with an address in the tree that it shows.
  /// The edits may be applied to any later tree of the item.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - address: The view to which it has happened.
  ///   - arguments: What the event gives; see ``ViewEvent``.
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func edits(
    for event: ViewEvent, at address: ViewAddress, arguments: [JSONValue] = []
  ) -> [TreeEdit]? {
    views.view(at: address)?.edits(for: event, arguments: arguments)
  }
}
