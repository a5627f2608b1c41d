public import RosterComponents
public import RosterCore
internal import RosterJSON
internal import RosterLayout

/// A switch that is on or off, with a title.
///
///     Toggle(
///       "Notify me", isOn: settings.notifies,
///       onChange: scope.send("notify") { (isOn: Bool) in .notifies(isOn) })
///
/// It shows what the user chooses at once, and sends it. It keeps showing that until the model
/// changes: to the same value, which confirms it, or to another one, which counts then. A model that
/// stays as it is says so with ``refuse(in:)``.
public struct Toggle: Component, Equatable {
  /// The value that is shown, and whether the model has it.
  public typealias State = ChosenValue<Bool>

  /// The name under which states are kept.
  public static let typeName = "RosterWidgets.Toggle"

  /// The title; empty for none.
  public let title: String
  /// What the model says.
  public let isOn: Bool
  private let change: Action<Bool>
  private var label: String?
  private var isEnabled = true

  /// Makes a switch.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - isOn: What the model says.
  ///   - onChange: The action of a change. It receives whether the switch is to be on.
  public init(_ title: String, isOn: Bool, onChange: Action<Bool>) {
    (self.title, self.isOn, change) = (title, isOn, onChange)
  }

  /// Sets whether the switch can be used.
  public func enabled(_ isEnabled: Bool) -> Self {
    var toggle = self
    toggle.isEnabled = isEnabled
    return toggle
  }

  /// Says what assistive technology calls it, instead of the title.
  public func accessibility(label: String) -> Self {
    var toggle = self
    toggle.label = label
    return toggle
  }

  /// Returns an action, to be performed from outside, that shows the value of the model again. It
  /// receives the reason.
  public static func refuse(in scope: ScopePath) -> Action<String> {
    Action(named: ChosenValue<Bool>.refusal, in: scope)
  }

  /// Returns the state of the model.
  public func initialState() -> State { State(isOn) }

  /// Returns the state in which the model counts if it has changed.
  public func adaptedState(_ state: State) -> State { state.adopting(isOn) }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.toggle)
    let choose = scope.choosing()
    let view = ViewNode<Never>(spec(style.control, in: scope))
      .measured(
        by: scope.controlContent(
          title, style.control, extra: title.isEmpty ? 0 : style.gap)
      )
      .layout(LayoutStyle(style.control))
    return Node(isEnabled ? view.on(.change, choose).on(.change, change) : view)
  }

  private func spec(_ style: ControlStyle, in scope: Scope<Self>) -> ViewSpec {
    let isOn = scope.state.value.value
    var spec = ViewSpec("toggle", attributes: ["on": .bool(isOn)])
    if !title.isEmpty { spec.attributes["title"] = .string(title) }
    spec.attributes.set(style, in: scope)
    spec.attributes.set("disabled", !isEnabled)
    var traits: Set<Accessibility.Trait> = [.button, .toggle]
    if !isEnabled { traits.insert(.disabled) }
    spec.accessibility = Accessibility(
      label: label ?? (title.isEmpty ? nil : title), value: isOn ? "1" : "0", traits: traits,
      isElement: true)
    return spec
  }
}
