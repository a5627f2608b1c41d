import RosterLayout
import RosterTestKit

/// Random trees: the same seed gives the same ones.
struct RandomTree {
  var random: SplitMix64
  /// What a tree may have beside lengths in points.
  var features = Features.all
  /// The number of nodes that are left to make.
  var left = 40

  struct Features: OptionSet {
    let rawValue: Int

    static let fractions = Features(rawValue: 1)
    static let absolute = Features(rawValue: 2)
    static let order = Features(rawValue: 4)
    static let rules = Features(rawValue: 8)
    static let hidden = Features(rawValue: 16)
    static let directions = Features(rawValue: 32)
    static let keywords = Features(rawValue: 64)
    static let baselines = Features(rawValue: 128)
    static let grids = Features(rawValue: 256)
    static let all = Features(rawValue: 511)
  }

  init(seed: UInt64, features: Features = .all) {
    random = SplitMix64(seed: seed)
    self.features = features
  }

  /// A tree of up to forty nodes.
  mutating func node(depth: Int = 0) -> LayoutNode {
    left -= 1
    let style = style(isRoot: depth == 0)
    let isBoundary = random.happens(percent: 30)
    if depth > 0, random.happens(percent: 25) {
      return LayoutNode(
        style: style, content: .measured(SquareText(words: 1 + random.index(below: 5))),
        isBoundary: isBoundary)
    }
    var children: [LayoutNode] = []
    while left > 0, depth < 6, random.happens(percent: depth < 2 ? 80 : 55) {
      children.append(node(depth: depth + 1))
    }
    if features.contains(.rules), let child = children.first, random.happens(percent: 15) {
      return LayoutNode(
        style: style, content: .rule(ShiftRule(by: length()), [child]), isBoundary: isBoundary)
    }
    if features.contains(.grids), random.happens(percent: 20) {
      return LayoutNode(style: style, content: .grid(grid(), children), isBoundary: isBoundary)
    }
    return LayoutNode(style: style, content: .flex(container(), children), isBoundary: isBoundary)
  }

  /// A range of sizes for the root.
  mutating func range() -> SizeRange {
    let least = Size(
      width: Double(random.index(below: 100)), height: Double(random.index(below: 100)))
    let most = Size(
      width: random.happens(percent: 30)
        ? .infinity : least.width + Double(random.index(below: 200)),
      height: random.happens(percent: 50)
        ? .infinity : least.height + Double(random.index(below: 200)))
    return SizeRange(min: least, max: most)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.index(below: values.count)]
  }

  private mutating func length(below limit: Int = 60) -> Double {
    let whole = Double(random.index(below: limit))
    return features.contains(.fractions) && random.happens(percent: 30)
      ? whole + pick([0.3, 1.0 / 3, 0.75]) : whole
  }

  private mutating func dimension() -> LayoutLength {
    if random.happens(percent: 25) { return .percent(Double(random.index(below: 120))) }
    if random.happens(percent: 5) {
      return .calc(percent: Float(random.index(below: 120)), points: length() - 30)
    }
    if features.contains(.keywords), random.happens(percent: 10) {
      return pick([.minContent, .maxContent, .fitContent, .stretch, .fitContent(upTo: length())])
    }
    return .points(length(below: 120))
  }

  private mutating func edges(percent: Int) -> Edges {
    guard random.happens(percent: percent) else { return Edges() }
    var edges = Edges()
    edges.top = .points(length(below: 12))
    edges.left = .points(length(below: 12))
    edges.right = random.happens(percent: 30) ? .percent(5) : .points(length(below: 12))
    return edges
  }

  private mutating func style(isRoot: Bool) -> LayoutStyle {
    var style = LayoutStyle()
    if random.happens(percent: 50) { style.width = dimension() }
    if random.happens(percent: 50) { style.height = dimension() }
    if random.happens(percent: 15) { style.minWidth = dimension() }
    if random.happens(percent: 15) { style.maxHeight = dimension() }
    if random.happens(percent: 10) { style.aspectRatio = pick([0.5, 1, 2]) }
    style.padding = edges(percent: 30)
    style.border = edges(percent: 10)
    if isRoot { return style }
    style.margin = edges(percent: 30)
    if random.happens(percent: 8) { style.margin.left = .auto }
    if random.happens(percent: 40) { style.flexGrow = pick([0.3, 1, 2]) }
    if random.happens(percent: 40) { style.flexShrink = pick([0.4, 1, 3]) }
    if random.happens(percent: 20) { style.flexBasis = .dimension(dimension()) }
    if random.happens(percent: 15) { style.overflowX = pick([.hidden, .scroll, .clip]) }
    if features.contains(.hidden), random.happens(percent: 5) { style.isCollapsed = true }
    if random.happens(percent: 8) { style.spacingBefore = length(below: 9) }
    if random.happens(percent: 8) { style.spacingAfter = length(below: 9) }
    if random.happens(percent: 20) {
      style.alignSelf = pick([
        .stretch, .start, .end, .flexEnd, .center, .selfStart, .selfEnd, .safe(.center),
        .unsafe(.end), .safe(.selfEnd),
      ])
    }
    if features.contains(.baselines), random.happens(percent: 8) {
      style.alignSelf = pick([.baseline, .lastBaseline])
    }
    if features.contains(.absolute), random.happens(percent: 15) {
      style.position = pick([.absolute, .static, .sticky])
      style.insets.left = .points(length())
      if random.happens(percent: 50) { style.insets.bottom = .percent(10) }
    }
    if features.contains(.order), random.happens(percent: 15) {
      style.order = pick([-1, 1, 2])
      style.zIndex = pick([0, 1, 5])
    }
    if features.contains(.hidden), random.happens(percent: 8) {
      style.display = pick([.none, .contents])
    }
    if features.contains(.directions), random.happens(percent: 10) {
      style.layoutDirection = pick([.leftToRight, .rightToLeft])
    }
    if features.contains(.grids), random.happens(percent: 15) {
      style.gridColumn.start = pick([.line(2), .line(-2), .span(2)])
      style.gridRow.end = pick([.line(1), .line(-1), .span(3), .auto])
      style.justifySelf = pick([.start, .center, .end, .stretch])
    }
    return style
  }

  private mutating func track() -> GridTrack {
    pick([
      .auto, .fraction(1), .fraction(0.3), .minContent, .maxContent, .points(length()),
      .percent(25), .fitContent(.points(20)), .minmax(.auto, .points(30)),
      .minmax(.points(10), .fraction(2)),
    ])
  }

  /// A grid of any tracks.
  mutating func grid() -> GridContainer {
    var grid = GridContainer()
    grid.columns = [.track(track()), .repeated(2, [track()])]
    if random.happens(percent: 30) {
      grid.columns = [.autoFit([.minmax(.points(15), .fraction(1))])]
    }
    if random.happens(percent: 40) { grid.rows = [.track(track()), .track(track())] }
    if random.happens(percent: 20) { grid.rows = [.autoFill([.points(20)])] }
    if random.happens(percent: 30) { grid.autoRows = [track(), track()] }
    if random.happens(percent: 30) { grid.autoColumns = [track()] }
    grid.flow = pick([.row, .row, .column])
    grid.isDense = random.happens(percent: 30)
    grid.justifyItems = pick([nil, nil, .start, .center, .end, .stretch])
    grid.alignItems = pick([nil, nil, .start, .center, .end, .stretch])
    if features.contains(.baselines), random.happens(percent: 15) { grid.alignItems = .baseline }
    grid.justifyContent = pick([.stretch, .start, .center, .end, .spaceBetween, .spaceEvenly])
    grid.alignContent = pick([.stretch, .start, .center, .end, .spaceAround])
    if random.happens(percent: 30) { grid.columnGap = .points(length(below: 9)) }
    if random.happens(percent: 30) { grid.rowGap = .percent(5) }
    return grid
  }

  /// A container of any direction, wrapping and alignment.
  mutating func container() -> FlexContainer {
    var container = FlexContainer()
    container.direction = pick([.row, .row, .column, .column, .rowReverse, .columnReverse])
    container.wrap = pick([.noWrap, .noWrap, .wrap, .wrapReverse])
    container.justifyContent = pick([
      .flexStart, .center, .flexEnd, .spaceBetween, .spaceAround, .spaceEvenly, .start, .end,
    ])
    container.alignItems = pick([.stretch, .stretch, .center, .flexEnd, .start])
    if features.contains(.baselines), random.happens(percent: 15) {
      container.alignItems = pick([.baseline, .lastBaseline])
    }
    container.alignContent = pick([.flexStart, .stretch, .center, .spaceAround])
    if random.happens(percent: 30) { container.columnGap = .points(length(below: 9)) }
    if random.happens(percent: 30) { container.rowGap = .percent(5) }
    return container
  }
}

/// Moves its only child to the lower right.
struct ShiftRule: LayoutRule {
  var by: Double

  init(by: Double) { self.by = by }

  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let room = SizeRange(
      min: Size(width: range.min.width - by, height: range.min.height - by),
      max: Size(width: range.max.width - by, height: range.max.height - by))
    let child = children.layout(0, in: room, parentSize: parentSize)
    return RuleLayout(
      size: Size(width: child.size.width + by, height: child.size.height + by),
      children: [.init(index: 0, position: Point(x: by, y: by), layout: child)])
  }
}

/// Words of five letters, ten points each way, with lines that break where they must.
struct SquareText: MeasuredContent {
  var words: Int

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let natural = Double(words) * 50
    let used =
      switch width {
      case .exactly(let width): width
      case .atMost(let width): min(width, natural)
      case .minContent: 50.0
      case .maxContent: natural
      }
    let wordsInLine = max((used / 50).rounded(.down), 1)
    let lines = (Double(words) / wordsInLine).rounded(.up)
    return MeasuredSize(size: Size(width: used, height: lines * 10), baseline: 8)
  }
}
