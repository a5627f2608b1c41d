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
  ///   - path: Where the component is.
  ///   - origin: Where its state comes from.
  ///   - environment: What it is handed.
  func open(
    at path: ScopePath, from origin: StateOrigin, in environment: EnvironmentValues
  ) -> OpenedComponent
}

/// What running a body has given; the components in it are not built yet.
struct OpenedComponent {
  let owner: any ScopeOwner
  let node: TreeNode
  let event: StateEvent
}

/// A component in a body.
final class TypedComponentPart<C: Component>: ComponentPart {
  let component: C

  init(_ component: C) { self.component = component }

  var componentType: ObjectIdentifier { ObjectIdentifier(C.self) }
  var typeName: String { C.typeName }
  var identifier: ScopeIdentifier? { component.identifier }
  var hasState: Bool { C.State.self != NoState.self }

  func hasEqualProperties(to owner: any ScopeOwner) -> Bool {
    guard let owner = owner as? TypedScopeOwner<C> else { return false }
    return component.hasEqualProperties(to: owner.typedPart.component)
  }

  func open(
    at path: ScopePath, from origin: StateOrigin, in environment: EnvironmentValues
  ) -> OpenedComponent {
    let opened = ScopeState(of: component, from: origin)
    let record = ScopeRecord<C>(path: path, environment: environment)
    let node = component.body(Scope(state: opened.state, record: record))
    let owner = TypedScopeOwner(
      self, state: opened.state, storage: opened.storage, record: record)
    return OpenedComponent(owner: owner, node: node.content, event: opened.event)
  }
}
