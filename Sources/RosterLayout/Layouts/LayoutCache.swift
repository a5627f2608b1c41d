/// What a pass found out about the boundaries of a tree (``LayoutNode/isBoundary``), for the next
/// one: a boundary that is the same object under the same constraints is not laid out again, nor is
/// what is in it even looked at.
///
/// It keeps what the last pass came across, and nothing else. A layout that comes from a cache is
/// equal to one that does not, to the last pixel.
public struct LayoutCache: Sendable {
  let entries: [ObjectIdentifier: Entry]
  /// What the last pass has done.
  public let counts: LayoutCounts

  /// Makes a cache that knows nothing.
  public init() {
    self.init(entries: [:], counts: LayoutCounts())
  }

  init(entries: [ObjectIdentifier: Entry], counts: LayoutCounts) {
    self.entries = entries
    self.counts = counts
  }

  /// What is known of a boundary.
  struct Entry: Sendable {
    /// Kept, so that no other node can be mistaken for it.
    let node: LayoutNode
    /// The box without what it has from its surroundings.
    let measured: Measured
    let placed: Placed?
    /// The boundaries right in it.
    let nested: [ObjectIdentifier]
  }

  /// How large a boundary would be.
  struct Measured: Sendable {
    var isRightToLeft: Bool
    var parentWidth: Double
    var parentHeight: Double
    var widths: WidthCache
    var heights: HeightCache
    var baseline: BaselineCache
    /// The width at which content was measured last, and its baseline there.
    var measuredWidth: Double
    var measuredBaseline: Double
    /// What its rule was asked.
    var rule: LayoutSolver.RuleMemory?
  }

  /// What a boundary has been laid out to.
  struct Placed: Sendable {
    let constraints: Constraints
    let layout: Layout
    /// Where the first line of text stands, not rounded.
    let baseline: Double
  }

  /// All that the layout of a boundary depends on, besides the boundary.
  struct Constraints: Hashable, Sendable {
    var size: Size
    var heightIsDefinite: Bool
    var heightIsGiven: Bool
    var frame: Sides
    /// What percentages refer to for a rule; otherwise not known.
    var parentSize: ParentSize
    /// The range within which a rule has placed its boxes; otherwise not known.
    var room: SizeRange?
    /// Where the boundary is on the grid of pixels.
    var pixelsPerPoint: Double
    var offset: Point
  }
}
