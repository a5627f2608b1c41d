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
  /// What changes during a pass: safe although not checked. Only the solver has this memory and what it
  /// points to, on one thread at a time; boxes and lines are reached through `boxes[i]` with `i < count`
  /// and `lines[i]` with `i < lineCount`, no pointer to one is kept over a call that may append others,
  /// and all of it is freed in `deinit`. Properties of the class would be checked for exclusive access
  /// each time, which took a fifth of the pass.
  private let state: UnsafeMutablePointer<State>
  let pixelsPerPoint: Double

  private struct State {
    var boxes: UnsafeMutablePointer<Box>
    var count = 0
    var capacity: Int
    var lines: UnsafeMutablePointer<FlexLine>
    var lineCount = 0
    var lineCapacity = 16
    var counts = LayoutCounts()
    /// Styles that are others than those of their nodes because text runs from right to left.
    var mirroredStyles: [UnsafeMutablePointer<BoxStyle>] = []
  }

  init(capacity: Int, pixelsPerPoint: Double) {
    let capacity = max(capacity, 1)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        boxes: .allocate(capacity: capacity), capacity: capacity, lines: .allocate(capacity: 16)))
    self.pixelsPerPoint =
      pixelsPerPoint.isFinite && pixelsPerPoint > 0 ? pixelsPerPoint : 0
  }

  deinit {
    state.pointee.boxes.deallocate()
    state.pointee.lines.deallocate()
    for style in state.pointee.mirroredStyles { style.deallocate() }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  // MARK: Boxes

  @inline(__always)
  var boxes: UnsafeMutablePointer<Box> { state.pointee.boxes }
  @inline(__always)
  var count: Int { state.pointee.count }
  @inline(__always)
  var counts: LayoutCounts {
    get { state.pointee.counts }
    set { state.pointee.counts = newValue }
  }

  @inline(__always)
  func append(_ box: Box) {
    if state.pointee.count == state.pointee.capacity { growBoxes() }
    (state.pointee.boxes + state.pointee.count).initialize(to: box)
    state.pointee.count += 1
  }

  private func growBoxes() {
    let larger = UnsafeMutablePointer<Box>.allocate(capacity: state.pointee.capacity * 2)
    larger.moveInitialize(from: state.pointee.boxes, count: state.pointee.count)
    state.pointee.boxes.deallocate()
    state.pointee.boxes = larger
    state.pointee.capacity *= 2
  }

  /// The style of a node where text runs from right to left, kept until the end of the pass.
  func mirroredStyle(of node: LayoutNode) -> UnsafePointer<BoxStyle> {
    let style = UnsafeMutablePointer<BoxStyle>.allocate(capacity: 1)
    style.initialize(to: BoxStyle(node.style, node.content, rightToLeft: true))
    state.pointee.mirroredStyles.append(style)
    return UnsafePointer(style)
  }

  // MARK: Lines of the containers that are being laid out, the innermost last

  @inline(__always)
  var lines: UnsafeMutablePointer<FlexLine> { state.pointee.lines }
  @inline(__always)
  var lineCount: Int { state.pointee.lineCount }

  @inline(__always)
  func append(_ line: FlexLine) {
    if state.pointee.lineCount == state.pointee.lineCapacity { growLines() }
    (state.pointee.lines + state.pointee.lineCount).initialize(to: line)
    state.pointee.lineCount += 1
  }

  @inline(__always)
  func removeLines(from first: Int) { state.pointee.lineCount = first }

  private func growLines() {
    let capacity = state.pointee.lineCapacity
    let larger = UnsafeMutablePointer<FlexLine>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: state.pointee.lines, count: state.pointee.lineCount)
    state.pointee.lines.deallocate()
    state.pointee.lines = larger
    state.pointee.lineCapacity = capacity * 2
  }
}
