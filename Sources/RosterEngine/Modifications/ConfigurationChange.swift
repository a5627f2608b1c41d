public import RosterComponents

/// A part of what a list of components is built with, and what it is to be.
public struct ConfigurationChange<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  Sendable
{
  /// Makes the components of a header or footer out of the model of a section; `nil` if that has none.
  public typealias SupplementProvider =
    @Sendable (SectionModel, SectionContext) -> Node<Message>?

  enum Part: Sendable {
    case environment(EnvironmentValues)
    case layout(LayoutConstraints?)
    case components(Reconfiguration<Model, SectionModel, Message>.Provider)
    case header(SupplementProvider?)
    case footer(SupplementProvider?)
  }

  let part: Part

  /// What is handed down from the root of every item.
  public static func environment(_ environment: EnvironmentValues) -> Self {
    Self(part: .environment(environment))
  }

  /// What every item is laid out for, such as another width; `nil` if items are not to be laid out.
  public static func layout(_ constraints: LayoutConstraints?) -> Self {
    Self(part: .layout(constraints))
  }

  /// What makes the components of an item. Nobody can tell whether it makes the same as before, so it
  /// is always another.
  public static func components(
    @NodeBuilder<Message> _ components:
      @escaping @Sendable (Model, GenerationContext) -> Node<Message>
  ) -> Self {
    Self(part: .components(components))
  }

  /// What makes the components of the header of a section, `nil` if no section is to have one. It is
  /// always another, like what makes those of items.
  ///
  /// Without one, headers are let go and their states stay; a header that is not made for its section
  /// any more forgets them.
  public static func header(_ header: SupplementProvider?) -> Self { Self(part: .header(header)) }

  /// What makes the components of the footer of a section, `nil` if no section is to have one.
  public static func footer(_ footer: SupplementProvider?) -> Self { Self(part: .footer(footer)) }
}
