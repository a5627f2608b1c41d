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
  var edgesArePoints: Bool
  /// The margins, and padding and border together, where percentages are 0.
  var knownMargin: Sides
  var knownFrame: Sides
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
  /// Whether one of the items in it is collapsed.
  var hasCollapsedItems = false
  var isBoundary = false

  // What few passes read is last.

  var margin: SideLengths
  var padding: SideLengths
  var border: Sides
  var insets: SideLengths
  /// The points before and behind the box along the main axis of its container.
  var spacing: (before: Double, after: Double)
  var order: Int
  var zIndex: Int

  init(_ style: LayoutStyle, _ content: LayoutContent, rightToLeft: Bool) {
    (kind, flex) = Self.container(content)
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
    margin = SideLengths(style.margin, rightToLeft: rightToLeft, allowsNegative: true)
    padding = SideLengths(style.padding, rightToLeft: rightToLeft, allowsNegative: false)
    border = Self.border(style.border, rightToLeft: rightToLeft)
    insets = SideLengths(style.insets, rightToLeft: rightToLeft, allowsNegative: true)
    edgesArePoints = margin.arePoints && padding.arePoints
    knownMargin = margin.points(of: .nan)
    knownFrame = padding.points(of: .nan).notNegative.adding(border)
    hasInsets = !insets.areAuto
    hasContentLimits = minHeight.isContentKeyword || maxHeight.isContentKeyword
    hasLogicalEdges =
      style.margin.areLogical || style.padding.areLogical || style.border.areLogical
      || style.insets.areLogical
    spacing = (Self.spacing(style.spacingBefore), Self.spacing(style.spacingAfter))
    hasSpacing = spacing != (0, 0)
    flexGrow = Self.factor(style.flexGrow)
    flexShrink = Self.factor(style.flexShrink)
    switch style.flexBasis {
    case .content: (flexBasis, flexBasisIsContent) = (.auto, true)
    case .dimension(let basis): (flexBasis, flexBasisIsContent) = (Length(size: basis), false)
    }
    alignSelf = style.alignSelf.map { Alignment($0) }
    order = style.order
    zIndex = style.zIndex
    widthFollowsHeight =
      !aspectRatio.isNaN || (kind == .flex && !flex.isRow && flex.wraps)
      || (kind == .grid && content.hasRowsByHeight)
  }

  /// Whether it or, if its items take its place, one of these collapses in the container around it.
  var collapsesAround: Bool { isCollapsed || (display == .contents && hasCollapsedItems) }

  private static func container(_ content: LayoutContent) -> (Kind, FlexStyle) {
    switch content {
    case .flex(let container, _): (.flex, FlexStyle(container))
    case .grid: (.grid, FlexStyle(FlexContainer()))
    case .measured: (.measured, FlexStyle(FlexContainer()))
    case .rule: (.rule, FlexStyle(FlexContainer()))
    }
  }

  /// Returns a ratio; NaN unless it is a positive finite number.
  private static func ratio(_ ratio: Double?) -> Double {
    guard let ratio, ratio.isFinite, ratio > 0 else { return .nan }
    return ratio
  }

  /// Returns points; 0 if they are not finite.
  private static func spacing(_ points: Double) -> Double {
    points.isFinite ? LayoutSolver.exact(Length.limited(points)) : 0
  }

  /// Returns a factor; 0 if it is NaN or negative.
  private static func factor(_ factor: Double) -> Double {
    factor > 0 ? min(factor, Length.limit) : 0
  }

  private static func border(_ edges: Edges, rightToLeft: Bool) -> Sides {
    SideLengths(edges, rightToLeft: rightToLeft, allowsNegative: false).points(of: .nan)
  }
}

extension Edges {
  /// Whether an edge is given by the direction of text.
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

  init(_ container: FlexContainer) {
    isRow = container.direction == .row || container.direction == .rowReverse
    isReverse = container.direction == .rowReverse || container.direction == .columnReverse
    wraps = container.wrap != .noWrap
    wrapsInReverse = container.wrap == .wrapReverse
    justifyContent = Alignment(container.justifyContent)
    alignItems = Alignment(container.alignItems)
    alignContent = Alignment(container.alignContent)
    rowGap = Length(edge: container.rowGap, allowsNegative: false)
    columnGap = Length(edge: container.columnGap, allowsNegative: false)
  }
}
