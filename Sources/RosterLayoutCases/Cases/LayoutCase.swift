public import RosterLayout

/// A tree to lay out, and perhaps what is to come out, as a file of cases has it.
public struct LayoutCase: Sendable {
  /// What the case is called; `nil` if the file does not say.
  public var name: String?
  /// The direction at the root.
  public var direction: LayoutDirection
  /// The tree.
  public var root: LayoutNode
  /// What is to come out; `nil` if the file does not say.
  public var expected: Frame?

  /// Makes a case.
  public init(
    name: String? = nil, direction: LayoutDirection = .leftToRight, root: LayoutNode,
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
  /// A root with `position: absolute` is in a containing block without width and height, as when the
  /// fixtures were measured: it is as narrow as it can be, and a percentage of what is around it is
  /// nothing. Any other root is as wide and as high as it wants to be.
  ///
  /// - Returns: The root in its place.
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  public func layout() throws(LayoutError) -> Layout.Child {
    var cache = LayoutCache()
    let block = try LayoutPass().layout(containingBlock, cache: &cache)
    // A block has the root in it whatever the root is like.
    return block.children[0]
  }

  /// Where every box of the tree comes to be.
  ///
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  public func frame() throws(LayoutError) -> Frame { Frame(try layout()) }

  /// What the root is in. It says nothing about the root's size and place that a block would not say.
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
