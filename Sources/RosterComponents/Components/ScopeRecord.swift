internal import RosterCore

/// Notes what a component does while its body is run.
final class ScopeRecord<Owner: Component> {
  let path: ScopePath
  private let environment: EnvironmentValues
  private(set) var reads = EnvironmentReads()
  private(set) var handlers: [ActionHandler<Owner.State, Owner.Message>] = []

  init(path: ScopePath, environment: EnvironmentValues) {
    self.path = path
    self.environment = environment
  }

  func environmentValue<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    let value = environment[key]
    reads.insert(ObjectIdentifier(key), TypedEnvironmentValue<Key>(value))
    return value
  }

  func add(_ handler: ActionHandler<Owner.State, Owner.Message>) { handlers.append(handler) }
}
