import RosterLayout
import Testing

/// What a pass measures grows with its boxes, and does not double from level to level.
@Suite struct MeasureCountTests {
  private static let text = LayoutNode(content: .measured(SquareText(words: 3)))

  private static func counts(
    _ root: LayoutNode, in range: SizeRange = SizeRange()
  ) throws -> LayoutCounts {
    var cache = LayoutCache()
    _ = try LayoutPass().layout(root, in: range, cache: &cache)
    return cache.counts
  }

  /// Rows whose height is a percentage and that grow, and columns that wrap, in turn. The column has
  /// one width at the height before its row grows and one at the height after that.
  private static func rowsInColumns(_ depth: Int) -> LayoutNode {
    (0..<depth).reduce(text) { inner, level in
      level % 2 == 0
        ? .flex(.row, [inner]) { style, _ in
          style.height = .percent(95)
          style.flexGrow = 0.5
        }
        : .flex(.column, [inner]) { style, container in
          style.padding = Edges(1)
          container.wrap = .wrap
        }
    }
  }

  /// Columns that wrap, with percentages of the height and of the width.
  private static func columns(_ depth: Int) -> LayoutNode {
    (0..<depth).reduce(text) { inner, _ in
      .flex(.column, [inner]) { style, container in
        style.height = .percent(95)
        style.flexGrow = 1
        style.flexShrink = 1
        style.padding.top = .percent(1)
        container.wrap = .wrap
      }
    }
  }

  @Test(arguments: [36, 48, 60, 500]) func rowsInColumnsThatWrapAreMeasuredAFewTimes(
    depth: Int
  ) throws {
    let root = Self.rowsInColumns(depth)
    #expect(try Self.counts(root).measured <= 15 * root.count)
    let range = SizeRange(exactly: Size(width: 500, height: 500))
    #expect(try Self.counts(root, in: range).measured <= 15 * root.count)
  }

  @Test(arguments: [50, 300, 1_000]) func columnsThatWrapAreMeasuredAFewTimes(
    depth: Int
  ) throws {
    let root = Self.columns(depth)
    #expect(try Self.counts(root).measured <= 50 * root.count)
    let range = SizeRange(exactly: Size(width: 500, height: 500))
    #expect(try Self.counts(root, in: range).measured <= 50 * root.count)
  }

  /// No pattern costs much more than others, whether a level in five or every level is a grid.
  @Test(arguments: [20, 100]) func noPatternIsMeasuredMuchMoreThanOthers(gridPercent: Int) throws {
    var counts: [(seed: UInt64, measured: Int)] = []
    for seed in UInt64(1)...2_000 {
      var pattern = NestedPattern(seed: seed, gridPercent: gridPercent)
      counts.append((seed, try Self.counts(pattern.node()).measured))
    }
    counts.sort { $0.measured < $1.measured }
    let median = counts[counts.count / 2].measured
    let most = try #require(counts.last)
    #expect(most.measured <= 50 * median, "seed \(most.seed), median \(median)")
  }

  /// Beyond the constraints under which a box is measured exactly, the result still is one and the
  /// same.
  @Test func patternsAreLaidOutAlikeWithACacheAndWithout() throws {
    for seed in UInt64(1)...200 {
      var pattern = NestedPattern(seed: seed)
      let inner = pattern.node()
      let boundary = LayoutNode(style: inner.style, content: inner.content, isBoundary: true)
      let pass = LayoutPass(pixelsPerPoint: 2)
      var cache = LayoutCache()
      for width in [300.0, 200] {
        let root = LayoutNode.flex(.column, [boundary]) { style, _ in
          style.width = .points(width)
        }
        let cached = LayoutOutline(try pass.layout(root, cache: &cache))
        #expect(try pass.outline(root) == cached, "seed \(seed)")
      }
    }
  }

  /// Each container is laid out twice, with and without its collapsed item.
  @Test(arguments: [10, 40, 200]) func collapsedItemsAreMeasuredAFewTimes(depth: Int) throws {
    let root = (0..<depth).reduce(Self.text) { inner, level in
      let collapsed = LayoutNode.box(Double(level % 7), 40) { $0.isCollapsed = true }
      return .flex(level % 2 == 0 ? .row : .column, [inner, collapsed]) { style, container in
        style.flexGrow = 1
        style.flexShrink = 1
        style.minWidth = 0
        container.wrap = level % 3 == 0 ? .wrap : .noWrap
      }
    }
    #expect(try Self.counts(root).measured <= 60 * root.count)
    let range = SizeRange(exactly: Size(width: 30, height: 500))
    #expect(try Self.counts(root, in: range).measured <= 60 * root.count)
  }

  // MARK: Memory

  @Test func aPassTakesAtMostSixHundredBytesABox() throws {
    let row = (0..<9).map { LayoutNode.box(Double(10 + $0), 10) { $0.flexGrow = 1 } }
    let texts = (0..<9).map { _ in Self.text }
    for children in [row, texts] {
      let rows = (0..<2_000).map { _ in LayoutNode.flex(.row, children) }
      let root = LayoutNode.flex(.column, rows) { style, _ in style.width = 800 }
      let bytes = try Self.counts(root).bytes
      #expect(bytes > 0 && bytes <= 600 * root.count, "\(bytes / root.count) bytes a box")
    }
  }
}
