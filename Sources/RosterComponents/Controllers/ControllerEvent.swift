/// A step in the life of a controller.
enum ControllerEvent: Hashable, Sendable {
  /// The controller now belongs to the scope. Comes first and once.
  case didInit
  /// The scope has a new component or state.
  case willUpdate
  /// The views show what the last `willUpdate` announced.
  case didUpdate
  /// The layout of the newest component is known.
  case didPrepareLayout
  /// The views are about to be shown.
  case willMount
  /// The views are shown, including the views within.
  case didMount
  /// The shown views are about to be updated.
  case willRemount
  /// The views are updated, including the views within.
  case didRemount
  /// The views are about to be removed.
  case willUnmount
  /// The views are removed.
  case didUnmount
  /// The scope has a view.
  case didAcquireView
  /// The scope is about to lose its view.
  case willRelinquishView
  /// The item appears on the screen.
  case treeWillAppear
  /// The item has left the screen.
  case treeDidDisappear
  /// The scope or its item is removed. Comes last and once.
  case invalidate
}
