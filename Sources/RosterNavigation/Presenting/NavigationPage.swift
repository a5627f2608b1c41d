/// A page of an application, as long as it is open: what a route is shown with.
///
/// A page opens its list when it is made. The presenter then calls it in this order:
///
///     appear  disappear  appear  disappear  …  close
///
/// `appear` and `disappear` alternate, a page that is visible disappears before it is closed, and
/// nothing is called after `close`. At most one page is visible.
public protocol NavigationPage: AnyObject {
  /// The page is visible from now on.
  func appear()
  /// The page is no longer visible. It stays on the screen until the transition is finished.
  func disappear()
  /// The page is gone, or covered and one too many; closes what it has opened. Its states are in
  /// the file, for when it is opened again.
  func close()
}

extension NavigationPage {
  /// Does nothing.
  public func appear() {}
  /// Does nothing.
  public func disappear() {}
}
