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

  /// The style as the solver reads it, in memory that this node owns and nobody writes to.
  ///
  /// Safe although not checked: written once in the initializer and freed in `deinit`.
  nonisolated(unsafe) let boxStyle: UnsafePointer<BoxStyle>
  /// Whether how wide the content is depends on how high it may be.
  let widthFollowsHeight: Bool

  /// Safe although not checked: assigned in the initializer, and once more by the one who holds the
  /// last reference to this node, so that nobody can be reading it (see ``dismantle(_:)``).
  nonisolated(unsafe) private var storedContent: LayoutContent

  /// Makes a node.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children.
  public init(
    style: LayoutStyle = LayoutStyle(), content: LayoutContent, isBoundary: Bool = false
  ) {
    self.style = style
    self.isBoundary = isBoundary
    storedContent = content
    let memory = UnsafeMutablePointer<BoxStyle>.allocate(capacity: 1)
    memory.initialize(to: BoxStyle(style, content, rightToLeft: false))
    boxStyle = UnsafePointer(memory)
    var (levels, count) = (1, 1)
    var follows = memory.pointee.ownWidthFollowsHeight
    for child in content.children {
      levels = max(levels, child.levels + 1)
      let sum = count.addingReportingOverflow(child.count)
      count = sum.overflow ? .max : sum.partialValue
      follows = follows || child.widthFollowsHeight
    }
    (self.levels, self.count, widthFollowsHeight) = (levels, count, follows)
  }

  deinit {
    UnsafeMutablePointer(mutating: boxStyle).deallocate()
    if levels > Self.levelsFreedByRecursion {
      Self.dismantle(takeContent())
    }
  }

  /// What is in it.
  public var content: LayoutContent { storedContent }

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
    let content = storedContent
    storedContent = .flex(FlexContainer(), [])
    return content
  }
}
