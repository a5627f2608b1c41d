extension Node {
  /// Hands a value down to the node, instead of the one that its surroundings have.
  ///
  /// What is further down may be handed another in turn; the siblings of the node see nothing of it.
  public func environment<Key: EnvironmentKey>(_ key: Key.Type, _ value: Key.Value) -> Self {
    let content = list.takeNode()
    guard content.scopeCount > 0 else { return self }
    let value = TypedEnvironmentValue<Key>(value)
    return Node(
      TreeNode(EnvironmentPart(content, key: ObjectIdentifier(key), value: value)))
  }
}

extension Component {
  /// Hands a value down to the component, instead of the one that its surroundings have.
  public func environment<Key: EnvironmentKey>(
    _ key: Key.Type, _ value: Key.Value
  ) -> Node<Message> {
    Node(self).environment(key, value)
  }
}
