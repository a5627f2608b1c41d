/// What is to be laid out: a box with its content. Immutable.
///
/// A node that stands in two trees is not laid out twice under the same constraints (see
/// ``LayoutCache``).
public final class LayoutNode: Sendable {
  /// What the box is like.
  public let style: LayoutStyle
  /// Whether a pass asks its cache about this node: mark the roots of parts that stay what they are
  /// from one tree to the next.
  public let isBoundary: Bool
  /// The levels of boxes from this one down, itself included.
  public let levels: Int
  /// The boxes from this one down, itself included; `Int.max` for more than can be counted.
  public let count: Int

  /// The content and the style as the solver reads it, in memory that this node owns.
  ///
  /// Safe although not checked: written in the initializer, and freed in `deinit`. In between only
  /// the content is written, by the one who holds the last reference to the node, so that nobody
  /// can be reading it (see ``dismantle(_:)``).
  nonisolated(unsafe) private let storage: UnsafeMutablePointer<Storage>

  private struct Storage {
    var boxStyle: BoxStyle
    var content: LayoutContent
  }

  /// Makes a node.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children.
  public init(
    style: LayoutStyle = LayoutStyle(), content: LayoutContent, isBoundary: Bool = false
  ) {
    self.style = style
    self.isBoundary = isBoundary
    var boxStyle = BoxStyle(style, content, rightToLeft: false)
    var (levels, count) = (1, 1)
    for child in content.children {
      levels = max(levels, child.levels + 1)
      let sum = count.addingReportingOverflow(child.count)
      count = sum.overflow ? .max : sum.partialValue
      if child.boxStyle.pointee.widthFollowsHeight { boxStyle.widthFollowsHeight = true }
    }
    (self.levels, self.count) = (levels, count)
    boxStyle.isBoundary = isBoundary
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(boxStyle: boxStyle, content: content))
  }

  deinit {
    if levels > Self.levelsFreedByRecursion {
      Self.dismantle(takeContent())
    }
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// What is in it.
  public var content: LayoutContent { storage.pointee.content }

  /// The style as the solver reads it, where text runs from left to right; as long-lived as the
  /// node.
  var boxStyle: UnsafePointer<BoxStyle> {
    UnsafeRawPointer(storage).assumingMemoryBound(to: BoxStyle.self)
  }

  // MARK: Freeing

  private static let levelsFreedByRecursion = 64

  /// Frees what is in a node without recursion, which a deep tree has no stack for: the content of
  /// each node that nobody else holds is taken out before the node is freed.
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
