import RosterLayout
import Testing

@Suite struct LayoutStyleTests {
  @Test func aPropertyThatHasItsDefaultAgainMakesTheSameStyle() {
    var style = LayoutStyle()
    style.insets.left = 4
    style.padding = Edges(vertical: 1, horizontal: 2)
    style.padding.start = 3
    style.order = 2
    #expect(style != LayoutStyle() && style.padding.start == 3 && style.insets.left == 4)
    style.insets.left = .auto
    style.padding = Edges()
    style.order = 0
    #expect(style == LayoutStyle())
    #expect(style.hashValue == LayoutStyle().hashValue)
  }

  @Test func eachEdgeKeepsItsOwnLength() {
    var style = LayoutStyle { $0.margin = Edges(vertical: 1, horizontal: 2) }
    #expect(style.margin == Edges(vertical: 1, horizontal: 2))
    style.margin.bottom = 5
    #expect(style.margin.top == 1 && style.margin.bottom == 5 && style.margin.left == 2)
    style.border.right = 7
    #expect(style.margin.bottom == 5 && style.border.right == 7 && style.border.left == 0)
    style.margin.bottom = 1
    #expect(style.margin == Edges(vertical: 1, horizontal: 2) && style.border.right == 7)
  }
}
