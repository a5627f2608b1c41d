public import RosterComponents
public import RosterEngine

/// A new value for one part of what a list of components is built with.
public struct ConfigurationChange<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  Sendable
{
  /// Makes the components of a header or footer from the model of its section; `nil` if the section
  /// has none.
  public typealias SupplementProvider =
    @Sendable (SectionModel, SectionContext) -> Node<Message>?

  enum Part: Sendable {
    case environment(ComponentEnvironment)
    case layout(LayoutConstraints?)
    case components(Reconfiguration<Model, SectionModel, Message>.Provider)
    case header(SupplementProvider?)
    case footer(SupplementProvider?)
  }

  let part: Part

  /// Replaces the values that every tree inherits at its root.
  public static func environment(_ environment: ComponentEnvironment) -> Self {
    Self(part: .environment(environment))
  }

  /// Replaces the constraints that every tree is laid out in, for example with another width; `nil`
  /// to lay out nothing.
  public static func layout(_ constraints: LayoutConstraints?) -> Self {
    Self(part: .layout(constraints))
  }

  /// Replaces the closure that makes the components of an item. Closures cannot be compared, so
  /// this always counts as a change.
  public static func components(
    @NodeBuilder<Message> _ components:
      @escaping @Sendable (Model, GenerationContext) -> Node<Message>
  ) -> Self {
    Self(part: .components(components))
  }

  /// Replaces the closure that makes the components of a section's header; `nil` if no section has
  /// one. This always counts as a change, as for items.
  ///
  /// With `nil`, headers are dropped but their states stay. If the closure returns `nil` for a
  /// section whose header exists, the states of that header are removed.
  public static func header(_ header: SupplementProvider?) -> Self { Self(part: .header(header)) }

  /// Replaces the closure that makes the components of a section's footer; `nil` if no section has
  /// one.
  public static func footer(_ footer: SupplementProvider?) -> Self { Self(part: .footer(footer)) }
}
