internal import RosterCore
internal import RosterJSON

/// The state of a scope while edits are applied to it, one after the other.
protocol EditedState: AnyObject {
  /// Whether the state is another than before the edits.
  var isChanged: Bool { get }
  /// How the state is kept after the edits.
  var storage: StateStorage { get }

  /// Performs an action, and gives what it sends to the scope around this one.
  func perform(
    _ name: String, _ arguments: [JSONValue]
  ) throws(EditError) -> (any Sendable)?

  func update(_ update: any StateUpdate) throws(EditError)

  func set(_ stored: StoredState) throws(EditError)
}

/// The state of a component while edits are applied to it.
final class TypedEditedState<C: Component>: EditedState {
  private let owner: TypedScopeOwner<C>
  private let scope: ScopePath
  private(set) var state: C.State
  private(set) var storage: StateStorage

  init(owner: TypedScopeOwner<C>, scope: ScopePath) {
    self.owner = owner
    self.scope = scope
    state = owner.state
    storage = owner.storage
  }

  var isChanged: Bool { state != owner.state }

  func perform(
    _ name: String, _ arguments: [JSONValue]
  ) throws(EditError) -> (any Sendable)? {
    guard let handler = owner.handler(named: name) else {
      throw .noSuchAction(scope: scope, name: name)
    }
    var changed = state
    let message = try handler.perform(&changed, arguments)
    try replaceState(with: changed)
    return message
  }

  func update(_ update: any StateUpdate) throws(EditError) {
    guard let update = update as? TypedStateUpdate<C> else {
      throw .otherComponent(scope: scope, expected: update.componentName, found: "\(C.self)")
    }
    var changed = state
    update.change(&changed)
    try replaceState(with: changed)
  }

  func set(_ stored: StoredState) throws(EditError) {
    guard storage.isState else { throw .noState(scope) }
    do {
      try replaceState(with: StateCoding.state(stored, of: C.self))
    } catch let error as EditError {
      throw error
    } catch {
      throw .undecodableState(scope: scope, reason: StateCoding.reason(of: error))
    }
  }

  private func replaceState(with changed: C.State) throws(EditError) {
    guard changed != state else { return }
    do {
      storage = .stored(try StateCoding.stored(changed, of: C.self))
      state = changed
    } catch {
      throw .unencodableState(scope: scope, reason: StateCoding.reason(of: error))
    }
  }
}
