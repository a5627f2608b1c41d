/// A box to lay out, with its content. Immutable.
///
/// A node that occurs in two trees is laid out only once under the same constraints (see
/// ``LayoutCache``).
package final class LayoutNode: Sendable {
  /// The content and the style as the solver reads it, in memory that this node owns.
  ///
  /// Safe although not checked: written in the initializer, and freed in `deinit`. In between, only
  /// the content is written, by the code that holds the last reference to the node, when no other
  /// code can read it (see ``dismantle(_:)``).
  nonisolated(unsafe) private let storage: UnsafeMutablePointer<Storage>
  /// Whether a pass looks this node up in its cache. Mark the roots of parts that stay the same
  /// from one tree to the next.
  package let isBoundary: Bool
  /// The number of levels of boxes from this one down, including itself.
  package let levels: Int
  /// The number of boxes from this one down, including itself; `Int.max` if there are more.
  package let count: Int
  /// The style of the box. It is last since it is large, and a pass does not read it.
  package let style: LayoutStyle

  private struct Storage {
    var boxStyle: BoxStyle
    var content: LayoutContent
  }

  /// Makes a node.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children.
  package init(
    style: LayoutStyle = LayoutStyle(), content: LayoutContent, isBoundary: Bool = false
  ) {
    self.style = style
    self.isBoundary = isBoundary
    // Made where it stays: the style is large.
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        boxStyle: BoxStyle(style, content, rightToLeft: false), content: content))
    var (levels, count) = (1, 1)
    for child in content.children {
      levels = max(levels, child.levels + 1)
      let sum = count.addingReportingOverflow(child.count)
      count = sum.overflow ? .max : sum.partialValue
      if child.boxStyle.pointee.widthFollowsHeight {
        storage.pointee.boxStyle.widthFollowsHeight = true
      }
      if child.boxStyle.pointee.collapsesAround {
        storage.pointee.boxStyle.hasCollapsedItems = true
      }
    }
    (self.levels, self.count) = (levels, count)
    storage.pointee.boxStyle.isBoundary = isBoundary
  }

  deinit {
    if levels > Self.levelsFreedByRecursion {
      Self.dismantle(takeContent())
    }
    storage.pointee.boxStyle.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The content of the box.
  package var content: LayoutContent {
    _read { yield storage.pointee.content }
  }

  /// Measures the content of the box, if that has a size of its own.
  func measure(_ width: AvailableLength, _ height: AvailableLength) -> Measurement {
    guard case .measured(let content) = storage.pointee.content else {
      return Measurement(size: .zero)
    }
    return content.measure(width: width, height: height)
  }

  /// The boxes in the box.
  var children: [LayoutNode] { storage.pointee.content.children }

  /// The style as the solver reads it, for text from left to right. It lives as long as the node.
  var boxStyle: UnsafePointer<BoxStyle> {
    UnsafeRawPointer(storage).assumingMemoryBound(to: BoxStyle.self)
  }

  // MARK: Freeing

  private static let levelsFreedByRecursion = 64

  /// Frees the content of a node without recursion, since a deep tree would overflow the stack. The
  /// content of each node without other references is taken out before the node is freed.
  private static func dismantle(_ content: consuming LayoutContent) {
    var pending = content.children
    content = .flex(FlexContainer(), [])
    while var node = pending.popLast() {
      if node.levels > levelsFreedByRecursion, isKnownUniquelyReferenced(&node) {
        pending.append(contentsOf: node.takeContent().children)
      }
    }
  }

  private func takeContent() -> LayoutContent {
    let content = storage.pointee.content
    storage.pointee.content = .flex(FlexContainer(), [])
    return content
  }
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

  /// The boxes in the box.
  package var children: [LayoutNode] {
    switch self {
    case .flex(_, let children), .grid(_, let children), .rule(_, let children): children
    case .measured: []
    }
  }
}
