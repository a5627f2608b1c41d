public import RosterCore

/// The state, the path and the environment of a component, for its body.
///
/// A scope is valid only for the run of the body that received it. It cannot leave that run: it is
/// not `Sendable`, and no value that a body returns can hold it. It cannot change the state either;
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

  /// The path of the component in its item.
  public var path: ScopePath { record.notes.path }

  /// Returns a value of the environment. The component is built again when the value changes.
  public func environment<Key: ComponentEnvironmentKey>(_ key: Key.Type) -> Key.Value {
    record.environmentValue(key)
  }

  /// Returns a part of a value of the environment. The component is built again when that part
  /// changes, and not when others do.
  ///
  ///     let accent = scope.environment(Theme.self, \.accent)
  public func environment<Key: ComponentEnvironmentKey, Part: Equatable & Sendable>(
    _ key: Key.Type, _ part: any KeyPath<Key.Value, Part> & Sendable
  ) -> Part {
    record.environmentValue(key, part)
  }
}

/// Records what components do while their bodies run, one after the other.
final class ScopeRecord {
  /// The record of one component.
  struct Notes {
    let path: ScopePath
    let environment: ComponentEnvironment
    var reads = EnvironmentReads()
    var handlers: [ActionHandler] = []
  }

  private(set) var notes = Notes(path: .root, environment: ComponentEnvironment())

  /// Begins the record of another component.
  func begin(at path: ScopePath, in environment: ComponentEnvironment) {
    notes = Notes(path: path, environment: environment)
  }

  func environmentValue<Key: ComponentEnvironmentKey>(_ key: Key.Type) -> Key.Value {
    let value = notes.environment[key]
    notes.reads.insert(ObjectIdentifier(key), TypedEnvironmentValue<Key>(value))
    return value
  }

  func environmentValue<Key: ComponentEnvironmentKey, Part: Equatable & Sendable>(
    _ key: Key.Type, _ path: any KeyPath<Key.Value, Part> & Sendable
  ) -> Part {
    let part = notes.environment[key][keyPath: path]
    notes.reads.insert(
      ObjectIdentifier(key), part: path, EnvironmentValuePart<Key, Part>(path: path, part: part))
    return part
  }

  func add(_ handler: ActionHandler) { notes.handlers.append(handler) }
}
