internal import RosterCore

/// A component in a body, without its type.
protocol ComponentPart: AnyObject, Sendable {
  var componentType: ObjectIdentifier { get }
  var typeName: String { get }
  var identifier: ScopeIdentifier? { get }
  /// Whether the component has a state.
  var hasState: Bool { get }

  /// Whether the component would build the same as an owner has, given the same state and
  /// environment.
  func hasEqualProperties(to owner: any ScopeOwner) -> Bool

  /// Runs the body.
  ///
  /// - Parameters:
  ///   - origin: Where the state comes from.
  ///   - record: Notes what the body does.
  func run(from origin: StateOrigin, noting record: ScopeRecord) -> ComponentRun
}

/// What running a body has given; the components in it are not built yet.
struct ComponentRun {
  let body: RunBody
  let event: StateEvent
  let node: TreeNode
}

/// A component in a body.
@usableFromInline
final class TypedComponentPart<C: Component>: ComponentPart {
  @usableFromInline let component: C

  @inlinable
  init(_ component: C) { self.component = component }

  var componentType: ObjectIdentifier { ObjectIdentifier(C.self) }
  var typeName: String { C.typeName }
  var identifier: ScopeIdentifier? { component.identifier }
  var hasState: Bool { C.State.self != NoState.self }

  func hasEqualProperties(to owner: any ScopeOwner) -> Bool {
    guard let owner = owner as? TypedScopeOwner<C> else { return false }
    return component.hasEqualProperties(to: owner.typedPart.component)
  }

  func run(from origin: StateOrigin, noting record: ScopeRecord) -> ComponentRun {
    var storage = StateStorage.none
    var event = StateEvent.kept
    let state = state(from: origin, storage: &storage, event: &event)
    let owner = TypedScopeOwner(self, state: state, storage: storage)
    let node = component.body(Scope(owner: owner, record: record)).takeNode()
    return ComponentRun(
      body: RunBody(owner: owner, handlers: record.notes.handlers, reads: record.notes.reads),
      event: event, node: node)
  }
}
