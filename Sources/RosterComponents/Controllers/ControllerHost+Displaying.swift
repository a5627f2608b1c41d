public import RosterCore

extension ControllerHost {
  /// Tells the controllers of a tree that it appears on the screen, including controllers that are
  /// made while it is visible.
  ///
  /// Controllers of a visible tree get no second call. An item that moves stays visible. The
  /// renderer may announce an item before its tree arrives; its controllers get the call once they
  /// are made.
  ///
  /// - Parameters:
  ///   - tree: The tree that appears.
  ///   - view: The cell that shows it, if the renderer has cells. A tree is visible as long as any
  ///     cell shows it: a collection view that reloads an item displays the new cell before it ends
  ///     displaying the old one.
  public func willDisplay(_ tree: TreeID, in view: View? = nil) {
    let views = displays[tree] ?? []
    guard !views.contains(view) else { return }
    displays[tree] = views + [view]
    if views.isEmpty { tell(steps(of: tree, .appear)) }
  }

  /// Tells the controllers of a tree that it has left the screen, if they were told that it
  /// appears.
  ///
  /// Does nothing if the tree is not visible, or was removed in the meantime: controllers of
  /// removed trees get the call automatically.
  ///
  /// - Parameters:
  ///   - tree: The tree that has left the screen.
  ///   - view: The cell with which it was announced, if any.
  public func didEndDisplaying(_ tree: TreeID, in view: View? = nil) {
    guard var views = displays[tree], let index = views.firstIndex(of: view) else { return }
    views.remove(at: index)
    displays[tree] = views.isEmpty ? nil : views
    if views.isEmpty { tell(steps(of: tree, .disappear)) }
  }

  /// Sets everything that is visible. First the trees that are not named disappear, in whatever
  /// cell they were, then the new ones appear. For a renderer that scrolls by ranges.
  ///
  /// - Parameter displayed: All visible trees, in any order.
  /// - Complexity: O(*d*), where *d* is the number of trees that were and are visible.
  public func setDisplayed(_ displayed: some Sequence<TreeID>) {
    let ids = Array(displayed)
    let wanted = Set(ids)
    var steps: [() -> Void] = []
    for id in displays.keys.filter({ !wanted.contains($0) }).sorted() {
      displays[id] = nil
      steps += self.steps(of: id, .disappear)
    }
    for id in ids where displays[id] == nil {
      displays[id] = [nil]
      steps += self.steps(of: id, .appear)
    }
    // All steps together, because a controller may change what is visible during one of them.
    tell(steps)
  }

  /// Returns whether a tree is visible, as far as the renderer has announced it.
  public func isDisplayed(_ tree: TreeID) -> Bool { displays[tree] != nil }

  private func steps(of id: TreeID, _ input: ControllerLifecycle.Input) -> [() -> Void] {
    self[id]?.controlled().flatMap { $0.handle(input) } ?? []
  }
}
