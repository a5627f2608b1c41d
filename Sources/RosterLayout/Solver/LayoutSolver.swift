/// One pass over one tree.
///
/// The tree is flattened into one block of memory, level by level, so that the passes over it touch
/// neither reference counts nor existentials:
///
/// 1. ``flatten(_:)`` makes a ``Box`` of each node.
/// 2. ``placeAll()`` goes from the root down. For each container it asks its boxes how wide and how
/// high
///    they would be (which goes down the tree by recursion, and is remembered in the boxes), and
///    gives each its size and its place.
/// 3. ``result()`` rounds to whole pixels and makes the ``Layout``s, from the leaves up.
///
/// As in browsers, widths come first. The width that content would like to have is computed without
/// regard to heights, and a height is computed only for a given width. So most boxes are measured
/// under a few constraints, however deep they are. ``Measures`` bounds the work for the others.
final class LayoutSolver {
  /// The questions to the rules of boxes that received ranges.
  var ruleMemories: [Int: RuleMemory] = [:]
  /// The places of the boxes in the cells of grids.
  var gridPlacements: [Int: GridPlacement] = [:]
  /// The lines of absolute boxes in grids, from the edges of the content where columns and rows begin; NaN for those of the
  /// padding box.
  var gridAreas: [Int: (start: Double, end: Double, top: Double, bottom: Double)] = [:]
  /// The grids that place absolute boxes within their items between lines.
  var gridsAroundAbsolute: Set<Int> = []
  /// The mutable state of a pass. Safe although not checked: only the solver has this memory and
  /// what it points to, on one thread at a time. Boxes and lines are accessed as `boxes[i]` with
  /// `i < count`, and `lines[i]` with `i < lineCount`. Boxes do not move, and no pointer to a line
  /// is kept across a call that may append lines. All of it is freed in `deinit`. Properties of the
  /// class would be checked for exclusive access each time, which took a fifth of the pass.
  private let state: UnsafeMutablePointer<State>
  let pixelsPerPoint: Double

  private struct State {
    /// The memory of a small tree; `nil` if boxes, lines and measures have memory of their own.
    let memory: PassMemory?
    let boxes: UnsafeMutablePointer<Box>
    var count = 0
    let capacity: Int
    var lines: UnsafeMutablePointer<FlexLine>
    var lineCount = 0
    var lineCapacity = PassMemory.linesMax
    var measures: Measures
    /// Whether a box was asked under more constraints than it is measured under.
    var hasEstimates = false
    var counts = LayoutCounts()
    /// The entries of the cache, and the questions to it.
    var cache: [ObjectIdentifier: LayoutCache.Entry]
    var entries: [LayoutCache.Entry] = []
    /// The layouts of the boundaries, from the leaves up.
    var boundaryLayouts: [(index: Int, layout: Layout)] = []
    /// Styles that differ from those of their nodes because text runs from right to left.
    var mirroredStyles: [UnsafeMutablePointer<BoxStyle>] = []
  }

  /// - Parameter capacity: The number of nodes of the tree, which is the maximum number of boxes.
  ///   Boxes do not move.
  init(
    capacity: Int, pixelsPerPoint: Double, cache: [ObjectIdentifier: LayoutCache.Entry]
  ) {
    let memory = PassMemory(count: capacity)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        memory: memory, boxes: memory?.boxes ?? .allocate(capacity: capacity), capacity: capacity,
        lines: memory?.lines ?? .allocate(capacity: PassMemory.linesMax),
        measures: Measures(in: memory), cache: cache))
    self.pixelsPerPoint = Self.grid.contains(pixelsPerPoint) ? pixelsPerPoint : 0
  }

  deinit {
    state.pointee.measures.deallocate()
    if state.pointee.memory?.lines != state.pointee.lines { state.pointee.lines.deallocate() }
    if let memory = state.pointee.memory {
      memory.leave()
    } else {
      state.pointee.boxes.deallocate()
    }
    for style in state.pointee.mirroredStyles {
      style.pointee.deallocate()
      style.deallocate()
    }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// A finer or coarser grid would round to infinities or NaN.
  private static let grid = 1.0 / 65_536...65_536

  /// The memory for the layouts of the boxes of a small tree; `nil` for other trees.
  var layoutMemory: UnsafeMutablePointer<Layout>? { state.pointee.memory?.layouts }

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

  /// The bytes for boxes, lines and measures, and for layouts until they stand in each other. Rules
  /// and boundaries need more.
  var byteCount: Int {
    count * (MemoryLayout<Box>.stride + MemoryLayout<Layout>.stride)
      + state.pointee.lineCapacity * MemoryLayout<FlexLine>.stride + measures.byteCount
  }

  @inline(__always)
  func append(_ box: Box) {
    precondition(
      state.pointee.count < state.pointee.capacity, "a node is flattened to one box at most")
    (state.pointee.boxes + state.pointee.count).initialize(to: box)
    state.pointee.count += 1
  }

  /// The style of a node where text runs from right to left, kept until the end of the pass.
  func mirroredStyle(of node: NodeStorage) -> UnsafePointer<BoxStyle> {
    let style = UnsafeMutablePointer<BoxStyle>.allocate(capacity: 1)
    style.initialize(to: BoxStyle(node.style, node.arrangement, rightToLeft: true))
    style.pointee.widthFollowsHeight = node.boxStyle.pointee.widthFollowsHeight
    style.pointee.hasCollapsedItems = node.boxStyle.pointee.hasCollapsedItems
    state.pointee.mirroredStyles.append(style)
    return UnsafePointer(style)
  }

  // MARK: What was found out about boxes

  @inline(__always)
  var measures: Measures {
    get { state.pointee.measures }
    _modify { yield &state.pointee.measures }
  }

  /// Whether the layout may depend on the order of the questions, because there were too many.
  var hasEstimates: Bool { state.pointee.hasEstimates }

  func noteEstimate() { state.pointee.hasEstimates = true }

  // MARK: Cached results

  var cache: [ObjectIdentifier: LayoutCache.Entry] { state.pointee.cache }

  func entry(of index: Int) -> LayoutCache.Entry { state.pointee.entries[Int(boxes[index].cached)] }

  func noteEntry(_ entry: LayoutCache.Entry, of index: Int) {
    boxes[index].cached = Int32(state.pointee.entries.count)
    state.pointee.entries.append(entry)
  }

  var boundaryLayouts: [(index: Int, layout: Layout)] { state.pointee.boundaryLayouts }

  func noteBoundary(_ index: Int, _ layout: Layout) {
    state.pointee.boundaryLayouts.append((index, layout))
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
    if state.pointee.memory?.lines != state.pointee.lines { state.pointee.lines.deallocate() }
    state.pointee.lines = larger
    state.pointee.lineCapacity = capacity * 2
  }
}

extension LayoutSolver {
  /// Measures the content of a box, and replaces invalid numbers in the result.
  func measure(_ index: Int, width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let measured = boxes[index].node._withUnsafeGuaranteedRef { $0.measure(width, height) }
    return MeasuredSize(
      size: Size(
        width: Self.size(measured.size.width), height: Self.size(measured.size.height)),
      baseline: measured.baseline.flatMap { $0.isFinite ? Length.limited($0) : nil },
      lastBaseline: measured.lastBaseline.flatMap { $0.isFinite ? Length.limited($0) : nil })
  }

  /// Measures a text at a width, and remembers its height and its baseline there.
  func measureText(_ index: Int, width: Double) -> MeasuredSize {
    let measured = measure(index, width: .exactly(width), height: .maxContent)
    note(measured.size.height, .text, of: index, width, measured.baseline ?? .nan)
    return measured
  }

  /// Returns a length; 0 for NaN and negative lengths, and at most ``Length/limit``.
  static func size(_ length: Double) -> Double {
    length > 0 ? min(length, Length.limit) : 0
  }
}
