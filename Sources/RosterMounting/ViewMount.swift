public import RosterComponents

/// Shows the views of one tree in a container of a host, and keeps them from one tree to the next.
///
///     let mount = ViewMount(in: cell, of: host)
///     mount.render(tree)
///     let counts = mount.render(nextTree)
///     print(counts.set)  // 1, if one label has another text
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

  let views: HostedViews<Host>
  let tree: MountedTree
  /// The layout of the tree that is shown; `nil` if it has none, or if other views are shown.
  var shown: TreeLayout?

  /// Makes a mount without views.
  ///
  /// - Parameters:
  ///   - container: The view to put the outermost views in, such as a cell. It must not be in
  ///     another mount's care: no other mount puts views in it.
  ///   - host: Makes and changes the views.
  ///   - poolCountMax: How many hidden views are kept in each container.
  public init(in container: View, of host: Host, poolCountMax: Int = 16) {
    views = HostedViews(of: host, in: container)
    tree = MountedTree(
      in: HostedView(container, of: views), of: views, poolCountMax: poolCountMax)
  }
}

// MARK: Rendering

extension ViewMount {
  /// Shows a tree.
  ///
  /// - Returns: What has been done to views; zero if the tree describes what they show already.
  /// - Complexity: O(*n* + *c* log *c*) in the number of views, and of children in containers whose
  ///   order has changed; O(1) for a laid-out tree that shares all boxes with the one that is shown.
  @discardableResult
  public func render<Message>(_ tree: ComponentTree<Message>) -> MountCounts {
    if let shown, let layout = tree.layout, layout.sharesViews(with: shown) {
      return self.tree.renderAgain()
    }
    defer { shown = tree.layout }
    return render(tree.views, isLaidOut: tree.layout != nil)
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
    shown = nil
    return tree.render(ViewTree(container: views, isLaidOut: isLaidOut))
  }

  /// Lets all views go. The mount can be used again.
  ///
  /// Call it before the mount is released if the container stays. The deinitializer cannot do it:
  /// views belong to the isolation of the host. If controllers were told of the views, call
  /// `ControllerHost.unmount(_:)` first.
  @discardableResult
  public func removeAll() -> MountCounts {
    shown = nil
    return tree.removeAll()
  }

  /// Returns the description that a view shows; `nil` if the view is not shown, or not of this
  /// mount.
  ///
  ///     for edit in mount.description(of: view)?.edits(for: .tap) ?? [] {
  ///       sink.enqueue(edit, to: tree)
  ///     }
  ///
  /// - Complexity: O(1).
  public func description(of view: View) -> ViewTree? {
    guard let mounted = views[view], !mounted.isPooled, !mounted.isLeaving else { return nil }
    return mounted.description
  }

  /// Returns the view of a description; `nil` if it is not displayed.
  ///
  /// - Parameter address: Where the description stands in the tree that is shown.
  /// - Complexity: O(depth), times the number of siblings where not all are displayed.
  package func view(at address: ViewAddress) -> View? {
    tree.root.view(at: address.indices).map(views.view(of:))
  }
}

// MARK: Animations

extension ViewMount {
  /// Whether an animation plays in a view of the mount. As long as it does, also views are shown
  /// that the tree no longer has.
  public var isAnimating: Bool { tree.isAnimating }

  /// Ends all animations in the views of the mount: each view looks as it is described, and those
  /// that the tree no longer has are hidden.
  ///
  /// Call it before the mount shows the tree of another item, whose scopes may have the same paths.
  public func endAnimations() { tree.endAnimations() }
}
