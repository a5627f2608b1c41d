internal import RosterComponents
internal import RosterCore

/// Views that disappear with an animation are no longer children of their container. They stay in
/// its row until their animation ends, and go to its pool then.
extension MountedTree {
  /// Returns the shown children of a container that leave with an animation in this render. They
  /// lose their components and events.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - children: The descriptions that are displayed from now on.
  func depart(from container: MountedView, for children: [ViewTree]) -> Set<ObjectIdentifier> {
    guard !animations.departing.isEmpty || !animations.departures.isEmpty else { return [] }
    let departures = container.children.compactMap { animations.departing[ObjectIdentifier($0)] }
    let scopes = Set(departures.map(\.reason.scope))
    // A scope that returns, or leaves once more, does not see its old views again.
    let superseded = animations.departures.filter { earlier in
      let (scope, isReplaced) = (earlier.reason.scope, earlier.reason.isReplaced)
      return earlier.view.container === container
        && (scopes.contains(scope)
          || (!isReplaced && children.contains { scope.contains($0.scope) }))
    }
    superseded.forEach(complete)
    for (view, reason) in departures {
      losses?.announce(view, in: container)
      silence(view)
      animations.departures.append(.init(view: view, reason: reason, end: -.infinity))
    }
    return Set(departures.map { ObjectIdentifier($0.view) })
  }

  /// Marks a view that leaves, and those within, and removes their events.
  private func silence(_ view: MountedView) {
    // From the inside out, since each description contains those within.
    for view in view.withShownInside.reversed() {
      view.isLeaving = true
      var silent = view.description
      if !silent.events.isEmpty {
        silent.events = [:]
        view.setEvents([:])
        counts.described += 1
      }
      for (index, child) in view.places.enumerated() {
        if let child { silent.children[index] = child.description }
      }
      view.description = silent
    }
  }

  /// Hides the views whose last animation has ended.
  func completeDepartures() {
    for departure in animations.departures where departure.end <= animations.time {
      complete(departure)
    }
  }

  /// Ends what plays in a view that leaves, and hides it.
  func complete(_ departure: MountAnimations.Departure) {
    let view = departure.view
    guard let index = animations.departures.firstIndex(where: { $0.view === view }),
      let container = view.container
    else { return }
    animations.departures.remove(at: index)
    settle(view)
    for inside in view.withShownInside { inside.isLeaving = false }
    retire([view], behind: container.pool, in: container)
  }

  /// Lets a view stay until a time, if it leaves or is in one that leaves.
  func extendDeparture(of view: MountedView, to time: Double) {
    guard view.isLeaving else { return }
    for index in animations.departures.indices
    where view.isWithin(animations.departures[index].view) {
      animations.departures[index].end = max(animations.departures[index].end, time)
    }
  }

  // MARK: Scopes

  /// Returns the outermost views of scopes, in the order of the tree.
  ///
  /// - Parameters:
  ///   - scopes: The scopes.
  ///   - start: The view around all views of the tree.
  /// - Complexity: O(*n*) in the number of shown views and their scopes.
  func views(
    of scopes: Set<ScopePath>, within start: MountedView
  ) -> [ScopePath: [MountedView]] {
    var found: [ScopePath: [MountedView]] = [:]
    var remaining = scopes.isEmpty ? [] : [start]
    var order: [MountedView] = []
    while let view = remaining.popLast() {
      order.append(view)
      remaining += view.children.reversed()
    }
    for view in order.dropFirst() {
      let outer = view.container?.contentScope ?? .root
      var path: ScopePath? = view.description.scope
      while let scope = path, scope.depth > 0, scope != outer {
        if scopes.contains(scope), !scope.contains(outer) { found[scope, default: []].append(view) }
        path = scope.parent
      }
    }
    return found
  }
}
