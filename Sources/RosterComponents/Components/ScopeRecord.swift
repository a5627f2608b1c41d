internal import RosterCore

/// Records what components do while their bodies run, one after the other.
final class ScopeRecord {
  /// The record of one component.
  struct Notes {
    let path: ScopePath
    let environment: EnvironmentValues
    var reads = EnvironmentReads()
    var handlers: [ActionHandler] = []
  }

  private(set) var notes = Notes(path: .root, environment: EnvironmentValues())

  /// Begins the record of another component.
  func begin(at path: ScopePath, in environment: EnvironmentValues) {
    notes = Notes(path: path, environment: environment)
  }

  func environmentValue<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    let value = notes.environment[key]
    notes.reads.insert(ObjectIdentifier(key), TypedEnvironmentValue<Key>(value))
    return value
  }

  func add(_ handler: ActionHandler) { notes.handlers.append(handler) }
}
