public import RosterCore

/// The states before and after a navigation, and what the user sees of it.
public struct NavigationChange<Route: Hashable & Sendable>: Hashable, Sendable {
  /// The state before.
  public let before: NavigationState<Route>
  /// The state after.
  public let after: NavigationState<Route>
  /// The revision of the list that has the state after.
  public let revision: Revision
  /// What was said of the change: its `userInfo` has the operation.
  public let annotation: ChangeAnnotation
  /// How the visible page gives way to another one; `nil` if it stays.
  public let transition: NavigationTransition?

  /// Compares two states.
  public init(
    from before: NavigationState<Route>, to after: NavigationState<Route>,
    revision: Revision = 0, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) {
    self.before = before
    self.after = after
    self.revision = revision
    self.annotation = annotation
    transition = after.transition(from: before)
  }

  /// The page that becomes visible, `nil` if the visible page stays.
  public var appearing: NavigationState<Route>.Page? {
    transition.map { _ in after.visiblePage }
  }

  /// The page that is no longer visible, `nil` if the visible page stays.
  public var disappearing: NavigationState<Route>.Page? {
    transition.map { _ in before.visiblePage }
  }
}

extension NavigationState {
  /// Returns how the visible page of an earlier state gives way to that of this one.
  ///
  /// Only the two states count, not what was done in between: so an undo, a step of another
  /// process, and several changes at once have a transition as well.
  fileprivate func transition(from former: NavigationState) -> NavigationTransition? {
    if visiblePage == former.visiblePage { return nil }
    let (old, new) = (former.topLayer, topLayer)
    // A tab is the same one by its name, also if the list keeps it as another section by now.
    if old.tab == new.tab, old.tab != nil || old.id == new.id {
      if new.pages.contains(former.visiblePage) { return .push }
      return old.pages.contains(visiblePage) ? .pop : .replace
    }
    let oldStays = modals.contains { $0.id == old.id }
    let newStood = former.modals.contains { $0.id == new.id }
    if new.tab == nil, !newStood {
      // One modal in the place of another.
      return old.tab == nil && !oldStays && modals.count <= former.modals.count
        ? .replace : .present
    }
    if old.tab == nil { return .dismiss }
    return selectedTab < former.selectedTab ? .tabBackward : .tabForward
  }
}
