public import RosterComponents

/// A part of what a list of components is built with, and what it is to be.
public struct ConfigurationChange<Model: Sendable, Message: Sendable>: Sendable {
  enum Part: Sendable {
    case environment(EnvironmentValues)
    case layout(LayoutConstraints?)
    case components(Reconfiguration<Model, Message>.Provider)
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
}
