internal import RosterCore

/// The state of a scope to which edits are applied one after the other.
protocol EditedState: AnyObject {
  /// Whether the edits have changed the state.
  var isChanged: Bool { get }
  /// The state to store after the edits; `nil` if none is stored.
  var keptState: StoredState? { get }

  func update(_ update: any StateUpdate) throws(EditError)

  func set(_ stored: StoredState) throws(EditError)
}

/// The state of a component to which edits are applied.
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

  var keptState: StoredState? {
    if case .stored(let state) = storage { state } else { owner.keptState }
  }

  /// Runs a function on the state. The state changes only if the result can be encoded.
  func edit<Result>(_ change: (inout C.State) -> Result) throws(EditError) -> Result {
    var changed = state
    let result = change(&changed)
    try replaceState(with: changed)
    return result
  }

  func update(_ update: any StateUpdate) throws(EditError) {
    guard let update = update as? TypedStateUpdate<C> else {
      throw .otherComponent(scope: scope, expected: update.componentName, found: "\(C.self)")
    }
    try edit(update.change)
  }

  func set(_ stored: StoredState) throws(EditError) {
    guard owner.typedPart.hasState else { throw .noState(scope) }
    let restored: C.State
    do {
      restored = try StateCoding.state(stored, of: C.self)
    } catch {
      throw .undecodableState(scope: scope, reason: StateCoding.reason(of: error))
    }
    try replaceState(with: restored)
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
