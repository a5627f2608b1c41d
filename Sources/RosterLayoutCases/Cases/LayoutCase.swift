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
  /// Where the root is: moved from the origin by its margin and its insets, as far as they are
  /// points.
  ///
  /// There is nothing around the root that a part of it, or a distance from its far edge, could
  /// refer to.
  public var origin: Point {
    let style = root.style
    let isLeftToRight = direction == .leftToRight
    let insets = style.position == .static ? Edges(.auto) : style.insets
    return Point(
      x: style.margin.left(isLeftToRight).length + insets.left(isLeftToRight).length,
      y: style.margin.top.length + insets.top.length)
  }

  /// Lays out the tree, as wide and as high as it wants to be, rounded to whole points.
  ///
  /// - Throws: ``RosterLayout/LayoutError`` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  public func layout() throws(LayoutError) -> Layout {
    var pass = LayoutPass(layoutDirection: direction)
    pass.origin = origin
    var cache = LayoutCache()
    return try pass.layout(root, cache: &cache)
  }

  /// Where every box of the tree comes to be.
  ///
  /// - Throws: ``RosterLayout/LayoutError`` if the tree is too deep.
  /// - Complexity: That of `LayoutPass.layout`.
  public func frame() throws(LayoutError) -> Frame { frame(of: try layout()) }

  /// Where every box of the tree is in `layout`, which is one of this case.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  public func frame(of layout: Layout) -> Frame {
    Frame(layout, at: Point(x: origin.x.rounded(), y: origin.y.rounded()))
  }
}

extension Edges {
  fileprivate func left(_ isLeftToRight: Bool) -> Dimension {
    (isLeftToRight ? start : end) ?? left
  }
}

extension Dimension {
  /// The number of points; 0 if it is something else.
  fileprivate var length: Double { if case .points(let length) = self { length } else { 0 } }
}
