public import RosterCore

/// What a component knows while it is built: its state, its place, its surroundings.
///
/// A scope is for the one run of the body that it was made for, and cannot leave it: it is not
/// `Sendable`, and nothing that a body returns can hold it. Nobody can change a state by it either;
/// the actions that it makes do so when they are performed.
public struct Scope<Owner: Component> {
  let owner: TypedScopeOwner<Owner>
  let record: ScopeRecord

  init(owner: TypedScopeOwner<Owner>, record: ScopeRecord) {
    self.owner = owner
    self.record = record
  }

  /// The state of the component.
  public var state: Owner.State { owner.state }

  /// Where the component stands in its item.
  public var path: ScopePath { record.notes.path }

  /// A value from the surroundings; the component is built again when it changes.
  public func environment<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    record.environmentValue(key)
  }
}
