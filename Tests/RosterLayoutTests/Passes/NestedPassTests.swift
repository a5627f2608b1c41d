import RosterLayout
import Testing

/// A pass while another one is at work on the same thread.
@Suite struct NestedPassTests {
  /// Content that is as large as the layout of a tree of its own.
  private struct LaidOutContent: MeasuredContent {
    let root: LayoutNode

    func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
      var cache = LayoutCache()
      guard let layout = try? LayoutPass().layout(root, cache: &cache) else {
        return MeasuredSize(size: .zero)
      }
      return MeasuredSize(size: layout.size)
    }
  }

  @Test func bothComeOutAsAlone() throws {
    let inner = LayoutNode.flex(.row, [.box(11, 5), .box(13, 6), .box(17, 7)])
    let measured = LayoutNode(content: .measured(LaidOutContent(root: inner)))
    let root = LayoutNode.flex(.row, [.box(2, 3), measured, .box(4, 8)])
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    #expect(layout.children.map(\.position.x) == [0, 2, 43])
    #expect(layout.children.map(\.layout.size.width) == [2, 41, 4])
    #expect(layout.size == Size(width: 47, height: 8))
  }
}
