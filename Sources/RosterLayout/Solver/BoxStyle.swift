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

  // The flags stand behind the lengths, whose last bytes they take: a pass reads the style of each
  // box out of memory.

  var width: Length
  var kind: Kind
  var display: BoxDisplay
  var position: BoxPosition
  var height: Length
  var layoutDirection: WritingDirection?
  var isContentBox: Bool
  /// Whether content that is larger than the box is scrolled along an axis, by its user or by
  /// programs. The box may then be smaller than its content.
  var isScrollContainer: Bool
  var flexBasis: Length
  var flexBasisIsContent: Bool
  /// Whether it takes no room along the main axis of its container, and is not shown.
  var isCollapsed: Bool
  var isBoundary = false
  /// Whether items of the container around it have another place than in the tree.
  var movesItems: Bool
  var flexGrow: Double
  var flexShrink: Double
  /// The margins, and padding and border together, if they are even; otherwise ``rare`` has them.
  var margin: EvenSides
  var frame: EvenSides
  var edgesAreEven: Bool
  var autoMargins: AutoSides
  /// Whether margins, padding and border do not depend on the container.
  var edgesAreKnown: Bool
  var hasInsets = false
  /// Whether the minimum or the maximum of the height is that of the content, and not that by a ratio.
  var hasContentLimits = false
  var hasSpacing = false
  /// Whether an edge is given by the direction of text, so that the style differs for text from
  /// right to left.
  var hasLogicalEdges = false
  var alignSelf: Alignment?
  /// Whether the width of the content depends on its maximum height.
  var widthFollowsHeight = false
  /// Whether the sizes of the box may depend on the height of its container, apart from being
  /// stretched.
  var usesContainerHeight: Bool
  /// Whether one of the items in it is collapsed.
  var hasCollapsedItems = false
  /// Whether the content depends on the lengths that percentages of the box refer to: a rule reads
  /// them, and a grid repeats its rows as often as they fit limits of its height.
  var readsParent: Bool
  var flex: FlexStyle

  /// What few boxes have, in memory of its own; `nil` if all of it has its default.
  private(set) var rare: UnsafeMutablePointer<RareStyle>?

  /// Makes a style, which is to be deallocated.
  init(_ style: LayoutStyle, _ arrangement: borrowing NodeArrangement, rightToLeft: Bool) {
    var gapsAreKnown = true
    switch arrangement {
    case .flex(let container):
      (kind, flex) = (.flex, FlexStyle(container))
      gapsAreKnown = !flex.rowGap.isNaN && !flex.columnGap.isNaN
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
    flexGrow = Self.factor(style.flexGrow)
    flexShrink = Self.factor(style.flexShrink)
    switch style.flexBasis {
    case .content: (flexBasis, flexBasisIsContent) = (.auto, true)
    case .dimension(let basis): (flexBasis, flexBasisIsContent) = (Length(size: basis), false)
    }
    alignSelf = style.alignSelf.map { Alignment($0).alongColumn }
    margin = EvenSides(style.evenMargin, allowsNegative: true)
    frame = EvenSides(style.evenPadding, allowsNegative: false)
    movesItems = display == .contents
    edgesAreEven = style.rare == nil && margin.areKnown && frame.areKnown
    edgesAreKnown = edgesAreEven
    autoMargins = AutoSides(style.evenMargin)
    readsParent = kind == .rule
    usesContainerHeight = kind == .rule || !height.isIndependent || !flexBasis.isIndependent
    widthFollowsHeight =
      (kind == .flex && !flex.isRow && flex.wraps)
      || (kind == .grid && arrangement.hasRowsByHeight)
    rare = nil
    if !edgesAreEven || !gapsAreKnown || style.hasLimits {
      addRare(RareStyle(style, arrangement.flex, rightToLeft: rightToLeft))
      hasLogicalEdges = style.rare?.values.haveLogicalEdges ?? false
      let limitsAreKnown = minHeight.isIndependent && maxHeight.isIndependent
      if kind == .grid, !limitsAreKnown, arrangement.hasRowsByHeight { readsParent = true }
    }
  }

  private mutating func addRare(_ style: RareStyle) {
    edgesAreKnown = style.margin.areKnown && style.padding.areKnown
    autoMargins = AutoSides(style.margin)
    if style.order != 0 { movesItems = true }
    hasInsets = !style.insets.areAuto
    hasSpacing = style.spacing != (0, 0)
    hasContentLimits =
      style.aspectRatio.isNaN
      && (style.minHeight.isContentKeyword || style.maxHeight.isContentKeyword)
    if !style.aspectRatio.isNaN { widthFollowsHeight = true }
    if !style.minHeight.isIndependent || !style.maxHeight.isIndependent {
      usesContainerHeight = true
    }
    let stored = UnsafeMutablePointer<RareStyle>.allocate(capacity: 1)
    stored.initialize(to: style)
    rare = stored
  }

  /// Takes over what a style says of the box around it.
  mutating func note(_ child: UnsafePointer<BoxStyle>) {
    if child.pointee.widthFollowsHeight { widthFollowsHeight = true }
    if child.pointee.collapsesAround { hasCollapsedItems = true }
  }

  /// Frees the memory of the style.
  func deallocate() { rare?.deallocate() }

  /// Whether it or, if its items take its place, one of these collapses in the container around it.
  var collapsesAround: Bool { isCollapsed || (display == .contents && hasCollapsedItems) }

  /// Returns a factor; 0 if it is NaN or negative.
  private static func factor(_ factor: Double) -> Double {
    factor > 0 ? min(factor, Length.limit) : 0
  }
}

/// The part of a style that few boxes have: edges that differ or depend on the container, limits, a
/// place of their own. Trivially copyable.
struct RareStyle {
  var minWidth: Length
  var minHeight: Length
  var maxWidth: Length
  var maxHeight: Length
  /// The aspect ratio; NaN for none.
  var aspectRatio: Double
  var margin: SideLengths
  var padding: SideLengths
  var border = Sides()
  var insets = SideLengths(.auto)
  var rowGap = Length.zero
  var columnGap = Length.zero
  /// The points before and behind the box along the main axis of its container.
  var spacing = (before: 0.0, after: 0.0)
  var order = 0
  var zIndex = 0

  init(_ style: LayoutStyle, _ container: FlexContainer?, rightToLeft: Bool) {
    minWidth = Length(minimum: style.minWidth)
    minHeight = Length(minimum: style.minHeight)
    maxWidth = Length(size: style.maxWidth)
    maxHeight = Length(size: style.maxHeight)
    aspectRatio = Self.ratio(style.aspectRatio)
    if let container {
      rowGap = Length(edge: container.rowGap, allowsNegative: false)
      columnGap = Length(edge: container.columnGap, allowsNegative: false)
    }
    margin = SideLengths(style.margin, rightToLeft: rightToLeft, allowsNegative: true)
    padding = SideLengths(style.padding, rightToLeft: rightToLeft, allowsNegative: false)
    guard let values = style.rare?.values else { return }
    border = SideLengths(values.border, rightToLeft: rightToLeft, allowsNegative: false)
      .points(of: .nan)
    insets = SideLengths(values.insets, rightToLeft: rightToLeft, allowsNegative: true)
    spacing = (Self.spacing(values.spacingBefore), Self.spacing(values.spacingAfter))
    (order, zIndex) = (values.order, values.zIndex)
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
}

extension BoxStyle {
  @inline(__always)
  var minWidth: Length { rare?.pointee.minWidth ?? .auto }
  @inline(__always)
  var minHeight: Length { rare?.pointee.minHeight ?? .auto }
  @inline(__always)
  var maxWidth: Length { rare?.pointee.maxWidth ?? .auto }
  @inline(__always)
  var maxHeight: Length { rare?.pointee.maxHeight ?? .auto }
  /// The aspect ratio; NaN for none.
  @inline(__always)
  var aspectRatio: Double { rare?.pointee.aspectRatio ?? .nan }
  @inline(__always)
  var border: Sides { rare?.pointee.border ?? Sides() }
  @inline(__always)
  var order: Int { rare?.pointee.order ?? 0 }
  @inline(__always)
  var zIndex: Int { rare?.pointee.zIndex ?? 0 }
  var insets: SideLengths { rare?.pointee.insets ?? SideLengths(.auto) }

  /// Returns the gap between rows in points; 0 for percentages of an unknown length.
  @inline(__always)
  func rowGap(of base: Double) -> Double {
    if !flex.rowGap.isNaN { return flex.rowGap }
    return max(rare?.pointee.rowGap.edge(of: base) ?? 0, 0)
  }

  /// Returns the gap between columns in points; 0 for percentages of an unknown length.
  @inline(__always)
  func columnGap(of base: Double) -> Double {
    if !flex.columnGap.isNaN { return flex.columnGap }
    return max(rare?.pointee.columnGap.edge(of: base) ?? 0, 0)
  }
}

extension LayoutStyle {
  /// Whether it has a minimum, a maximum or an aspect ratio.
  fileprivate var hasLimits: Bool {
    !(minWidth.isAuto && minHeight.isAuto && maxWidth.isAuto && maxHeight.isAuto)
      || aspectRatio != nil
  }
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
  /// The gaps in points; NaN if they depend on the container.
  var rowGap: Double
  var columnGap: Double

  /// Makes a style for content that flexbox does not place, as that of a container with defaults.
  @inline(__always)
  init() {
    (isRow, isReverse, wraps, wrapsInReverse) = (false, false, false, false)
    justifyContent = Alignment(ContentDistribution.flexStart)
    alignItems = Alignment(ItemAlignment.stretch)
    alignContent = Alignment(ContentDistribution.flexStart)
    (rowGap, columnGap) = (0, 0)
  }

  init(_ container: FlexContainer) {
    isRow = container.direction == .row || container.direction == .rowReverse
    isReverse = container.direction == .rowReverse || container.direction == .columnReverse
    wraps = container.wrap != .noWrap
    wrapsInReverse = container.wrap == .wrapReverse
    justifyContent = Alignment(container.justifyContent)
    alignItems = Alignment(container.alignItems).alongColumn
    alignContent = Alignment(container.alignContent)
    rowGap = Length(edge: container.rowGap, allowsNegative: false).knownPoints
    columnGap = Length(edge: container.columnGap, allowsNegative: false).knownPoints
  }
}
