/// One way from a node to its layout: what holds for the whole tree.
///
/// A pass is a value and holds nothing of what it lays out; use it on any thread.
public struct LayoutPass: Sendable {
  /// The direction at the root.
  public var layoutDirection: LayoutDirection
  /// The number of pixels of a point: edges are rounded to whole pixels. 0 leaves them as they are.
  public var pixelsPerPoint: Double

  /// Makes a pass.
  public init(layoutDirection: LayoutDirection = .leftToRight, pixelsPerPoint: Double = 1) {
    self.layoutDirection = layoutDirection
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - root: The tree.
  ///   - range: The sizes that the whole may have.
  ///   - parentSize: What percentages of the root refer to; `nil` for what `range` allows at most,
  ///     as far as that is finite.
  ///   - cache: What is known of an earlier pass, replaced by what this one found out.
  /// - Throws: ``LayoutError`` if the tree is too deep.
  public func layout(
    _ root: LayoutNode, in range: SizeRange = SizeRange(), parentSize: ParentSize? = nil,
    cache: inout LayoutCache
  ) throws(LayoutError) -> Layout {
    // STUB of the first commit: replaced by the solver.
    Layout(node: root, size: range.min, baseline: range.min.height, children: [], zOrder: nil)
  }
}
