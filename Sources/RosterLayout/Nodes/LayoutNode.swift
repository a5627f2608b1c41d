/// A box to lay out, with its content. Immutable.
///
/// A node that occurs in two trees is laid out only once under the same constraints (see
/// ``LayoutCache``).
///
/// Safe although not checked: the storage is written before the node can be read. Afterwards only
/// its children are written, by the code that holds the last reference to it, when no other code can
/// read them (see ``NodeStorage/dismantle(_:)``).
package struct LayoutNode: Identifiable, @unchecked Sendable {
  let storage: NodeStorage

  /// Makes a node.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children.
  package init(
    style: LayoutStyle = LayoutStyle(), content: LayoutContent, isBoundary: Bool = false
  ) {
    storage = .make(style, content, isBoundary: isBoundary)
  }

  /// The node without a count of references, for a pass, while the root is kept.
  var unmanaged: Unmanaged<NodeStorage> { .passUnretained(storage) }

  init(_ storage: NodeStorage) { self.storage = storage }

  /// What tells the node from all others while it is in memory.
  package var id: ObjectIdentifier { ObjectIdentifier(storage) }
  /// The style of the box.
  package var style: LayoutStyle { storage.style }
  /// The content of the box.
  package var content: LayoutContent { storage.content }
  /// Whether a pass looks this node up in its cache. Mark the roots of parts that stay the same
  /// from one tree to the next.
  package var isBoundary: Bool { storage.boxStyle.pointee.isBoundary }
  /// The number of levels of boxes from this one down, including itself.
  package var levels: Int { storage.header.levels }
  /// The number of boxes from this one down, including itself; `Int.max` if there are more.
  package var count: Int { storage.header.count }
}

/// The content of a box.
package enum LayoutContent: Sendable {
  /// Other boxes, which flexbox places.
  case flex(FlexContainer, [LayoutNode])
  /// Other boxes, which CSS grid places.
  indirect case grid(GridContainer, [LayoutNode])
  /// Content with a size of its own: a text, an image.
  case measured(any MeasuredContent)
  /// Other boxes, which a rule places.
  case rule(any LayoutRule, [LayoutNode])
}
