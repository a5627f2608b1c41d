internal import RosterCore

extension ControllerHost {
  /// A tree comes into sight: its controllers appear, those of now and those that come while it is
  /// there.
  ///
  /// What is in sight already is not told again. An item that moves stays in sight. One whose tree has
  /// not come yet may be announced as well: its controllers learn of it once they are made.
  ///
  /// - Parameters:
  ///   - tree: What comes into sight.
  ///   - view: The cell that it is in, if the renderer has cells. Something is in sight as long as any
  ///     cell has it: a collection view that reloads an item displays the new cell before it ends
  ///     displaying the old one.
  public func willDisplay(_ tree: some TreeIdentifying, in view: View? = nil) {
    let id = tree.treeID
    let views = displays[id] ?? []
    guard !views.contains(view) else { return }
    displays[id] = views + [view]
    if views.isEmpty { tell(steps(of: id, .appear)) }
  }

  /// A tree is out of sight: whatever controller was told that it appears is told that it disappears.
  ///
  /// Does nothing for what is not in sight, or has gone since: whatever is removed disappears by
  /// itself.
  ///
  /// - Parameters:
  ///   - tree: What is out of sight.
  ///   - view: The cell, if it was announced with one.
  public func didEndDisplaying(_ tree: some TreeIdentifying, in view: View? = nil) {
    let id = tree.treeID
    guard var views = displays[id], let index = views.firstIndex(of: view) else { return }
    views.remove(at: index)
    displays[id] = views.isEmpty ? nil : views
    if views.isEmpty { tell(steps(of: id, .disappear)) }
  }

  /// Says what is in sight, all of it: first what is not named disappears, whatever cell it was in,
  /// and then what is new appears. For a renderer that scrolls by ranges.
  ///
  /// - Parameter displayed: Everything in sight, in any order.
  /// - Complexity: O(*d*), where *d* is the number of what was and is in sight.
  public func setDisplayed<ID: TreeIdentifying>(_ displayed: some Sequence<ID>) {
    let ids = displayed.map(\.treeID)
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
    // At once: a controller may say in between what is in sight.
    tell(steps)
  }

  /// Whether something is in sight, as far as the host was told.
  public func isDisplayed(_ tree: some TreeIdentifying) -> Bool { displays[tree.treeID] != nil }

  private func steps(of id: TreeID, _ input: ControllerLifecycle.Input) -> [() -> Void] {
    self[id]?.controlled().flatMap { $0.handle(input) } ?? []
  }
}
