import RosterLayout
import Testing

@Suite struct MasonryRuleTests {
  private static func places(
    _ rule: MasonryRule, _ heights: [Double], in range: SizeRange
  ) throws -> (size: Size, places: [Point], widths: [Double]) {
    let children = heights.map { LayoutNode.box(nil, $0) }
    let node = LayoutNode(content: .rule(rule, children))
    let outline = try LayoutPass().outline(node, in: range)
    return (outline.size, outline.children.map(\.position), outline.children.map(\.size.width))
  }

  private static func width(_ width: Double) -> SizeRange {
    SizeRange(
      min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
  }

  @Test func eachChildGoesToTheShortestColumn() throws {
    let rule = MasonryRule(.count(3), columnGap: 10, rowGap: 5)
    let (size, places, widths) = try Self.places(
      rule, [20, 50, 20, 30, 20, 10], in: Self.width(320))
    #expect(widths == [100, 100, 100, 100, 100, 100])
    #expect(places.map(\.x) == [0, 110, 220, 0, 220, 220])
    #expect(places.map(\.y) == [0, 0, 0, 25, 25, 50])
    #expect(size == Size(width: 320, height: 60))
  }

  @Test func asManyColumnsAsThereIsRoomForShareTheWidth() throws {
    let rule = MasonryRule(.minWidth(90), columnGap: 10)
    let (_, places, widths) = try Self.places(rule, [1, 1, 1, 1], in: Self.width(320))
    #expect(widths == [100, 100, 100, 100] && places.map(\.x) == [0, 110, 220, 0])
  }

  @Test func theFirstColumnMayBeOnTheRight() throws {
    let rule = MasonryRule(.count(2), isFromRight: true)
    let (_, places, _) = try Self.places(rule, [10, 10], in: Self.width(100))
    #expect(places.map(\.x) == [50, 0])
  }

  @Test func withoutAMaximumColumnsAreAsWideAsTheirMinimum() throws {
    let (size, _, widths) = try Self.places(
      MasonryRule(.minWidth(40), columnGap: 2), [1, 1], in: SizeRange())
    #expect(widths == [40, 40] && size == Size(width: 82, height: 1))
  }

  @Test(arguments: [Int.min, 0, .max]) func countsOfColumnsHaveBounds(count: Int) throws {
    let (_, places, _) = try Self.places(
      MasonryRule(.count(count), columnGap: .nan, rowGap: -.infinity), [1, 2], in: Self.width(100))
    #expect(places.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    let narrow = MasonryRule(.minWidth(0))
    #expect(try Self.places(narrow, [1], in: Self.width(1e6)).size.height == 1)
  }
}
