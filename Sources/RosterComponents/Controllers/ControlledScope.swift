internal import RosterCore
internal import RosterJSON

/// A scope with a controller, without their types.
///
/// Its methods return steps for the controller, which the host runs one after the other, because a
/// controller may call the host during a step.
protocol ControlledScope<View>: AnyObject {
  associatedtype View
  typealias Steps = [() -> Void]

  var isMounted: Bool { get }
  /// The position and size of the scope in the item, if they are known.
  var frame: ViewFrame? { get set }

  /// Makes the controller.
  func start() -> Steps
  /// Sets a new component or state.
  func update(to owner: any ScopeOwner) -> Steps
  func beginMount(with view: View?) -> Steps
  /// Handles an input without a value.
  func handle(_ input: ControllerLifecycle.Input) -> Steps

  func responds(to action: String) -> Bool
  func perform(_ action: String, arguments: [JSONValue])
}
