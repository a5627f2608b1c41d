/// The results of a pass for the boundaries of a tree (``LayoutNode/isBoundary``), for the next
/// pass. If a boundary is the same object under the same constraints, the next pass neither lays it
/// out again nor visits the boxes in it.
///
/// A cache keeps the results of the last pass only. A layout that uses a cache equals one that does
/// not, to the last pixel.
package struct LayoutCache: Sendable {
  let entries: [ObjectIdentifier: Entry]
  /// The counts of the last pass.
  package let counts: LayoutCounts

  /// Makes an empty cache.
  package init() {
    self.init(entries: [:], counts: LayoutCounts())
  }

  init(entries: [ObjectIdentifier: Entry], counts: LayoutCounts) {
    self.entries = entries
    self.counts = counts
  }

  /// The results for a boundary.
  struct Entry: Sendable {
    /// The node, retained so that no other node can have its address.
    let node: LayoutNode
    /// The measured sizes of the boundary, apart from what it gets from its surroundings.
    let measured: Measured
    let placed: Placed?
    /// The nearest boundaries in it.
    let nested: [ObjectIdentifier]
  }

  /// The measured sizes of a boundary.
  struct Measured: Sendable {
    var isRightToLeft: Bool
    /// The last ones, the newest first.
    var measures: [Measure]
    /// The question to its rule, and the answer.
    var rule: LayoutSolver.RuleMemory?
  }

  /// The layout of a boundary in its place.
  struct Placed: Sendable {
    let constraints: Constraints
    let layout: Layout
    /// The baseline of the first line of text, not rounded.
    let baseline: Double
  }

  /// Everything that the layout of a boundary depends on, apart from the boundary itself.
  struct Constraints: Hashable, Sendable {
    var size: Size
    var heightIsDefinite: Bool
    var heightIsGiven: Bool
    var initialHeight: Double?
    var frame: Sides
    /// What the content depends on outside of the box, for a rule and some grids; otherwise unknown.
    var parent: LayoutSolver.RuleMemory.Parent
    /// The range in which a rule has placed its boxes; otherwise unknown.
    var room: SizeRange?
    /// The place of the boundary on the grid of pixels.
    var pixelsPerPoint: Double
    var offset: Point
  }
}
