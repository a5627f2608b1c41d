internal import RosterCore

/// The state of a scope while edits are applied to it, one after the other.
protocol EditedState: AnyObject {
  /// Whether the state is another than before the edits.
  var isChanged: Bool { get }
  /// What is kept after the edits; `nil` if nothing is.
  var keptState: StoredState? { get }

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

  var keptState: StoredState? {
    if case .stored(let state) = storage { state } else { owner.keptState }
  }

  /// Runs a function on the state, which is another afterwards only if it can be kept.
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
