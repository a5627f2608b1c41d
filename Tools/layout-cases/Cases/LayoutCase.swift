public import RosterLayout

/// A tree to lay out, with its expected frames if the file states them.
public struct LayoutCase: Sendable {
  /// The name of the case; `nil` if it has none.
  public var name: String?
  /// The direction at the root.
  public var direction: WritingDirection
  /// The tree.
  package var root: LayoutNode
  /// The expected frames; `nil` if the case has none.
  public var expected: Frame?

  /// Makes a case.
  package init(
    name: String? = nil, direction: WritingDirection = .leftToRight, root: LayoutNode,
    expected: Frame? = nil
  ) {
    self.name = name
    self.direction = direction
    self.root = root
    self.expected = expected
  }
}

extension LayoutCase {
  /// Lays out the tree, rounded to whole points.
  ///
  /// A root with `position: absolute` stands in a containing block without width and height, as
  /// when the fixtures were measured: it is as narrow as possible, and percentages of its
  /// surroundings are 0. Any other root is as wide and as high as it wants to be.
  ///
  /// - Returns: The root in its place.
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  package func layout() throws(LayoutError) -> Layout.Child {
    var cache = LayoutCache()
    let block = try LayoutPass().layout(containingBlock, cache: &cache)
    // A block contains the root, whatever the style of the root.
    return block.children[0]
  }

  /// Returns the frames of all boxes of the tree.
  ///
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  public func frame() throws(LayoutError) -> Frame { Frame(try layout()) }

  /// The container of the root. It affects the root's size and place only as a block would.
  private var containingBlock: LayoutNode {
    var block = LayoutStyle()
    var style = root.style
    if style.position == .absolute { (block.width, block.height) = (0, 0) }
    style.layoutDirection = style.layoutDirection ?? direction
    (style.flexGrow, style.flexShrink, style.flexBasis) = (0, 0, .dimension(.auto))
    style.alignSelf = .flexStart
    let root = LayoutNode(style: style, content: root.content)
    return LayoutNode(style: block, content: .flex(FlexContainer(), [root]))
  }
}
