public import RosterComponents
internal import RosterCore
internal import RosterEngine
public import RosterJSON

extension ListPresenter {
  /// Performs the actions of an event of a view: a controller at once, a component as soon as the
  /// list has applied what is pending.
  ///
  /// If the event says that the user has given a view another value, the view shows it already; see
  /// `ReportedValue`. It is set only if the list wants another one.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - view: The view that the event happened to.
  ///   - values: The values of the event, which its actions get behind their own arguments.
  /// - Returns: The number of actions for which a component or controller was found; 0 if the view
  ///   is not shown, or has no such event. An action that the list refuses is passed to
  ///   ``PresenterConfiguration/onRefusal``.
  @discardableResult
  public func handle(_ event: ViewEvent, of view: View, values: [JSONValue] = []) -> Int {
    guard let tree = mount.tree(of: view), let description = mount.description(of: view) else {
      return 0
    }
    if !isUpdating,
      let reported = ReportedValue(event, values, ofClass: description.spec.className)
    {
      mount.viewReported(reported, of: view)
    }
    return description.events[event, default: []].count { action in
      controllers.perform(action, arguments: values, from: description.scope, in: tree) != nil
    }
  }
}
