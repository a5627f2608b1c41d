internal import RosterComponents

extension ViewMount {
  /// Gives each displayed child of a container a view, takes those that are left out of sight, and
  /// puts the shown ones in order.
  func arrange(_ container: Mounted) {
    let tree = container.description
    let displayed = tree.children.indices.filter { tree.displays(tree.children[$0]) }
    let views = views(for: displayed.map { tree.children[$0] }, in: container)
    container.places = Array(repeating: nil, count: tree.children.count)
    for (index, view) in zip(displayed, views) { container.places[index] = view }
    order(tree.drawingOrder.compactMap { container.places[$0] }, in: container)
  }

  private func views(for children: [ViewTree], in container: Mounted) -> [Mounted] {
    let departing = depart(from: container, for: children)
    var matching = ChildMatching(container, without: departing) { [host] in
      host.canUnset($0, ofClass: $1)
    }
    matching.keep(children)
    for view in matching.leaving { losses?.announce(view, in: container) }
    if matching.isIncomplete { matching.recycle(except: isFocused) }
    retire(matching.leaving, behind: matching.pool, in: container)
    return matching.matches.map { match in
      switch match {
      case .kept(let view):
        if view.isHidden { counts.reused += 1 }
        return view
      case .recycled(let view):
        settle(view)
        forgetAnswers(within: view)
        counts.reused += 1
        return view
      case .missing(let identifier): return makeView(identifier, in: container)
      }
    }
  }

  private func makeView(_ identifier: ViewReuseIdentifier, in container: Mounted) -> Mounted {
    let view = Mounted(host.makeView(identifier.className), identifier, in: container)
    let former = mounted.updateValue(view, forKey: view.view)
    precondition(
      former == nil && view.view != root.view,
      "a host must make a new view, but it has returned one that is in use")
    counts.made += 1
    return view
  }

  // MARK: The pool

  /// Hides views, and lets go those that are too many.
  func retire(_ leaving: [Mounted], behind pool: [Mounted], in container: Mounted) {
    let all = pool + leaving
    let evictedCount = max(all.count - poolCountMax, 0)
    container.pool = Array(all[evictedCount...])
    if evictedCount > 0 {
      let evicted = Set(all[..<evictedCount].map(ObjectIdentifier.init))
      container.row.removeAll { evicted.contains(ObjectIdentifier($0)) }
      all[..<evictedCount].forEach(letGo)
    }
    for view in container.pool.suffix(leaving.count) where !view.isHidden {
      settle(view)
      forgetAnswers(within: view)
      view.isHidden = true
      host.hide(view.view)
      counts.hidden += 1
      // A view within may be in a pool of its own already, and is told nothing then.
      view.withShownInside.forEach(enterPool)
    }
  }

  private func enterPool(_ view: Mounted) {
    guard !view.isPooled else { return }
    view.isPooled = true
    host.didEnterPool(view.view)
  }

  func leavePool(_ view: Mounted) {
    guard view.isPooled else { return }
    view.isPooled = false
    host.willLeavePool(view.view)
  }

  /// Lets a view go. The caller removes it from its container's row.
  func letGo(_ view: Mounted) {
    let inside = view.inside
    for gone in [view] + inside {
      mounted[gone.view] = nil
      focused?.remove(ObjectIdentifier(gone))
      forgetAnimations(of: gone)
      if !gone.unanswered.isEmpty { answering.removeAll { $0 === gone } }
    }
    host.letGo(view.view, with: inside.map(\.view))
    counts.letGo += 1 + inside.count
  }

  // MARK: The order

  /// Puts the shown views of a container in order, from back to front.
  private func order(_ shown: [Mounted], in container: Mounted) {
    var rest = shown[...]
    for view in container.row where view === rest.first { rest.removeFirst() }
    if rest.isEmpty { return }

    let indices = container.row.enumerated().map { (ObjectIdentifier($1), $0) }
    let positions = Dictionary(uniqueKeysWithValues: indices)
    let places = shown.map { positions[ObjectIdentifier($0)] }
    let pinned = shown.indices.first { places[$0] != nil && isFocused(shown[$0]) }
    let stays = RowOrder.staying(places, pinned: pinned)
    var behind: Mounted?
    for (index, view) in shown.enumerated() {
      if !stays[index] {
        host.place(view.view, in: container.view, inFrontOf: behind?.view)
        if places[index] != nil { counts.moved += 1 }
      }
      behind = view
    }
    container.row = Self.row(container.row, placing: shown, stays)
  }

  /// Returns a row after the views that do not stay were placed, each in front of its predecessor.
  private static func row(
    _ row: [Mounted], placing shown: [Mounted], _ stays: [Bool]
  ) -> [Mounted] {
    var placed: Set<ObjectIdentifier> = []
    /// The views that are placed in front of each one that stays, and of none.
    var followers: [ObjectIdentifier?: [Mounted]] = [:]
    var last: ObjectIdentifier?
    for (view, stays) in zip(shown, stays) {
      if stays {
        last = ObjectIdentifier(view)
      } else {
        placed.insert(ObjectIdentifier(view))
        followers[last, default: []].append(view)
      }
    }
    var ordered = followers[nil] ?? []
    for view in row where !placed.contains(ObjectIdentifier(view)) {
      ordered.append(view)
      ordered += followers[ObjectIdentifier(view)] ?? []
    }
    return ordered
  }

  // MARK: The focus

  /// Returns whether a view has the focus, or one within it.
  private func isFocused(_ view: Mounted) -> Bool {
    focusedViews().contains(ObjectIdentifier(view))
  }

  private func focusedViews() -> Set<ObjectIdentifier> {
    if let focused { return focused }
    var found: Set<ObjectIdentifier> = []
    var next = host.focusedView.flatMap { mounted[$0] }
    while let view = next {
      found.insert(ObjectIdentifier(view))
      next = view.container
    }
    focused = found
    return found
  }
}
