internal import RosterComponents

extension MountedTree {
  /// Gives each displayed child of a container a view, takes those that are left out of sight, and
  /// puts the shown ones in order.
  func arrange(_ container: MountedView) {
    let tree = container.description
    if tree.displaysAll {
      container.children = views(for: tree.children, in: container)
      container.displayed = nil
    } else {
      let displayed = tree.children.indices.filter { tree.displays(tree.children[$0]) }
      container.children = views(for: displayed.map { tree.children[$0] }, in: container)
      container.displayed = displayed
    }
    var shown = container.children
    if tree.zOrder != nil {
      let places = container.places
      shown = tree.drawingOrder.compactMap { places[$0] }
    }
    if container.row.isEmpty {
      container.fill(with: shown)
      container.row = shown
    } else {
      order(shown, in: container)
    }
  }

  private func views(for children: [ViewTree], in container: MountedView) -> [MountedView] {
    if container.row.isEmpty {
      return children.indices.map { makeView(for: children[$0], in: container) }
    }
    let departing = depart(from: container, for: children)
    var matching = ChildMatching(container, without: departing) {
      container.canUnset($0, ofClass: $1)
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

  /// Makes a view of a container that has none which could be recycled.
  private func makeView(for child: ViewTree, in container: MountedView) -> MountedView {
    let className = child.spec.className
    let identifier = child.reuseIdentifier { container.canUnset($0, ofClass: className) }
    return makeView(identifier, in: container)
  }

  private func makeView(
    _ identifier: consuming ViewReuseIdentifier, in container: MountedView
  ) -> MountedView {
    let view = container.makeView(identifier)
    counts.made += 1
    return view
  }

  // MARK: The pool

  /// Hides views, and lets go those that are too many.
  func retire(_ leaving: [MountedView], behind pool: [MountedView], in container: MountedView) {
    if leaving.isEmpty, pool.count <= poolCountMax {
      container.pool = pool
      return
    }
    let all = pool + leaving
    let evictedCount = max(all.count - poolCountMax, 0)
    container.pool = Array(all[evictedCount...])
    if evictedCount > 0 {
      let evicted = Set(all[..<evictedCount].map(ObjectIdentifier.init))
      container.row = container.row.filter { !evicted.contains(ObjectIdentifier($0)) }
      all[..<evictedCount].forEach(letGo)
    }
    for view in container.pool.suffix(leaving.count) where !view.isHidden {
      settle(view)
      forgetAnswers(within: view)
      view.isHidden = true
      view.hide()
      counts.hidden += 1
      // A view within may be in a pool of its own already, and is told nothing then.
      view.withShownInside.forEach(enterPool)
    }
  }

  private func enterPool(_ view: MountedView) {
    guard !view.isPooled else { return }
    view.isPooled = true
    view.didEnterPool()
  }

  func leavePool(_ view: MountedView) {
    guard view.isPooled else { return }
    view.isPooled = false
    view.willLeavePool()
  }

  /// Lets a view go. The caller removes it from its container's row.
  func letGo(_ view: MountedView) {
    let inside = view.inside
    for gone in [view] + inside {
      focused?.remove(ObjectIdentifier(gone))
      forgetAnimations(of: gone)
      if !gone.unanswered.isEmpty { answering.removeAll { $0 === gone } }
    }
    view.letGo(with: inside)
    counts.letGo += 1 + inside.count
  }

  // MARK: The order

  /// Puts the shown views of a container in order, from back to front.
  private func order(_ shown: [MountedView], in container: MountedView) {
    var rest = shown[...]
    for view in container.row where view === rest.first { rest.removeFirst() }
    if rest.isEmpty { return }
    let indices = container.row.enumerated().map { (ObjectIdentifier($1), $0) }
    let positions = Dictionary(uniqueKeysWithValues: indices)
    let places = shown.map { positions[ObjectIdentifier($0)] }
    let pinned = shown.indices.first { places[$0] != nil && isFocused(shown[$0]) }
    let stays = RowOrder.staying(places, pinned: pinned)
    var behind: MountedView?
    for (index, view) in shown.enumerated() {
      if !stays[index] {
        container.place(view, inFrontOf: behind)
        if places[index] != nil { counts.moved += 1 }
      }
      behind = view
    }
    container.row = Self.row(container.row, placing: shown, stays)
  }

  /// Returns a row after the views that do not stay were placed, each in front of its predecessor.
  private static func row(
    _ row: [MountedView], placing shown: [MountedView], _ stays: [Bool]
  ) -> [MountedView] {
    var placed: Set<ObjectIdentifier> = []
    /// The views that are placed in front of each one that stays, and of none.
    var followers: [ObjectIdentifier?: [MountedView]] = [:]
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
  private func isFocused(_ view: MountedView) -> Bool {
    focusedViews().contains(ObjectIdentifier(view))
  }

  private func focusedViews() -> Set<ObjectIdentifier> {
    if let focused { return focused }
    var found: Set<ObjectIdentifier> = []
    var next = root.focusedView
    while let view = next {
      found.insert(ObjectIdentifier(view))
      next = view.container
    }
    focused = found
    return found
  }
}
