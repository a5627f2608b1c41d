extension Node {
  /// Sets a value of the environment for the node.
  ///
  /// Nodes further down may set another value in turn. The siblings of the node do not receive it.
  public func environment<Key: EnvironmentKey>(_ key: Key.Type, _ value: Key.Value) -> Self {
    let content = list.takeNode()
    guard content.scopeCount > 0 else { return self }
    let value = TypedEnvironmentValue<Key>(value)
    return Node(
      TreeNode(EnvironmentPart(content, key: ObjectIdentifier(key), value: value)))
  }
}

extension Component {
  /// Sets a value of the environment for the component.
  public func environment<Key: EnvironmentKey>(
    _ key: Key.Type, _ value: Key.Value
  ) -> Node<Message> {
    Node(self).environment(key, value)
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

  func contains(_ key: ObjectIdentifier) -> Bool {
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      if current.part.key == key { return true }
      overrides = current.outer
    }
    return false
  }

  /// Returns the environment of the scope, given that of the scope around it.
  func applied(to environment: EnvironmentValues) -> EnvironmentValues {
    var parts: [EnvironmentPart] = []
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      parts.append(current.part)
      overrides = current.outer
    }
    return parts.reversed().reduce(into: environment) { $0[$1.key] = $1.value }
  }
}
