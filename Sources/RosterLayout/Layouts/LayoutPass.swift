/// A pass from a node to its layout, with the settings for the whole tree.
///
/// A pass is a value and keeps nothing of the trees that it lays out. Any thread may use it.
package struct LayoutPass: Sendable {
  /// The direction at the root.
  package var layoutDirection: WritingDirection
  /// The number of pixels per point. Edges are rounded to whole pixels. With 0 they are not
  /// rounded, and neither are they with a number that is negative, not a number, or outside 2⁻¹⁶ to
  /// 2¹⁶.
  package var pixelsPerPoint: Double

  /// Makes a pass.
  package init(layoutDirection: WritingDirection = .leftToRight, pixelsPerPoint: Double = 1) {
    self.layoutDirection = layoutDirection
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// The maximum number of levels of a tree.
  package static let levelsLimit = 20_000

  /// The maximum number of boxes of a tree.
  package static let countLimit = 1 << 27

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - root: The tree.
  ///   - range: The sizes that the whole may have. Lengths above 2²⁵ points count as that.
  ///   - parentSize: The size that percentages of the root refer to; `nil` for the maximum of
  ///     `range`, as far as that is finite.
  ///   - cache: The results of an earlier pass; replaced by those of this one.
  /// - Throws: ``LayoutError`` if the tree is too deep or too large.
  /// - Complexity: O(*n*), where *n* is the number of boxes, unless rules or content take longer.
  package func layout(
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
    if solver.hasEstimates && !cache.entries.isEmpty {
      // The same estimates as in a pass without a cache.
      cache = LayoutCache()
      return solve(root, in: range, parentSize: parentSize, &cache)
    }
    let layout = solver.result()
    solver.counts.bytes = solver.byteCount
    cache = LayoutCache(entries: solver.foundEntries(), counts: solver.counts)
    return layout
  }
}

extension SizeRange {
  /// The maximum size, as far as it is finite.
  fileprivate var knownMaximum: ParentSize {
    ParentSize(
      width: max.width.isFinite ? max.width : nil, height: max.height.isFinite ? max.height : nil)
  }
}

/// The reason why a tree was not laid out.
public enum LayoutError: Error, Hashable, Sendable {
  /// The tree has more levels than allowed.
  case tooDeep(levels: Int, limit: Int)
  /// The tree has more boxes than allowed.
  case tooLarge(count: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
  /// The number that is too large, and its limit.
  public var description: String {
    switch self {
    case .tooDeep(let levels, let limit):
      "the tree has \(levels) levels of boxes, and more than \(limit) are not laid out"
    case .tooLarge(let count, let limit):
      "the tree has \(count) boxes, and more than \(limit) are not laid out"
    }
  }
}

/// The counts of a pass.
package struct LayoutCounts: Hashable, Sendable {
  /// How often the size of a node had to be computed because it was not known.
  package var measured = 0
  /// The number of nodes that got a size and a position.
  package var placed = 0
  /// The number of nodes that were reused from the cache with all their content.
  package var reused = 0
  /// The bytes of memory that the pass needed, apart from the tree and its layout.
  package var bytes = 0

  /// Makes counts of zero.
  package init() {}
}
