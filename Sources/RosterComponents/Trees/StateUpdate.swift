internal import RosterCore

/// A change of a scope's state without the type of the component.
protocol StateUpdate: Sendable {
  var scope: ScopePath { get }
  /// The type of component that it changes.
  var componentName: String { get }
}

/// A change of a scope's state.
struct TypedStateUpdate<C: Component>: StateUpdate {
  let scope: ScopePath
  let change: @Sendable (inout C.State) -> Void

  var componentName: String { "\(C.self)" }
}
