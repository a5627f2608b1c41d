/// A tree without the type of its messages.
///
/// Whoever handles trees of all kinds handles these: a message has its type where it is sent and
/// where it arrives, and needs it nowhere between.
package typealias ErasedTree = ComponentTree<any Sendable>

/// A node without the type of its messages.
package typealias ErasedNode = Node<any Sendable>

extension Node where Message == any Sendable {
  /// Makes a node that sends what another sends.
  package init(erasing node: Node<some Sendable>) { self.init(node.list) }
}

extension ComponentTree {
  /// Makes a tree of one that was built of erased nodes, which send nothing but `Message`.
  package init(_ erased: ErasedTree) {
    self.init(
      content: erased.content, environment: erased.environment, layout: erased.layout)
  }

  /// The tree without the type of its messages.
  package var erased: ErasedTree {
    ErasedTree(content: content, environment: environment, layout: layout)
  }
}
