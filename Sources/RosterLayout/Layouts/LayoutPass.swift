/// One way from a node to its layout: what holds for the whole tree.
///
/// A pass is a value and holds nothing of what it lays out; use it on any thread.
public struct LayoutPass: Sendable {
  /// The direction at the root.
  public var layoutDirection: LayoutDirection
  /// The number of pixels of a point: edges are rounded to whole pixels. 0 leaves them as they are,
  /// and so does what is negative, no number, or beyond 2⁻¹⁶ and 2¹⁶.
  public var pixelsPerPoint: Double

  /// Makes a pass.
  public init(layoutDirection: LayoutDirection = .leftToRight, pixelsPerPoint: Double = 1) {
    self.layoutDirection = layoutDirection
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// No tree that has more levels is laid out.
  public static let levelsLimit = 20_000

  /// No tree that has more boxes is laid out.
  public static let countLimit = 1 << 27

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - root: The tree.
  ///   - range: The sizes that the whole may have, up to 2²⁵ points: no length counts for more.
  ///   - parentSize: What percentages of the root refer to; `nil` for what `range` allows at most,
  ///     as far as that is finite.
  ///   - cache: What is known of an earlier pass, replaced by what this one found out.
  /// - Throws: ``LayoutError`` if the tree is too deep or too large.
  /// - Complexity: O(*n*), where *n* is the number of boxes, as long as no rule and no content
  ///   takes longer.
  public func layout(
    _ root: LayoutNode, in range: SizeRange = SizeRange(), parentSize: ParentSize? = nil,
    cache: inout LayoutCache
  ) throws(LayoutError) -> Layout {
    if root.count > Self.countLimit {
      throw .tooLarge(count: root.count, limit: Self.countLimit)
    }
    let parent = parentSize ?? range.knownMaximum
    var result: Layout?
    let hasRun =
      root.levels <= Self.levelsLimit
      && DeepStack.run(levels: root.levels) {
        result = solve(root, in: range, parentSize: parent, &cache)
      }
    guard hasRun, let result else {
      throw .tooDeep(levels: root.levels, limit: Self.levelsLimit)
    }
    return result
  }

  private func solve(
    _ root: LayoutNode, in range: SizeRange, parentSize: ParentSize, _ cache: inout LayoutCache
  ) -> Layout {
    let solver = LayoutSolver(
      capacity: root.count, pixelsPerPoint: pixelsPerPoint, cache: cache.entries)
    solver.flatten(root, layoutDirection)
    solver.sizeRoot(in: range, parentSize: parentSize)
    solver.placeAll()
    let layout = solver.result()
    cache = LayoutCache(entries: solver.foundEntries(), counts: solver.counts)
    return layout
  }
}

extension SizeRange {
  /// The largest size, as far as there is one.
  fileprivate var knownMaximum: ParentSize {
    ParentSize(
      width: max.width.isFinite ? max.width : nil, height: max.height.isFinite ? max.height : nil)
  }
}
