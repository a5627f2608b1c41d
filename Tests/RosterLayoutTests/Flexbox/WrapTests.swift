import RosterLayout
import Testing

/// What lines are made of.
@Suite struct WrapTests {
  @Test(arguments: [FlexWrap.wrap, .wrapReverse])
  func anItemThatIsTooLongStandsInTheFirstLine(wrap: FlexWrap) throws {
    let boxes = [LayoutNode.box(20, 10) { $0.flexShrink = 0 }, .box(5, 10)]
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
}
