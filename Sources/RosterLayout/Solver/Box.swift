/// A node of the flattened tree, with the pass's results for it. Trivially copyable.
///
/// The boxes of a container stand next to each other, and behind their container. A container
/// stores its results for its boxes in those boxes: laying out a box writes to the boxes within it,
/// and never to itself or its siblings.
struct Box {
  /// The style outlives the pass: it belongs to the node, which the root keeps, or to the solver.
  let style: UnsafePointer<BoxStyle>
  /// The node outlives the pass: the root keeps it.
  let node: Unmanaged<NodeStorage>

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
  var edgesAreKnown = false

  // The flags stand together, so that they take little room.

  /// Whether it keeps its size while its siblings flex.
  var isFrozen = false
  var stretches = false
  /// Whether percentages of the height can be resolved.
  var heightIsDefinite = false
  /// Whether the height comes from outside, and not from the content.
  var heightIsGiven = false
  /// Whether the height at which its width is asked for follows from its content. A column wraps at
  /// that height, but percentages do not refer to it.
  var isAtContentHeight = false
  /// The number of the lengths to which percentages refer, if the content depends on them (see
  /// ``LayoutSolver/RuleMemory``).
  var ruleParent: UInt16 = 0

  // MARK: Edges, in points

  var margin = Sides()
  /// Padding and border together.
  var frame = Sides()

  // MARK: As an item of the container that is being laid out

  var flexBase = 0.0
  var hypotheticalMain = 0.0
  var minMain = 0.0
  var maxMain = 0.0
  var main = 0.0
  var cross = 0.0
  /// The distance from the edge where the line begins to the baseline, or from the edge where the
  /// line ends to the last baseline; NaN if it is not aligned by one.
  var ascent = Double.nan

  // MARK: As a flex container

  /// The width for which the items of the container still have what ``LayoutSolver/findLines(_:)``
  /// found while the height was not known; NaN if they have not. Neither what is found before items
  /// flex, nor the sizes of those in a row that do not stretch, depends on the height then.
  var foundWidth = Double.nan

  // MARK: The result, in the parent

  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// The height to which percentages in the box refer, and at which a column wraps, if the content
  /// makes the box higher or lower than that; NaN for ``height``.
  var initialHeight = Double.nan
  /// The part of `y` that comes from the insets of a relative box, which do not move baselines.
  var insetY = 0.0
  /// The box whose baseline is that of this one; -1 for none.
  var baselineChild: Int32 = -1
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

  /// The last of its measures; -1 for none.
  var measures: Int32 = -1
  /// The box whose baseline is the last one of this one; -1 for none.
  var lastBaselineChild: Int32 = -1
}
