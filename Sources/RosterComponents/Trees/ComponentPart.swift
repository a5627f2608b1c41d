internal import RosterCore

/// A component in a body, without its type.
protocol ComponentPart: AnyObject, Sendable {
  var identifier: ScopeIdentifier? { get }
}

/// A component in a body.
final class TypedComponentPart<C: Component>: ComponentPart {
  let component: C

  init(_ component: C) { self.component = component }

  var identifier: ScopeIdentifier? { component.identifier }
}
