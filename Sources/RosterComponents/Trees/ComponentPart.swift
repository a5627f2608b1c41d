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
