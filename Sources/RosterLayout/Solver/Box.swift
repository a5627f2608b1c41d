/// A node of the flattened tree with what is known of it during a pass. Trivially copyable.
///
/// The boxes of a container stand one after the other, and behind their container. What a container
/// finds out about its boxes while it lays them out stands in the boxes: laying out a box writes to
/// those within it and never to itself or its siblings.
struct Box {
  /// The style outlives the pass: it belongs to the node, which the root keeps, or to the solver.
  let style: UnsafePointer<BoxStyle>
  /// The node outlives the pass: the root keeps it.
  let node: Unmanaged<LayoutNode>

  // MARK: The tree

  /// The box that lays out this one; -1 for the root.
  var parent: Int32
  /// The box whose node has the node of this one as a child: another than ``parent`` where that is
  /// `display: contents`.
  var outputParent: Int32
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  /// Where the node is among the children of its parent.
  var sourceIndex: Int32 = 0
  /// The nearest box around this one that is not static; itself does not count. -1 for none.
  var containingBlock: Int32 = -1
  var isRightToLeft: Bool
  /// Whether it is not there: `display: none`, or within that.
  var isHidden = false
  /// Whether what is in it has taken its place: `display: contents`.
  var isContents = false
  /// Whether it is one of the boxes that flexbox distributes.
  var isInFlow = true
  /// Whether a boundary's boxes are not there yet, because a cache may know all of them.
  var isDeferred = false
  /// Whether an absolute box in it is placed by a box around it, so that it is not the same
  /// elsewhere.
  var isOpen = false
  /// Whether the boxes in it are not in the order of the nodes, or not all of them its own nodes'.
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
  /// From the edge where the line begins to the baseline; NaN if not aligned by it.
  var ascent = Double.nan

  // MARK: The result, in the parent

  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// Whether percentages of the height have something to refer to.
  var heightIsDefinite = false
  /// Whether the height comes from outside, and not from the content.
  var heightIsGiven = false
  /// How much of `y` comes from the insets of a relative box, which do not move baselines.
  var insetY = 0.0
  /// The box whose baseline is that of this one; -1 for none.
  var baselineChild: Int32 = -1
  /// The baseline that a rule named; NaN for none.
  var ruleBaseline = Double.nan
  /// Where a rule has put it among its siblings, from back to front.
  var depth: Int32 = 0
  /// What the cache knows of this box, among what the solver was given; -1 for nothing.
  var cached: Int32 = -1
  /// The nearest boundary around this box; -1 for none.
  var boundary: Int32 = -1
  /// From the upper left corner of the root, not rounded.
  var absoluteX = 0.0
  var absoluteY = 0.0

  var resultBaseline = 0.0

  // MARK: What was found out, for boxes that rules lay out

  /// What percentages of the box refer to; NaN if that is not known.
  var parentWidth = Double.nan
  var parentHeight = Double.nan

  // MARK: What was found out, of the content without padding and border

  var widths = WidthCache()
  var heights = HeightCache()
  /// Whether more was found out than there is room for here (see ``SpilledMeasures``).
  var hasSpilled = false
  /// The width at which the content was measured last, and its baseline then; NaN for none.
  var measuredWidth = Double.nan
  var measuredBaseline = Double.nan
  var baseline = BaselineCache()
}
