public import RosterComponents
internal import RosterJSON
public import RosterLayout

/// A view of the host's own, by its name: a chart, a player, anything that is not made of
/// components.
///
///     struct Chart: Codable, Equatable, ActionArgument { var points: [Double] }
///
/// In the body of a component:
///
///     CustomView("chart", Chart(points: points), size: Size(width: 40, height: 8))
///       .on("select", scope.edit("select") { (state, index: Int) in state.selection = index })
///
/// The values go to the host as JSON. Those that do not encode, such as NaN, arrive as `null`.
public struct CustomView<Values: ActionArgument & Equatable>: Component, Equatable {
  /// The name under which its scope is found, whatever its values are.
  public static var typeName: String { "RosterWidgets.CustomView" }

  /// The name of the view.
  public let name: String
  /// The values that the host receives.
  public let values: Values
  /// The size that it wants to have.
  public let size: Size
  /// What assistive technology calls it; `nil` if the host knows better.
  public let label: String?
  private var events: [ViewEvents] = []

  /// Makes a view.
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - values: The values that the host receives.
  ///   - size: The size that it wants to have. A column decides its width, and anything else that
  ///     places it.
  ///   - label: What assistive technology calls it; `nil` if the host knows better.
  public init(_ name: String, _ values: Values, size: Size, label: String? = nil) {
    (self.name, self.values, self.size, self.label) = (name, values, size, label)
  }

  /// Adds an action to an event. The host decides which events there are, and which values they
  /// pass to the action.
  public func on<each Argument: ActionArgument>(
    _ event: ViewEvent, _ action: Action<repeat each Argument>
  ) -> Self {
    var view = self
    view.events.append(ViewEvents(event: event, actions: action.references))
    return view
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    var spec = ViewSpec("slot", attributes: ["name": .string(name), "values": values.json])
    if let label { spec.accessibility = Accessibility(label: label) }
    return Node(
      events.reduce(ViewNode(spec)) { $0.on($1.event, $1.actions) }
        .measured(by: SizedContent(size: size)).shrink(1).minWidth(0))
  }
}

/// The actions of an event.
private struct ViewEvents: Equatable {
  let event: ViewEvent
  let actions: [ActionReference]
}
