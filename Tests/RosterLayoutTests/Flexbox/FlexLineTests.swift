import RosterLayout
import Testing

/// What lines are made of, and how long and high they are.
@Suite struct FlexLineTests {
  @Test(arguments: [FlexWrap.wrap, .wrapReverse])
  func anItemThatIsTooLongStandsInTheFirstLine(wrap: FlexWrap) throws {
    let boxes = [LayoutNode.box(20, 10), .box(5, 10)]
    let container = LayoutNode.flex(.row, boxes) { style, container in
      style.width = 10
      container.wrap = wrap
      container.rowGap = 5
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(container, cache: &cache)
    // Two lines and one gap: no line of nothing stands before the first item.
    #expect(layout.size == Size(width: 10, height: 25))
    let positions: [Double] = wrap == .wrap ? [0, 15] : [15, 0]
    #expect(layout.children.map(\.position.y) == positions)
  }

  /// Padding and border are never given up, even by what hides its contents.
  @Test func anItemShrinksToItsPaddingAndWhatFollowsStandsBehindThat() throws {
    let shrinking = LayoutNode.box(30, 30) { style in
      style.padding = Edges(.points(10))
      style.overflow = .hidden
      style.flexShrink = 1
    }
    let rigid = LayoutNode.box(40, 10)
    let container = LayoutNode.flex(.row, [shrinking, rigid]) { style, _ in style.width = 30 }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(container, cache: &cache)
    #expect(layout.children[0].layout.size.width == 20)
    #expect(layout.children[1].position.x == 20)
  }

  @Test func aLineIsAsHighAsWhatIsAboveAndBelowItsBaseline() throws {
    // Their baselines are their lower edges, above their margins.
    let low = LayoutNode.box(10, 10) { $0.margin.bottom = .points(8) }
    let container = LayoutNode.flex(.row, [low, .box(10, 20)]) { _, container in
      container.alignItems = .baseline
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(container, cache: &cache)
    #expect(layout.size.height == 28)
    #expect(layout.children.map(\.position.y) == [10, 0])
  }
}
