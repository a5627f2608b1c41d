internal import RosterCore

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
    let state = state(from: origin, storage: &storage, event: &event)
    let owner = TypedScopeOwner(self, state: state, storage: storage)
    let node = component.body(Scope(owner: owner, record: record)).list.takeNode()
    return ComponentRun(
      body: RunBody(owner: owner, handlers: record.notes.handlers, reads: record.notes.reads),
      event: event, node: node)
  }
}
