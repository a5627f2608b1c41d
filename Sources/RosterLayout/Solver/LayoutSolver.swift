/// One pass over one tree.
///
/// The tree stands flattened in one piece of memory, level by level, so that the passes over it touch
/// neither reference counts nor existentials:
///
/// 1. ``flatten(_:)`` makes a ``Box`` of each node.
/// 2. ``placeAll()`` goes from the root down. For each container it asks its boxes how wide and how high
///    they would be (which goes down the tree by recursion, and is remembered in the boxes), and gives
///    each its size and its place.
/// 3. ``result()`` rounds to whole pixels and makes the ``Layout``s, from the leaves up.
///
/// As in browsers, widths come first: how wide a content would like to be is asked without regard to
/// heights, and a height is only ever asked for at a width. So no box is measured under more than a few
/// constraints, however deep it is.
final class LayoutSolver {
  /// The boxes: safe although not checked. Only the solver has this memory. It is written through
  /// `boxes[i]` with `i < count`, no pointer into it is kept over a call, and it is freed in `deinit`.
  var boxes: UnsafeMutablePointer<Box>
  private(set) var count = 0
  private var capacity: Int
  /// Lines of the containers that are being laid out, the innermost last.
  var lines: [FlexLine] = []
  /// Styles that are others than those of their nodes because text runs from right to left.
  private var mirroredStyles: [UnsafeMutablePointer<BoxStyle>] = []
  let pixelsPerPoint: Double
  var counts = LayoutCounts()

  init(capacity: Int, pixelsPerPoint: Double) {
    self.capacity = max(capacity, 1)
    boxes = .allocate(capacity: self.capacity)
    self.pixelsPerPoint =
      pixelsPerPoint.isFinite && pixelsPerPoint > 0 ? pixelsPerPoint : 0
  }

  deinit {
    boxes.deallocate()
    for style in mirroredStyles { style.deallocate() }
  }

  func append(_ box: Box) {
    if count == capacity { grow() }
    (boxes + count).initialize(to: box)
    count += 1
  }

  /// The style of a node where text runs from right to left, kept until the end of the pass.
  func mirroredStyle(of node: LayoutNode) -> UnsafePointer<BoxStyle> {
    let style = UnsafeMutablePointer<BoxStyle>.allocate(capacity: 1)
    style.initialize(to: BoxStyle(node.style, node.content, rightToLeft: true))
    mirroredStyles.append(style)
    return UnsafePointer(style)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Box>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: boxes, count: count)
    boxes.deallocate()
    boxes = larger
    capacity *= 2
  }
}
