/// A tree without the type of its messages.
///
/// Code that handles trees of all message types uses this type. The type of a message matters only
/// where the message is sent and where it arrives.
package typealias ErasedTree = ComponentTree<any Sendable>

/// A node without the type of its messages.
package typealias ErasedNode = Node<any Sendable>

extension Node where Message == any Sendable {
  /// Makes a node that sends the messages of another one.
  package init(erasing node: Node<some Sendable>) { self.init(node.list) }
}

extension ComponentTree {
  /// Makes a tree of an erased one. All nodes of that tree must send `Message`.
  package init(_ erased: ErasedTree) {
    self.init(
      content: erased.content, environment: erased.environment, layout: erased.layout)
  }

  /// The tree without the type of its messages.
  package var erased: ErasedTree {
    ErasedTree(content: content, environment: environment, layout: layout)
  }
}
