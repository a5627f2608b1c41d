public import RosterJSON

/// An object that lives as long as a component's scope: it plays a video, watches a sensor, owns what
/// a value cannot.
///
/// A ``ControllerHost`` makes it and tells it what happens, always in the isolation of the renderer.
/// Components do not know it; it changes them through its context:
///
///     @MainActor final class VideoController: @MainActor ComponentController {
///       typealias Controlled = Video
///       private let context: ControllerContext<Video>
///
///       init(_ video: BuiltComponent<Video>, _ context: ControllerContext<Video>) {
///         self.context = context
///       }
///
///       func didAcquire(_ view: UIView) { … }
///       func didEnd() { context.update { state in state.isPlaying = false } }
///     }
///
/// Everything has an implementation that does nothing. What is told comes in a legal order, whatever
/// the renderer does:
///
/// - `didInit` is first and `invalidate` last, each once.
/// - `willMount` or `willRemount`, then the views within, then `didMount` or `didRemount`; only what
///   is unmounted is mounted, only what is mounted is remounted or unmounted, and what is invalidated
///   was unmounted before.
/// - `didAcquire` follows `willMount`, or `willRemount` if the view is another than before;
///   `willRelinquish` precedes that, and follows `willUnmount`.
/// - `didUpdate` follows the first mount that began after a `willUpdate`, once for all of them.
/// - `didPrepareLayout` precedes the first mount after `didInit` and after each `willUpdate`.
/// - `treeWillAppear` and `treeDidDisappear` come in pairs, the last of which is complete before
///   `invalidate`.
public protocol ComponentController<Controlled>: AnyObject {
  /// The component; each of its scopes has a controller.
  associatedtype Controlled: Component
  /// What the renderer shows components with; `Never` for a controller that has nothing to do with
  /// views, and is not told of them.
  associatedtype View = Never

  /// The controller is the scope's; comes first and once.
  func didInit()
  /// The scope has another component or state than before; the views show the old ones.
  func willUpdate(from old: BuiltComponent<Controlled>, to new: BuiltComponent<Controlled>)
  /// The views show what the last `willUpdate` announced.
  ///
  /// - Parameter old: What they showed when they were last mounted, or what the controller was made
  ///   with.
  func didUpdate(from old: BuiltComponent<Controlled>)
  /// The layout is known; comes before the mount that shows it.
  func didPrepareLayout()
  /// The layout is known, and with it where the component is in the item and how large: comes instead
  /// of ``didPrepareLayout()``, and calls it unless it is implemented, if the tree was laid out and the
  /// component is there.
  func didPrepareLayout(_ frame: ViewFrame)
  /// The views are about to be shown.
  func willMount()
  /// The views are shown, with everything in them.
  func didMount()
  /// Views that are shown are about to be brought up to date.
  func willRemount()
  /// The views are up to date, with everything in them.
  func didRemount()
  /// The views are about to go.
  func willUnmount()
  /// The views are gone.
  func didUnmount()
  /// The scope has a view.
  func didAcquire(_ view: View)
  /// The scope is about to lose its view.
  func willRelinquish(_ view: View)
  /// The item is in sight, or will be: also if the controller came while it was.
  func treeWillAppear()
  /// The item is out of sight, or gone.
  func treeDidDisappear()
  /// The scope or its item is gone; comes last and once.
  func invalidate()

  /// Whether the controller performs actions of a name, if its component does not.
  func responds(to action: String) -> Bool
  /// Performs an action that it responds to.
  func perform(_ action: String, arguments: [JSONValue])
}

extension ComponentController {
  /// Nothing.
  public func didInit() {}
  /// Nothing.
  public func willUpdate(
    from old: BuiltComponent<Controlled>, to new: BuiltComponent<Controlled>
  ) {}
  /// Nothing.
  public func didUpdate(from old: BuiltComponent<Controlled>) {}
  /// Nothing.
  public func didPrepareLayout() {}
  /// ``didPrepareLayout()``.
  public func didPrepareLayout(_ frame: ViewFrame) { didPrepareLayout() }
  /// Nothing.
  public func willMount() {}
  /// Nothing.
  public func didMount() {}
  /// Nothing.
  public func willRemount() {}
  /// Nothing.
  public func didRemount() {}
  /// Nothing.
  public func willUnmount() {}
  /// Nothing.
  public func didUnmount() {}
  /// Nothing.
  public func didAcquire(_ view: View) {}
  /// Nothing.
  public func willRelinquish(_ view: View) {}
  /// Nothing.
  public func treeWillAppear() {}
  /// Nothing.
  public func treeDidDisappear() {}
  /// Nothing.
  public func invalidate() {}
  /// No.
  public func responds(to action: String) -> Bool { false }
  /// Nothing.
  public func perform(_ action: String, arguments: [JSONValue]) {}
}
