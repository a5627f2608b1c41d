import RosterLayout
import Testing

/// `order` and `zIndex`: where boxes are placed, and what is in front of what.
@Suite struct OrderTests {
  private static func row(_ keys: [(order: Int, zIndex: Int)]) throws -> Layout {
    let boxes = keys.map { key in
      LayoutNode.box(10, 10) { style in
        style.order = key.order
        style.zIndex = key.zIndex
      }
    }
    var cache = LayoutCache()
    return try LayoutPass().layout(.flex(.row, boxes), cache: &cache)
  }

  @Test func boxesOfLowerOrderComeFirstAndEqualOnesAsTheyStand() throws {
    let layout = try Self.row([(1, 0), (0, 0), (-1, 0), (0, 0)])
    #expect(layout.children.map(\.position.x) == [30, 10, 0, 20])
  }

  @Test func boxesOfHigherIndexAreInFrontAndEqualOnesAsTheyArePlaced() throws {
    #expect(try Self.row([(0, 2), (0, 0), (0, 2), (0, -1)]).zOrder == [3, 1, 0, 2])
    #expect(try Self.row([(1, 0), (0, 0), (0, 0)]).zOrder == [1, 2, 0])
  }

  @Test func boxesInTheirOrderHaveNone() throws {
    #expect(try Self.row([(0, 0), (0, 1), (0, 1)]).zOrder == nil)
  }

  @Test func whatIsInContentsIsSortedAmongTheBoxesAroundIt() throws {
    let inner = [LayoutNode.box(10, 10) { $0.order = 1 }, .box(20, 10)]
    let contents = LayoutNode.flex(.row, inner) { style, _ in style.display = .contents }
    let outline = try LayoutPass().outline(.flex(.row, [contents, .box(40, 10)]))
    #expect(outline.children[0].size == .zero)
    #expect(outline.children[0].children.map(\.position.x) == [60, 0])
    #expect(outline.children[1].position.x == 20)
  }
}
