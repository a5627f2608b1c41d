internal import RosterCore

/// A component in a body, without its type.
///
/// A class and not a protocol, so that a body that is compiled for one type of component need not
/// look up the conformance at run time. Unchecked because the compiler does not check classes that
/// have subclasses: this one has no properties, and ``TypedComponentPart``, the only subclass, has
/// one constant that is `Sendable`.
@usableFromInline
class ComponentPart: @unchecked Sendable {
  @usableFromInline
  init() {}

  var componentType: ObjectIdentifier { Self.isTyped() }
  var typeName: String { Self.isTyped() }
  var identifier: ScopeIdentifier? { Self.isTyped() }
  /// Whether the component has a state.
  var hasState: Bool { Self.isTyped() }

  /// Returns whether the component builds the same as the one of an owner, given the same state and
  /// environment.
  func hasEqualProperties(to owner: any ScopeOwner) -> Bool { Self.isTyped() }

  /// Runs the body.
  ///
  /// - Parameters:
  ///   - origin: The origin of the state.
  ///   - record: Records what the body does.
  func run(from origin: StateOrigin, noting record: ScopeRecord) -> ComponentRun {
    Self.isTyped()
  }

  private static func isTyped() -> Never {
    preconditionFailure("a component in a body has a type")
  }
}

/// A component in a body.
///
/// Unchecked as ``ComponentPart`` is.
@usableFromInline
final class TypedComponentPart<C: Component>: ComponentPart, @unchecked Sendable {
  @usableFromInline let component: C

  @inlinable
  init(_ component: C) { self.component = component }

  override var componentType: ObjectIdentifier { ObjectIdentifier(C.self) }
  override var typeName: String { C.typeName }
  override var identifier: ScopeIdentifier? { component.identifier }
  override var hasState: Bool { C.State.self != NoState.self }

  override func hasEqualProperties(to owner: any ScopeOwner) -> Bool {
    guard let owner = owner as? TypedScopeOwner<C> else { return false }
    return component.hasEqualProperties(to: owner.typedPart.component)
  }

  override func run(from origin: StateOrigin, noting record: ScopeRecord) -> ComponentRun {
    var storage = StateStorage.none
    var event = StateEvent.kept
    let kept = state(from: origin, storage: &storage, event: &event)
    let state = component.adaptedState(kept)
    let owner = TypedScopeOwner(self, state: state, storage: storage)
    let node = component.body(Scope(owner: owner, record: record)).list.takeNode()
    return ComponentRun(
      body: RunBody(owner: owner, handlers: record.notes.handlers, reads: record.notes.reads),
      event: event, node: node)
  }
}

extension TypedComponentPart {
  /// Returns the state with which the body runs.
  ///
  /// - Parameters:
  ///   - storage: Set to how the state is stored.
  ///   - event: Set to what happened to the state, if anything.
  func state(
    from origin: StateOrigin, storage: inout StateStorage, event: inout StateEvent
  ) -> C.State {
    switch origin {
    case .nothing: return beginning(&storage, &event)
    case .stored(let stored):
      event = .restored
      return restoring(stored, &storage, &event)
    case .previous(let owner):
      if let owner = owner as? TypedScopeOwner<C> {
        storage = owner.storage
        return owner.state
      }
      event = .restored
      return succeeding(owner.keptState, &storage, &event)
    case .edited(let edited):
      event = .changed
      if let edited = edited as? TypedEditedState<C> {
        storage = edited.storage
        return edited.state
      }
      return succeeding(edited.keptState, &storage, &event)
    }
  }

  /// Returns the initial state.
  private func beginning(_ storage: inout StateStorage, _ event: inout StateEvent) -> C.State {
    let state = component.initialState()
    guard hasState else { return state }
    event = .begun
    storage = .initial
    return state
  }

  /// Returns the stored state, or the initial one if it does not decode.
  private func restoring(
    _ stored: StoredState, _ storage: inout StateStorage, _ event: inout StateEvent
  ) -> C.State {
    guard hasState else {
      event = .dropped
      return component.initialState()
    }
    do {
      let state = try StateCoding.state(stored, of: C.self)
      storage = .stored(stored)
      return state
    } catch {
      storage = .undecodable(stored, reason: StateCoding.reason(of: error))
      if event == .restored { event = .undecodable }
      return component.initialState()
    }
  }

  /// Returns the state after another type of component with the same name had the scope.
  private func succeeding(
    _ kept: StoredState?, _ storage: inout StateStorage, _ event: inout StateEvent
  ) -> C.State {
    guard let kept else {
      event = .kept
      return beginning(&storage, &event)
    }
    return restoring(kept, &storage, &event)
  }
}

/// The result of running a body. The components in it are not built yet.
struct ComponentRun {
  let body: RunBody
  let event: StateEvent
  let node: TreeNode

  /// Tells a listener that the body ran, and which actions were replaced by later ones of the same
  /// name.
  func tell(_ listener: any BuildListener, of typeName: String, at path: ScopePath) {
    listener.bodyWasRun(of: typeName, at: path)
    var names: Set<String> = []
    for handler in body.handlers where !names.insert(handler.name).inserted {
      listener.actionWasReplaced(handler.name, at: path)
    }
  }
}
