public import RosterComponents
public import RosterJSON
public import RosterMounting

/// A host that can say what it shows, and act as if the user did something.
///
/// What it says must come from what is really on the screen, such as the texts of its labels: if it
/// only repeats what it was told, it tests nothing.
public protocol TestableHost<View>: ViewHost {
  /// How many views exist, including hidden ones and without the container of the mount.
  var keptCount: Int { get }

  /// Returns the views in a container that are shown, from back to front.
  ///
  /// - Parameters:
  ///   - container: The container of the mount.
  ///   - number: Returns the number of a view.
  func shownViews(in container: View, number: (View) -> Int?) -> [ShownView]

  /// Gives a view the keyboard focus, as if the user did it; `nil` to take it from all.
  func focus(_ view: View?)

  /// Scrolls a view, as if the user did it, and returns its offset afterwards.
  func scroll(_ view: View, by distance: Double) -> Double

  /// Causes an event of a view, as if the user did it. The host calls `report` for each event that
  /// it would report then.
  func cause(
    _ event: ViewEvent, values: [JSONValue], on view: View,
    report: (ViewEvent, View, [JSONValue]) -> Void)
}
