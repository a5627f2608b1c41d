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
