/// A node of the flattened tree, with the pass's results for it. Trivially copyable.
///
/// The boxes of a container stand next to each other, and behind their container. A container
/// stores its results for its boxes in those boxes: laying out a box writes to the boxes within it,
/// and never to itself or its siblings.
struct Box {
  /// The style outlives the pass: it belongs to the node, which the root keeps, or to the solver.
  let style: UnsafePointer<BoxStyle>
  /// The node outlives the pass: the root keeps it.
  let node: Unmanaged<LayoutNode>

  // MARK: The tree

  /// The box that lays out this one; -1 for the root.
  var parent: Int32
  /// The box whose node is the parent of this box's node. It differs from ``parent`` if that node
  /// is `display: contents`.
  var outputParent: Int32
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  /// The index of the node among the children of its parent.
  var sourceIndex: Int32 = 0
  /// The nearest box around this one that is not static, -1 for none.
  var containingBlock: Int32 = -1
  var isRightToLeft: Bool
  /// Whether it is not laid out: it, or a box around it, is `display: none`.
  var isHidden = false
  /// Whether its children have taken its place: `display: contents`.
  var isContents = false
  /// Whether it is one of the boxes that flexbox distributes.
  var isInFlow = true
  /// Whether the boxes of a boundary are not made yet, because a cache may have all results for
  /// them.
  var isDeferred = false
  /// Whether a box around this one places an absolute box in it, so that its layout depends on its
  /// surroundings.
  var isOpen = false
  /// Whether the boxes in it differ from the children of its node, in their order or their parents.
  var isRearranged = false

  // MARK: Edges, in points

  var edgesAreKnown = false
  var margin = Sides()
  /// Padding and border together.
  var frame = Sides()

  // MARK: As an item of the container that is being laid out

  var isFrozen = false
  var stretches = false
  var flexBase = 0.0
  var hypotheticalMain = 0.0
  var minMain = 0.0
  var maxMain = 0.0
  var main = 0.0
  var cross = 0.0
  /// The distance from the edge where the line begins to the baseline; NaN if it is not aligned by
  /// the baseline.
  var ascent = Double.nan

  // MARK: The result, in the parent

  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// Whether percentages of the height can be resolved.
  var heightIsDefinite = false
  /// Whether the height comes from outside, and not from the content.
  var heightIsGiven = false
  /// The part of `y` that comes from the insets of a relative box, which do not move baselines.
  var insetY = 0.0
  /// The box whose baseline is that of this one; -1 for none.
  var baselineChild: Int32 = -1
  /// The baseline that a rule returned; NaN for none.
  var ruleBaseline = Double.nan
  /// The position that a rule has given it among its siblings, from back to front.
  var depth: Int32 = 0
  /// The index of the cache entry of this box; -1 for none.
  var cached: Int32 = -1
  /// The nearest boundary around this box; -1 for none.
  var boundary: Int32 = -1
  /// The distance from the upper left corner of the root, not rounded.
  var absoluteX = 0.0
  var absoluteY = 0.0

  var resultBaseline = 0.0

  // MARK: What was found out, for boxes that rules lay out

  /// The lengths that percentages of the box refer to; NaN if they are not known.
  var parentWidth = Double.nan
  var parentHeight = Double.nan

  // MARK: What was found out, of the content without padding and border

  var widths = WidthCache()
  var heights = HeightCache()
  /// Whether the pass has more results for it than fit here (see ``SpilledMeasures``).
  var hasSpilled = false
  /// The width at which the content was last measured, and its baseline there; NaN for none.
  var measuredWidth = Double.nan
  var measuredBaseline = Double.nan
  var baseline = BaselineCache()
}
