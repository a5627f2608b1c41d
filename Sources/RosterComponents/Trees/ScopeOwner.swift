internal import RosterCore

/// What a scope belongs to: a component with its state and its actions, without their types.
///
/// A scope that is copied keeps its owner: the same object means that the body was not run again.
protocol ScopeOwner: AnyObject, Sendable {
  /// The component.
  var part: any ComponentPart { get }
  /// How the state is kept.
  var storage: StateStorage { get }
  /// What the component itself has read of the environment.
  var reads: EnvironmentReads { get }

  func hasAction(named name: String) -> Bool

  /// Begins to edit the state.
  func edited(at scope: ScopePath) -> any EditedState
}

/// A component with its state and its actions.
final class TypedScopeOwner<C: Component>: ScopeOwner {
  let typedPart: TypedComponentPart<C>
  let state: C.State
  let storage: StateStorage
  let reads: EnvironmentReads
  private let handlers: [ActionHandler<C.State, C.Message>]

  init(
    _ part: TypedComponentPart<C>, state: C.State, storage: StateStorage, record: ScopeRecord<C>
  ) {
    typedPart = part
    self.state = state
    self.storage = storage
    reads = record.reads
    handlers = record.handlers
  }

  var part: any ComponentPart { typedPart }

  /// The handler of an action; the last one that the body made, if it made several of one name.
  func handler(named name: String) -> ActionHandler<C.State, C.Message>? {
    handlers.last { $0.name == name }
  }

  func hasAction(named name: String) -> Bool { handler(named: name) != nil }

  func edited(at scope: ScopePath) -> any EditedState {
    TypedEditedState(owner: self, scope: scope)
  }
}
