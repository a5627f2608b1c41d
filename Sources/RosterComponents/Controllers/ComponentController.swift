public import RosterJSON

/// An object that lives as long as a component's scope. It plays a video, observes a sensor, or
/// owns other resources that a value cannot own.
///
/// A ``ControllerHost`` makes the controller and calls its methods, always in the isolation of the
/// renderer. Components do not know their controllers. A controller changes its component through
/// its context:
///
///     @MainActor final class VideoController: @MainActor ComponentController {
///       typealias Controlled = Video
///       private let context: ControllerContext<Video>
///
///       init(_ video: BuiltComponent<Video>, _ context: ControllerContext<Video>) {
///         self.context = context
///       }
///
///       func didAcquire(_ view: UIView) { view.isHidden = false }
///       func didEnd() { context.update { state in state.isPlaying = false } }
///     }
///
/// Every method has a default implementation that does nothing. The calls come in a legal order,
/// whatever the renderer does:
///
/// - `didInit` is first and `invalidate` last, each once.
/// - `willMount` or `willRemount` comes first, then the calls for the views within, then `didMount`
///   or `didRemount`. Only an unmounted scope is mounted, and only a mounted one is remounted or
///   unmounted. A mounted scope is unmounted before `invalidate`.
/// - `didAcquire` follows `willMount`, or `willRemount` if the scope has a different view than
///   before. In the latter case `willRelinquish` precedes it. `willRelinquish` also follows
///   `willUnmount`.
/// - `didUpdate` follows the first mount that began after a `willUpdate`, once for all updates so
///   far.
/// - `didPrepareLayout` precedes the first mount after `didInit` and after each `willUpdate`.
/// - `treeWillAppear` and `treeDidDisappear` come in pairs; the last pair is complete before
///   `invalidate`.
public protocol ComponentController<Controlled>: AnyObject {
  /// The component. Each of its scopes has a controller.
  associatedtype Controlled: Component
  /// The renderer's type of views; `Never` for a controller that does not use views and gets no
  /// calls for them.
  associatedtype View = Never

  /// The controller now belongs to the scope. Comes first and once.
  func didInit()
  /// The scope has a new component or state. The views still show the old ones.
  func willUpdate(from old: BuiltComponent<Controlled>, to new: BuiltComponent<Controlled>)
  /// The views show what the last `willUpdate` announced.
  ///
  /// - Parameter old: The component and state that the views showed at the last mount, or with
  ///   which the controller was made.
  func didUpdate(from old: BuiltComponent<Controlled>)
  /// The layout is known. Comes before the mount that shows it.
  func didPrepareLayout()
  /// The layout is known, including the component's position and size in the item. Comes instead of
  /// ``didPrepareLayout()`` if the tree was laid out and contains the component. The default
  /// implementation calls ``didPrepareLayout()``.
  func didPrepareLayout(_ frame: ViewFrame)
  /// The views are about to be shown.
  func willMount()
  /// The views are shown, including the views within.
  func didMount()
  /// The shown views are about to be updated.
  func willRemount()
  /// The views are updated, including the views within.
  func didRemount()
  /// The views are about to be removed.
  func willUnmount()
  /// The views are removed.
  func didUnmount()
  /// The scope has a view.
  func didAcquire(_ view: View)
  /// The scope is about to lose its view.
  func willRelinquish(_ view: View)
  /// The item appears on the screen, or is about to. Comes also if the item was visible before the
  /// controller was made.
  func treeWillAppear()
  /// The item has left the screen, or is removed.
  func treeDidDisappear()
  /// The scope or its item is removed. Comes last and once.
  func invalidate()

  /// Returns whether the controller performs an action of this name that its component does not
  /// have.
  func responds(to action: String) -> Bool
  /// Performs an action that it responds to.
  func perform(_ action: String, arguments: [JSONValue])
}

extension ComponentController {
  /// Does nothing.
  public func didInit() {}
  /// Does nothing.
  public func willUpdate(
    from old: BuiltComponent<Controlled>, to new: BuiltComponent<Controlled>
  ) {}
  /// Does nothing.
  public func didUpdate(from old: BuiltComponent<Controlled>) {}
  /// Does nothing.
  public func didPrepareLayout() {}
  /// Calls ``didPrepareLayout()``.
  public func didPrepareLayout(_ frame: ViewFrame) { didPrepareLayout() }
  /// Does nothing.
  public func willMount() {}
  /// Does nothing.
  public func didMount() {}
  /// Does nothing.
  public func willRemount() {}
  /// Does nothing.
  public func didRemount() {}
  /// Does nothing.
  public func willUnmount() {}
  /// Does nothing.
  public func didUnmount() {}
  /// Does nothing.
  public func didAcquire(_ view: View) {}
  /// Does nothing.
  public func willRelinquish(_ view: View) {}
  /// Does nothing.
  public func treeWillAppear() {}
  /// Does nothing.
  public func treeDidDisappear() {}
  /// Does nothing.
  public func invalidate() {}
  /// Returns `false`.
  public func responds(to action: String) -> Bool { false }
  /// Does nothing.
  public func perform(_ action: String, arguments: [JSONValue]) {}
}
