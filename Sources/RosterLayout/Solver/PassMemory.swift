import RosterConcurrency

/// Memory for the pass over a small tree: its boxes, lines, measures and layouts.
///
/// Most trees are rows of a list, laid out one after the other. A pass takes the memory that an
/// earlier pass has left, if no other pass uses it, and so finds it in the caches of the processor.
/// The process keeps one such memory, of some 30 KB.
struct PassMemory {
  /// The maximum number of boxes of a small tree.
  static let boxesMax = 64
  static let linesMax = 16
  static let measuresMax = 160

  private let block: UnsafeMutableRawPointer

  /// The address of the memory that no pass uses; 0 for none.
  private static let kept = AtomicInt(0)

  /// Takes memory for a tree; `nil` if the tree is not small.
  init?(count: Int) {
    guard count <= Self.boxesMax else { return nil }
    let address = Self.kept.exchange(0)
    block =
      UnsafeMutableRawPointer(bitPattern: address)
      ?? .allocate(byteCount: Self.byteCount, alignment: 16)
  }

  /// Leaves the memory to a later pass. What is in it need not be deinitialized.
  func leave() {
    let previous = Self.kept.exchange(Int(bitPattern: block))
    UnsafeMutableRawPointer(bitPattern: previous)?.deallocate()
  }

  var boxes: UnsafeMutablePointer<Box> { block.assumingMemoryBound(to: Box.self) }
  var layouts: UnsafeMutablePointer<Layout> {
    (block + Self.layoutsOffset).assumingMemoryBound(to: Layout.self)
  }
  var lines: UnsafeMutablePointer<FlexLine> {
    (block + Self.linesOffset).assumingMemoryBound(to: FlexLine.self)
  }
  var measures: UnsafeMutablePointer<Measure> {
    (block + Self.measuresOffset).assumingMemoryBound(to: Measure.self)
  }

  private static var layoutsOffset: Int { boxesMax * MemoryLayout<Box>.stride }
  private static var linesOffset: Int {
    layoutsOffset + boxesMax * MemoryLayout<Layout>.stride
  }
  private static var measuresOffset: Int {
    linesOffset + linesMax * MemoryLayout<FlexLine>.stride
  }
  private static var byteCount: Int {
    measuresOffset + measuresMax * MemoryLayout<Measure>.stride
  }
}
