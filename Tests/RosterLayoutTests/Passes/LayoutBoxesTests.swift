import RosterLayout
import Testing

/// All boxes of a layout, from the root.
@Suite struct LayoutBoxesTests {
  @Test func boxesComeFromBackToFrontWithTheirPlacesFromTheRoot() throws {
    let inner = LayoutNode.flex(.row, [.box(3, 4)]) { style, _ in
      style.padding = Edges(2)
      style.zIndex = 1
    }
    let hidden = LayoutNode.box(9, 9) { $0.display = .none }
    let root = LayoutNode.flex(.row, [inner, hidden, .box(5, 5)]) { style, _ in
      style.padding = Edges(1)
    }
    var cache = LayoutCache()
    var boxes: [(Size, Point)] = []
    try LayoutPass().layout(root, cache: &cache).forEachBox { boxes.append(($0.size, $1)) }
    #expect(boxes.map(\.0.width) == [14, 5, 7, 3])
    #expect(boxes.map(\.1.x) == [0, 8, 1, 3] && boxes.map(\.1.y) == [0, 1, 1, 3])
  }
}
