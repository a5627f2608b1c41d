public import RosterCore

/// What a component knows while it is built: its state, its place, its surroundings.
///
/// A scope is for the build it was made for, and cannot leave it: it is not `Sendable`.
public struct Scope<Owner: Component> {
  /// The state of the component.
  public let state: Owner.State
  let record: ScopeRecord<Owner>

  init(state: Owner.State, record: ScopeRecord<Owner>) {
    self.state = state
    self.record = record
  }

  /// Where the component stands in its item.
  public var path: ScopePath { record.path }

  /// A value from the surroundings; the component is built again when it changes.
  public func environment<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    record.environmentValue(key)
  }
}
