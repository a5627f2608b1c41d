import RosterLayout
import RosterTestKit
import Testing

/// What a pass takes from the one before it.
@Suite struct LayoutCacheTests {
  private static let width = SizeRange(
    min: Size(width: 300, height: 0), max: Size(width: 300, height: .infinity))

  private static func row(_ words: Int) -> LayoutNode {
    .flex(
      .row,
      [
        .box(20, 20),
        LayoutNode(content: .measured(SquareText(words: words))),
      ], isBoundary: true)
  }

  @Test func aBoundaryThatIsTheSameIsNotLookedAtAgain() throws {
    let rows = (1...50).map(Self.row)
    var cache = LayoutCache()
    let first = try LayoutPass().layout(.flex(.column, rows), in: Self.width, cache: &cache)
    #expect(cache.counts.placed == 151 && cache.counts.reused == 0)
    let second = try LayoutPass().layout(.flex(.column, rows), in: Self.width, cache: &cache)
    #expect(cache.counts.placed == 1 && cache.counts.reused == 50)
    #expect(LayoutOutline(first) == LayoutOutline(second))
  }

  @Test func onlyTheBoundaryThatIsAnotherIsLaidOut() throws {
    var rows = (1...50).map(Self.row)
    var cache = LayoutCache()
    _ = try LayoutPass().layout(.flex(.column, rows), in: Self.width, cache: &cache)
    rows[7] = Self.row(9)
    _ = try LayoutPass().layout(.flex(.column, rows), in: Self.width, cache: &cache)
    #expect(cache.counts.placed == 4 && cache.counts.reused == 49)
  }

  @Test func anotherWidthIsLaidOutAgain() throws {
    let root = LayoutNode.flex(.column, (1...5).map(Self.row))
    var cache = LayoutCache()
    _ = try LayoutPass().layout(root, in: Self.width, cache: &cache)
    let range = SizeRange(exactly: Size(width: 100, height: 900))
    let cached = try LayoutPass().layout(root, in: range, cache: &cache)
    #expect(cache.counts.reused == 0)
    #expect(try LayoutPass().outline(root, in: range) == LayoutOutline(cached))
  }

  @Test func whatIsInAReusedBoundaryIsStillKnownLater() throws {
    let inner = Self.row(3)
    let outer = LayoutNode.flex(.column, [inner], isBoundary: true)
    var cache = LayoutCache()
    for _ in 0..<3 {
      _ = try LayoutPass().layout(.flex(.column, [outer]), in: Self.width, cache: &cache)
    }
    let other = LayoutNode.flex(.column, [.box(1, 1), inner], isBoundary: true)
    _ = try LayoutPass().layout(.flex(.column, [other]), in: Self.width, cache: &cache)
    #expect(cache.counts.reused == 1)
  }

  @Test func aBoundaryWhoseAbsoluteBoxIsPlacedFromOutsideIsLaidOutAgain() throws {
    let absolute = LayoutNode.box(5, 5) { style in
      style.position = .absolute
      style.insets.right = 0
    }
    let open = LayoutNode.flex(.column, [absolute], isBoundary: true) { style, _ in
      style.position = .static
    }
    var cache = LayoutCache()
    for width in [100.0, 200] {
      let root = LayoutNode.flex(.column, [open]) { style, container in
        style.width = .points(width)
        container.alignItems = .flexStart
      }
      let layout = try LayoutPass().layout(root, cache: &cache)
      #expect(layout.children[0].layout.children[0].position.x == width - 5)
    }
  }

  @Test func aGridWhoseRowsFollowFromItsContainerIsLaidOutAgain() throws {
    var style = LayoutStyle()
    style.maxHeight = .percent(50)
    var grid = GridContainer()
    grid.rows = [.autoFill([.points(10)])]
    grid.flow = .column
    let items = (0..<6).map { _ in LayoutNode.box(10, 10) }
    let boundary = LayoutNode(style: style, content: .grid(grid, items), isBoundary: true)
    var cache = LayoutCache()
    for (height, columns) in [(40.0, 3.0), (60, 2), (40, 3)] {
      let root = LayoutNode.flex(.row, [boundary]) { style, container in
        style.height = .points(height)
        container.alignItems = .flexStart
      }
      let layout = try LayoutPass().layout(root, cache: &cache)
      #expect(
        layout.children[0].layout.size == Size(width: columns * 10, height: height / 2))
    }
  }

  @Test func aBoundaryIsLaidOutAgainInTheOtherDirection() throws {
    let boundary = LayoutNode.flex(.row, [.box(10, 10), .box(20, 10)], isBoundary: true) {
      style, _ in style.width = 100
    }
    let root = LayoutNode.flex(.column, [boundary]) { style, _ in style.width = 100 }
    var cache = LayoutCache()
    let directions: [WritingDirection] = [.leftToRight, .rightToLeft, .leftToRight]
    let positions = try directions.map { direction in
      let layout = try LayoutPass(layoutDirection: direction).layout(root, cache: &cache)
      return layout.children[0].layout.children.map(\.position.x)
    }
    #expect(positions == [[0, 10], [90, 70], [0, 10]])
  }

  /// Boundaries are moved, exchanged and laid out in other ranges; what comes out is what comes out
  /// without a cache, to the last pixel.
  @Test func cachedEqualsUncached() throws {
    for seed in UInt64(1)...250 {
      var trees = RandomTree(seed: seed)
      let parts = (0..<3).map { _ in
        trees.left = 20
        return trees.node()
      }
      var cache = LayoutCache()
      for step in 0..<5 {
        let pass = LayoutPass(
          layoutDirection: step == 3 ? .rightToLeft : .leftToRight,
          pixelsPerPoint: [1, 1, 2, 1, 2.625][step])
        let shift = Double(trees.random.index(below: 4)) / 4
        let chosen = parts.shuffled(using: &trees.random).prefix(2)
        let random = trees.container()
        let root = LayoutNode.flex(.column, Array(chosen)) { style, container in
          style.padding = Edges(.points(shift))
          if step > 0 { container = random } else { container.alignItems = .flexStart }
        }
        let range = trees.range()
        let cached = LayoutOutline(try pass.layout(root, in: range, cache: &cache))
        let uncached = try pass.outline(root, in: range)
        #expect(cached == uncached, "seed \(seed), step \(step)")
      }
    }
  }
}
