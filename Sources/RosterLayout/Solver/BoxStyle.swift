/// A style as the solver reads it: trivially copyable, made once for each node, with finite numbers
/// only.
struct BoxStyle {
  /// The kind of layout of the content.
  enum Kind: UInt8 {
    case flex
    case grid
    case measured
    case rule
  }

  var kind: Kind
  var display: Display
  var position: Position
  var layoutDirection: LayoutDirection?
  var isContentBox: Bool
  /// Whether content that is larger than the box is scrolled along an axis, by its user or by
  /// programs. The box may then be smaller than its content.
  var isScrollContainer: Bool
  /// Whether it takes no room along the main axis of its container, and is not shown.
  var isCollapsed: Bool

  var width: Length
  var height: Length
  var minWidth: Length
  var minHeight: Length
  var maxWidth: Length
  var maxHeight: Length
  /// The aspect ratio; NaN for none.
  var aspectRatio: Double

  /// Whether margins, padding and border do not depend on the container.
  var edgesAreKnown: Bool
  /// The margins, and padding and border together, where percentages are 0.
  var knownMargin: Sides
  var knownFrame: Sides
  var autoMargins: AutoSides
  var hasInsets: Bool
  /// Whether the minimum or the maximum of the height is that of the content.
  var hasContentLimits: Bool
  var hasSpacing: Bool
  /// Whether an edge is given by the direction of text, so that the style differs for text from
  /// right to left.
  var hasLogicalEdges: Bool

  var flexGrow: Double
  var flexShrink: Double
  var flexBasis: Length
  var flexBasisIsContent: Bool
  var alignSelf: Alignment?

  var flex: FlexStyle
  /// Whether the width of the content depends on its maximum height.
  var widthFollowsHeight = false
  /// Whether the sizes of the box may depend on the height of its container, apart from being
  /// stretched.
  var usesContainerHeight: Bool
  /// Whether one of the items in it is collapsed.
  var hasCollapsedItems = false
  var isBoundary = false

  /// What few boxes have, in memory of its own; `nil` if all of it has its default.
  private(set) var rare: UnsafeMutablePointer<RareStyle>?

  /// Makes a style, which is to be deallocated.
  init(_ style: LayoutStyle, _ content: LayoutContent, rightToLeft: Bool) {
    switch content {
    case .flex(let container, _): (kind, flex) = (.flex, FlexStyle(container))
    case .grid: (kind, flex) = (.grid, FlexStyle())
    case .measured: (kind, flex) = (.measured, FlexStyle())
    case .rule: (kind, flex) = (.rule, FlexStyle())
    }
    display = style.display
    position = style.position
    layoutDirection = style.layoutDirection
    isContentBox = style.boxSizing == .contentBox
    isScrollContainer = style.overflowX.scrolls || style.overflowY.scrolls
    isCollapsed = style.isCollapsed
    width = Length(size: style.width)
    height = Length(size: style.height)
    minWidth = Length(minimum: style.minWidth)
    minHeight = Length(minimum: style.minHeight)
    maxWidth = Length(size: style.maxWidth)
    maxHeight = Length(size: style.maxHeight)
    aspectRatio = Self.ratio(style.aspectRatio)
    var margin = SideLengths(style.evenMargin, allowsNegative: true)
    var padding = SideLengths(style.evenPadding, allowsNegative: false)
    var rare = RareStyle()
    hasLogicalEdges = false
    if let values = style.rare?.values {
      if let edges = values.margin {
        margin = SideLengths(edges, rightToLeft: rightToLeft, allowsNegative: true)
      }
      if let edges = values.padding {
        padding = SideLengths(edges, rightToLeft: rightToLeft, allowsNegative: false)
      }
      rare = RareStyle(values, rightToLeft: rightToLeft)
      hasLogicalEdges = values.haveLogicalEdges
    }
    edgesAreKnown = margin.areKnown && padding.areKnown
    knownMargin = margin.points(of: .nan)
    knownFrame = padding.points(of: .nan).notNegative.adding(rare.border)
    autoMargins = AutoSides(margin)
    hasInsets = !rare.insets.areAuto
    hasContentLimits = minHeight.isContentKeyword || maxHeight.isContentKeyword
    hasSpacing = rare.spacing != (0, 0)
    flexGrow = Self.factor(style.flexGrow)
    flexShrink = Self.factor(style.flexShrink)
    switch style.flexBasis {
    case .content: (flexBasis, flexBasisIsContent) = (.auto, true)
    case .dimension(let basis): (flexBasis, flexBasisIsContent) = (Length(size: basis), false)
    }
    alignSelf = style.alignSelf.map { Alignment($0).alongColumn }
    widthFollowsHeight =
      !aspectRatio.isNaN || (kind == .flex && !flex.isRow && flex.wraps)
      || (kind == .grid && content.hasRowsByHeight)
    usesContainerHeight =
      kind == .rule || !height.isIndependent || !minHeight.isIndependent
      || !maxHeight.isIndependent || !flexBasis.isIndependent
    self.rare = nil
    if style.rare != nil || !edgesAreKnown {
      (rare.margin, rare.padding) = (margin, padding)
      let stored = UnsafeMutablePointer<RareStyle>.allocate(capacity: 1)
      stored.initialize(to: rare)
      self.rare = stored
    }
  }

  /// Frees the memory of the style.
  func deallocate() { rare?.deallocate() }

  /// Whether it or, if its items take its place, one of these collapses in the container around it.
  var collapsesAround: Bool { isCollapsed || (display == .contents && hasCollapsedItems) }

  /// Returns a ratio; NaN unless it is a positive finite number.
  private static func ratio(_ ratio: Double?) -> Double {
    guard let ratio, ratio.isFinite, ratio > 0 else { return .nan }
    return ratio
  }

  /// Returns a factor; 0 if it is NaN or negative.
  private static func factor(_ factor: Double) -> Double {
    factor > 0 ? min(factor, Length.limit) : 0
  }
}

/// The part of a style that few boxes have: edges whose lengths depend on the container, a border,
/// a place of their own. Trivially copyable.
struct RareStyle {
  var margin = SideLengths(.zero)
  var padding = SideLengths(.zero)
  var border = Sides()
  var insets = SideLengths(.auto)
  /// The points before and behind the box along the main axis of its container.
  var spacing = (before: 0.0, after: 0.0)
  var order = 0
  var zIndex = 0

  init() {}

  init(_ values: RareProperties.Values, rightToLeft: Bool) {
    border = SideLengths(values.border, rightToLeft: rightToLeft, allowsNegative: false)
      .points(of: .nan)
    insets = SideLengths(values.insets, rightToLeft: rightToLeft, allowsNegative: true)
    spacing = (Self.spacing(values.spacingBefore), Self.spacing(values.spacingAfter))
    (order, zIndex) = (values.order, values.zIndex)
  }

  /// Returns points; 0 if they are not finite.
  private static func spacing(_ points: Double) -> Double {
    points.isFinite ? LayoutSolver.exact(Length.limited(points)) : 0
  }
}

extension BoxStyle {
  @inline(__always)
  var border: Sides { rare?.pointee.border ?? Sides() }
  @inline(__always)
  var order: Int { rare?.pointee.order ?? 0 }
  @inline(__always)
  var zIndex: Int { rare?.pointee.zIndex ?? 0 }
  var insets: SideLengths { rare?.pointee.insets ?? SideLengths(.auto) }
}

extension RareProperties.Values {
  /// Whether an edge is given by the direction of text.
  fileprivate var haveLogicalEdges: Bool {
    (margin?.areLogical ?? false) || (padding?.areLogical ?? false) || border.areLogical
      || insets.areLogical
  }
}

extension Edges {
  fileprivate var areLogical: Bool { start != nil || end != nil }
}

extension Overflow {
  /// Whether the box is a scroll container (CSS Overflow 3, section 3.1: the other axis is one then
  /// as well).
  fileprivate var scrolls: Bool { self == .hidden || self == .scroll }
}

/// A flex container as the solver reads it.
struct FlexStyle {
  var isRow: Bool
  /// Whether the main axis begins at the edge where text ends.
  var isReverse: Bool
  var wraps: Bool
  var wrapsInReverse: Bool
  var justifyContent: Alignment
  var alignItems: Alignment
  var alignContent: Alignment
  var rowGap: Length
  var columnGap: Length

  /// Makes a style for content that flexbox does not place, as that of a container with defaults.
  @inline(__always)
  init() {
    (isRow, isReverse, wraps, wrapsInReverse) = (false, false, false, false)
    justifyContent = Alignment(ContentDistribution.flexStart)
    alignItems = Alignment(ItemAlignment.stretch)
    alignContent = Alignment(ContentDistribution.flexStart)
    (rowGap, columnGap) = (.zero, .zero)
  }

  init(_ container: FlexContainer) {
    isRow = container.direction == .row || container.direction == .rowReverse
    isReverse = container.direction == .rowReverse || container.direction == .columnReverse
    wraps = container.wrap != .noWrap
    wrapsInReverse = container.wrap == .wrapReverse
    justifyContent = Alignment(container.justifyContent)
    alignItems = Alignment(container.alignItems).alongColumn
    alignContent = Alignment(container.alignContent)
    rowGap = Length(edge: container.rowGap, allowsNegative: false)
    columnGap = Length(edge: container.columnGap, allowsNegative: false)
  }
}
