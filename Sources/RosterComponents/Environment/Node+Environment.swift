extension Node {
  /// Sets a value of the environment for the node.
  ///
  /// Nodes further down may set another value in turn. The siblings of the node do not receive it.
  public func environment<Key: ComponentEnvironmentKey>(_ key: Key.Type, _ value: Key.Value) -> Self
  {
    let content = list.takeNode()
    guard content.scopeCount > 0 else { return self }
    let value = TypedEnvironmentValue<Key>(value)
    return Node(
      TreeNode(EnvironmentPart(content, key: ObjectIdentifier(key), .value(value))))
  }

  /// Changes a value of the environment for the node, beginning with the value around it.
  ///
  ///     Node { PostRow(post) }.environment(Theme.self) { theme in theme.accent = "red" }
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - change: Changes the value. It is pure, and may run at any time and any number of times.
  public func environment<Key: ComponentEnvironmentKey>(
    _ key: Key.Type, changing change: @escaping @Sendable (inout Key.Value) -> Void
  ) -> Self {
    let content = list.takeNode()
    guard content.scopeCount > 0 else { return self }
    let part = EnvironmentPart(
      content, key: ObjectIdentifier(key),
      .change(
        outer: { TypedEnvironmentValue<Key>($0[Key.self]) },
        inner: { environment in
          var value = environment[Key.self]
          change(&value)
          return TypedEnvironmentValue<Key>(value)
        }))
    return Node(TreeNode(part))
  }
}

extension Component {
  /// Sets a value of the environment for the component.
  public func environment<Key: ComponentEnvironmentKey>(
    _ key: Key.Type, _ value: Key.Value
  ) -> Node<Message> {
    Node(self).environment(key, value)
  }

  /// Changes a value of the environment for the component, beginning with the value around it.
  ///
  /// See ``Node/environment(_:changing:)``.
  public func environment<Key: ComponentEnvironmentKey>(
    _ key: Key.Type, changing change: @escaping @Sendable (inout Key.Value) -> Void
  ) -> Node<Message> {
    Node(self).environment(key, changing: change)
  }
}

/// The values that a scope receives instead of those of the scope around it, the innermost first.
final class EnvironmentOverrides: Sendable {
  private let part: EnvironmentPart
  private let outer: EnvironmentOverrides?

  init(_ part: EnvironmentPart, outer: EnvironmentOverrides?) {
    self.part = part
    self.outer = outer
  }

  /// What overrides do to the value of a key.
  enum Effect {
    case none
    /// The value does not depend on the one around the overrides.
    case sets
    /// The value depends on the one around the overrides.
    case changes(EnvironmentPart)
  }

  func effect(on key: ObjectIdentifier) -> Effect {
    var effect = Effect.none
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      if current.part.key == key {
        guard current.part.dependsOnOuterValue else { return .sets }
        effect = .changes(current.part)
      }
      overrides = current.outer
    }
    return effect
  }

  /// Returns the environment of the scope, given that of the scope around it.
  func applied(to environment: ComponentEnvironment) -> ComponentEnvironment {
    var parts: [EnvironmentPart] = []
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      parts.append(current.part)
      overrides = current.outer
    }
    return parts.reversed().reduce(into: environment) { $1.apply(to: &$0) }
  }
}
