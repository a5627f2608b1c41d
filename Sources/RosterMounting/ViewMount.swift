public import RosterComponents

/// Shows the views of one tree in a container of a host, and keeps them from one tree to the next.
///
///     let mount = ViewMount(in: cell, of: host)
///     mount.render(tree)
///     let counts = mount.render(nextTree)     // counts.set == 1: one label has another text
///
/// A component keeps its views, also if it moves among its siblings. A view that is no longer
/// needed is recycled for a description of the same kind in the same container, or hidden until
/// there is one: of the same class and type of component, with the same attributes among those that
/// the host cannot unset. A bounded number of hidden views is kept in each container; the one that
/// was hidden first is let go first.
///
/// Views never move between containers. Views in a container that do not belong to the mount stay
/// where they are.
///
/// A mount belongs to the isolation of its host, like a `ControllerHost`.
public final class ViewMount<Host: ViewHost> {
  /// A view of the host.
  public typealias View = Host.View
  typealias Mounted = MountedView<View>

  let host: Host
  /// The maximum number of hidden views in a container.
  let poolCountMax: Int
  /// The container. Nothing but its children is ever changed.
  let root: Mounted
  var mounted: [View: Mounted] = [:]
  private(set) var isRendering = false
  var counts = MountCounts()
  /// The view with the focus and those around it, as soon as a render has needed them.
  var focused: Set<ObjectIdentifier>?
  /// Tells controllers which components lose their views; set by a render that tells controllers.
  var losses: ViewLosses<View>?
  /// The views with values that the program has not answered.
  var answering: [Mounted] = []
  /// What plays in the views.
  var animations = MountAnimations<View>()

  /// Makes a mount without views.
  ///
  /// - Parameters:
  ///   - container: The view to put the outermost views in, such as a cell. It must not be in
  ///     another mount's care: no other mount puts views in it.
  ///   - host: Makes and changes the views.
  ///   - poolCountMax: How many hidden views are kept in each container.
  public init(in container: View, of host: Host, poolCountMax: Int = 16) {
    precondition(poolCountMax >= 0, "a pool must not hold fewer than 0 views")
    self.host = host
    self.poolCountMax = poolCountMax
    root = Mounted(container, ViewSpec("").reuseIdentifier(), in: nil)
  }
}

// MARK: Rendering

extension ViewMount {
  /// Shows a tree.
  ///
  /// - Returns: What has been done to views; zero if the tree describes what they show already.
  /// - Complexity: O(*n* + *c* log *c*) in the number of views, and of children in containers whose
  ///   order has changed.
  @discardableResult
  public func render<Message>(_ tree: ComponentTree<Message>) -> MountCounts {
    render(tree.views, isLaidOut: tree.layout != nil)
  }

  /// Shows views, such as those that another process describes.
  ///
  /// Children that are the same array in memory as before are not looked at. So if a renderer
  /// changes some views of a tree in place, this costs time only for the changed ones and their
  /// siblings.
  ///
  /// - Parameters:
  ///   - views: The outermost views.
  ///   - isLaidOut: Whether the views were laid out. If so, views without a frame are not
  ///     displayed.
  /// - Returns: What has been done to views; zero if they show these descriptions already.
  /// - Complexity: See ``render(_:)``.
  @discardableResult
  public func render(_ views: [ViewTree], isLaidOut: Bool) -> MountCounts {
    rendering { updateAll(root, to: ViewTree(container: views, isLaidOut: isLaidOut)) }
  }

  /// Lets all views go. The mount can be used again.
  ///
  /// Call it before the mount is released if the container stays. The deinitializer cannot do it:
  /// views belong to the isolation of the host. If controllers were told of the views, call
  /// `ControllerHost.unmount(_:)` first.
  @discardableResult
  public func removeAll() -> MountCounts {
    rendering {
      root.row.forEach(letGo)
      root.row = []
      root.pool = []
      root.places = []
      root.description.children = []
    }
  }

  /// Returns the description that a view shows; `nil` if the view is not shown, or not of this
  /// mount.
  ///
  ///     host.onTap = { view in
  ///       for edit in mount.description(of: view)?.edits(for: .tap) ?? [] { … }
  ///     }
  ///
  /// - Complexity: O(1).
  public func description(of view: View) -> ViewTree? {
    guard let mounted = mounted[view], !mounted.isPooled, !mounted.isLeaving else { return nil }
    return mounted.description
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

extension ViewMount {
  /// Makes a view and the views within show a description.
  func updateAll(_ mounted: Mounted, to tree: ViewTree) {
    // A list of what is left instead of recursion, since trees may be deep.
    var remaining = [(mounted, tree)]
    while let (mounted, tree) = remaining.popLast() {
      guard update(mounted, to: tree) else { continue }
      for (place, child) in zip(mounted.places, tree.children).reversed() {
        if let place { remaining.append((place, child)) }
      }
    }
  }

  /// Makes a view show a description, and prepares the views within. They must be updated next,
  /// each with its own child of the description.
  ///
  /// - Returns: Whether the views within may differ from their descriptions.
  func update(_ mounted: Mounted, to tree: ViewTree) -> Bool {
    let hasSameContent = mounted.hasSameContent(as: tree)
    let wasPooled = mounted.isPooled
    if wasPooled { leavePool(mounted) }
    if mounted !== root { apply(tree, to: mounted) }
    mounted.description = tree
    if !hasSameContent {
      arrange(mounted)
    } else if wasPooled {
      mounted.withShownInside.dropFirst().forEach(leavePool)
    }
    if mounted.isHidden {
      mounted.isHidden = false
      host.show(mounted.view)
      counts.shown += 1
    }
    return !hasSameContent
  }

  /// Sets what differs from what the view itself showed last, not from what was shown in its place.
  private func apply(_ tree: ViewTree, to mounted: Mounted) {
    let (view, former) = (mounted.view, mounted.description)
    guard let changes = tree.changes(from: former) else {
      preconditionFailure("a view shows only descriptions of its class")
    }
    let answered = mounted.unanswered.isEmpty ? [] : answerReports(of: mounted, with: tree)
    for change in changes.attributes
    where !mounted.isAnimating(change.name) && !answered.contains(change.name) {
      if let new = change.to {
        host.set(change.name, of: view, from: change.from, to: new)
        counts.set += 1
      } else if let old = change.from {
        host.unset(change.name, of: view, from: old)
        counts.unset += 1
      }
    }
    if !changes.events.isEmpty {
      host.setEvents(tree.events, of: view)
      counts.described += 1
    }
    if let change = changes.accessibility {
      host.setAccessibility(change.to, of: view)
      counts.described += 1
    }
    if tree.frame != former.frame, mounted.animation?.frame == nil {
      host.setFrame(tree.frame, of: view)
      counts.framed += 1
    }
  }
}
