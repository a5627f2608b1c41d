internal import RosterCore
internal import RosterJSON

/// A scope with a controller, without their types.
///
/// What it is told it turns into steps for the controller, which the host takes one after the other:
/// a controller may call the host again in the middle of one.
protocol ControlledScope<View>: AnyObject {
  associatedtype View
  typealias Steps = [() -> Void]

  var isMounted: Bool { get }
  /// Where the scope is in the item, if that is known.
  var frame: ViewFrame? { get set }

  /// Makes the controller.
  func start() -> Steps
  /// Takes another component or state.
  func update(to owner: any ScopeOwner) -> Steps
  func beginMount(with view: View?) -> Steps
  /// Handles what needs no value.
  func handle(_ input: ControllerLifecycle.Input) -> Steps

  func responds(to action: String) -> Bool
  func perform(_ action: String, arguments: [JSONValue])
}
