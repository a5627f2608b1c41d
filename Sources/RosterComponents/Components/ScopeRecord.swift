internal import RosterCore

final class ScopeRecord<Owner: Component> {
  let path: ScopePath = .root
  func environmentValue<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value { key.defaultValue }
  func add(_ handler: ActionHandler<Owner.State, Owner.Message>) {}
}
