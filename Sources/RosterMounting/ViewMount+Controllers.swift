public import RosterComponents
public import RosterCore

extension ViewMount {
  /// Shows a tree, and tells the controllers of its components.
  ///
  /// Each controller is told before the controllers within it that its component is mounted, and
  /// after them that this is done. A controller whose component loses its view is unmounted before
  /// the view is hidden, recycled or let go; so no two controllers have one view. A component
  /// without displayed views is mounted without a view.
  ///
  /// A mount whose views controllers have must render in this way until they are unmounted.
  ///
  /// - Parameters:
  ///   - tree: The tree, which the controllers have received with
  ///     `ControllerHost.apply(removing:updating:)`.
  ///   - id: The item, header or footer of the tree.
  ///   - controllers: The controllers.
  /// - Returns: What has been done to views; zero if the tree describes what they show already.
  @discardableResult
  public func render<Message>(
    _ tree: ComponentTree<Message>, of id: TreeID, telling controllers: ControllerHost<View>
  ) -> MountCounts {
    render(tree.views, isLaidOut: tree.layout != nil, of: id, telling: controllers)
  }

  /// Shows views, and tells the controllers of their components.
  ///
  /// - Parameters:
  ///   - views: The outermost views of the tree.
  ///   - isLaidOut: Whether the views were laid out. If so, views without a frame are not
  ///     displayed.
  ///   - id: The item, header or footer of the tree.
  ///   - controllers: The controllers.
  /// - Returns: What has been done to views; zero if they show these descriptions already.
  @discardableResult
  public func render(
    _ views: [ViewTree], isLaidOut: Bool, of id: TreeID, telling controllers: ControllerHost<View>
  ) -> MountCounts {
    shown = nil
    let mounted = tree
    return mounted.rendering {
      mounted.losses = ViewLosses { scope, _ in controllers.unmount(scope, of: id) }
      _ = mounted.update(mounted.root, to: ViewTree(container: views, isLaidOut: isLaidOut))
      controllers.mount(views, of: id) { tree, address in
        guard let view = mounted.root.view(at: address.indices) else { return nil }
        _ = mounted.update(view, to: tree)
        return self.views.view(of: view)
      }
    }
  }
}

/// Tells controllers which components are about to lose their views in one render.
struct ViewLosses {
  typealias Unmount = (_ scope: ScopePath, _ view: MountedView) -> Void

  private let unmount: Unmount
  /// The views whose loss was announced, by themselves or with a view around them. Their components
  /// may have other views by now.
  private var announced: Set<ObjectIdentifier> = []

  /// - Parameter unmount: Unmounts a component, of which a view is given, and those within it.
  init(unmount: @escaping Unmount) { self.unmount = unmount }

  /// Announces that a view leaves: to the outermost components within it, unless they are that of
  /// its container, which stays.
  mutating func announce(_ view: MountedView, in container: MountedView) {
    // The loss of a view in a pool was announced when it went there.
    guard !view.isPooled, !announced.contains(ObjectIdentifier(view)) else { return }
    let inside = view.withShownInside
    announced.formUnion(inside.map(ObjectIdentifier.init))
    var remaining = [view]
    while let next = remaining.popLast() {
      if next.description.scope == container.contentScope {
        remaining += next.children.reversed()
      } else {
        unmount(next.description.scope, next)
      }
    }
  }
}
