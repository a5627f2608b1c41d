internal import RosterCore

/// Notes what components do while their bodies are run, one after the other.
final class ScopeRecord {
  /// Where the component is whose body is run.
  private(set) var path = ScopePath.root
  private var environment = EnvironmentValues()
  private var reads = EnvironmentReads()
  private var handlers: [ActionHandler] = []

  /// Begins to note for a component.
  func begin(at path: ScopePath, in environment: EnvironmentValues) {
    self.path = path
    self.environment = environment
  }

  /// What was noted since; the next component begins with nothing.
  func end(_ owner: any ScopeOwner) -> RunBody {
    defer {
      handlers = []
      reads = EnvironmentReads()
    }
    return RunBody(owner: owner, handlers: handlers, reads: reads)
  }

  func environmentValue<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    let value = environment[key]
    reads.insert(ObjectIdentifier(key), TypedEnvironmentValue<Key>(value))
    return value
  }

  func add(_ handler: ActionHandler) { handlers.append(handler) }
}
