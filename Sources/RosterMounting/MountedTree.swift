internal import RosterComponents

/// The views of one mount, and all that is done to them. It does not know what a view is to the
/// host: ``HostedView`` does. So all hosts share this code, and no type of it is looked up at
/// run time.
final class MountedTree {
  /// The maximum number of hidden views in a container.
  let poolCountMax: Int
  /// The container. Nothing but its children is ever changed.
  let root: MountedView
  private(set) var isRendering = false
  var counts = MountCounts()
  /// The view with the focus and those around it, as soon as a render has needed them.
  var focused: Set<ObjectIdentifier>?
  /// Tells controllers which components lose their views; set by a render that tells controllers.
  var losses: ViewLosses?
  /// The views with values that the program has not answered.
  var answering: [MountedView] = []
  /// What plays in the views.
  var animations = MountAnimations()
  /// What the views refer to without owning it.
  private let owner: AnyObject

  init(in root: MountedView, of owner: AnyObject, poolCountMax: Int) {
    precondition(poolCountMax >= 0, "a pool must not hold fewer than 0 views")
    self.root = root
    self.owner = owner
    self.poolCountMax = poolCountMax
  }
}

// MARK: Rendering

extension MountedTree {
  /// Shows the description of the container.
  func render(_ tree: ViewTree) -> MountCounts { rendering { updateAll(root, to: tree) } }

  /// Does what a render does besides, if the container shows its description already.
  func renderAgain() -> MountCounts { rendering { updateAll(root, to: root.description) } }

  /// Lets all views go.
  func removeAll() -> MountCounts {
    rendering {
      root.row.forEach(letGo)
      root.row = []
      root.pool = []
      root.children = []
      root.displayed = nil
      root.description = ViewTree(container: [], isLaidOut: false)
    }
  }

  func rendering(_ body: () -> Void) -> MountCounts {
    precondition(!isRendering, "a host must not render while its mount renders")
    isRendering = true
    counts = MountCounts()
    body()
    presentAnimations()
    animations.departing = [:]
    isRendering = false
    focused = nil
    losses = nil
    return counts
  }
}

// MARK: One view

extension MountedTree {
  /// Makes a view and the views within show a description.
  func updateAll(_ mounted: MountedView, to tree: ViewTree) {
    guard update(mounted, to: tree) else { return }
    // A list of what is left instead of recursion, since trees may be deep.
    var remaining = [(container: mounted, index: 0)]
    while let (container, index) = remaining.last {
      guard index < container.children.count else {
        remaining.removeLast()
        continue
      }
      remaining[remaining.count - 1].index += 1
      let child = container.children[index]
      let place = container.displayed?[index] ?? index
      if update(child, to: container.description.children[place]) { remaining.append((child, 0)) }
    }
  }

  /// Makes a view show a description, and prepares the views within. They must be updated next,
  /// each with its own child of the description.
  ///
  /// - Returns: Whether the views within may differ from their descriptions.
  func update(_ mounted: MountedView, to tree: consuming ViewTree) -> Bool {
    let hasSameContent = mounted.hasSameContent(as: tree)
    let wasPooled = mounted.isPooled
    if wasPooled { leavePool(mounted) }
    if mounted !== root { apply(tree, to: mounted) }
    mounted.description = consume tree
    if !hasSameContent {
      arrange(mounted)
    } else if wasPooled {
      mounted.withShownInside.dropFirst().forEach(leavePool)
    }
    if mounted.isHidden {
      mounted.isHidden = false
      mounted.show()
      counts.shown += 1
    }
    return !hasSameContent
  }

  /// Sets what differs from what the view itself showed last, not from what was shown in its place.
  private func apply(_ tree: ViewTree, to mounted: MountedView) {
    guard let changes = tree.spec.changes(from: mounted.description.spec) else {
      preconditionFailure("a view shows only descriptions of its class")
    }
    let answered = mounted.unanswered.isEmpty ? [] : answerReports(of: mounted, with: tree)
    for change in changes.attributes
    where !mounted.isAnimating(change.name) && !answered.contains(change.name) {
      if let new = change.to {
        mounted.set(change.name, from: change.from, to: new)
        counts.set += 1
      } else if let old = change.from {
        mounted.unset(change.name, from: old)
        counts.unset += 1
      }
    }
    if tree.events != mounted.description.events {
      mounted.setEvents(tree.events)
      counts.described += 1
    }
    if let change = changes.accessibility {
      mounted.setAccessibility(change.to)
      counts.described += 1
    }
    if tree.frame != mounted.description.frame, mounted.animation?.frame == nil {
      mounted.setFrame(tree.frame)
      counts.framed += 1
    }
  }
}
