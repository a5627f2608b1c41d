/// A step in the life of a controller.
enum ControllerEvent: Hashable, Sendable {
  /// The controller is the scope's; comes first and once.
  case didInit
  /// The scope has another component or state than before.
  case willUpdate
  /// The views show what the last `willUpdate` announced.
  case didUpdate
  /// The layout of the newest component is known.
  case didPrepareLayout
  /// The views are about to be shown.
  case willMount
  /// The views are shown, with everything in them.
  case didMount
  /// Views that are shown are about to be brought up to date.
  case willRemount
  /// The views are up to date, with everything in them.
  case didRemount
  /// The views are about to go.
  case willUnmount
  /// The views are gone.
  case didUnmount
  /// The scope has a view.
  case didAcquireView
  /// The scope is about to lose its view.
  case willRelinquishView
  /// The item comes into sight.
  case treeWillAppear
  /// The item is out of sight.
  case treeDidDisappear
  /// The scope or its item is gone; comes last and once.
  case invalidate
}
