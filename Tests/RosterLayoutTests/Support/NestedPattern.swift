import RosterLayout
import RosterTestKit

/// A text in boxes in boxes, whose styles repeat from level to level. What one level asks twice is
/// asked four times two levels below, unless the pass remembers it.
struct NestedPattern {
  private var random: SplitMix64
  /// How many of a hundred levels are grids.
  private let gridPercent: Int

  init(seed: UInt64, gridPercent: Int = 20) {
    random = SplitMix64(seed: seed)
    self.gridPercent = gridPercent
  }

  /// A tree of 10 to 60 levels: the same seed gives the same one.
  mutating func node() -> LayoutNode {
    let period = 1 + random.index(below: 4)
    let levels = (0..<period).map { _ in level() }
    let grids = levels.map { _ in random.happens(percent: gridPercent) ? grid() : nil }
    let depth = 10 + random.index(below: 51)
    let hasSibling = random.happens(percent: 30)
    var node = LayoutNode(content: .measured(SquareText(words: 1 + random.index(below: 4))))
    for index in 0..<depth {
      let (style, container) = levels[index % period]
      let children = hasSibling ? [node, .box(4, 3)] : [node]
      let content =
        grids[index % period].map { LayoutContent.grid($0, children) } ?? .flex(container, children)
      node = LayoutNode(style: style, content: content)
    }
    return node
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.index(below: values.count)]
  }

  private mutating func length() -> LayoutLength {
    pick([
      .percent(95), .percent(90), .percent(105), .percent(50), .percent(100), 100, 20, .minContent,
      .maxContent, .fitContent, .stretch,
    ])
  }

  private mutating func grid() -> GridContainer {
    var grid = GridContainer()
    grid.columns = pick([
      [], [.track(.auto)], [.track(.fraction(1)), .track(.auto)], [.autoFill([.points(30)])],
      [.track(.percent(50))], [.track(.minmax(.minContent, .fraction(1)))],
      [.track(.fitContent(.percent(50)))],
    ])
    grid.rows = pick([
      [], [.track(.percent(90))], [.track(.fraction(1))], [.autoFill([.points(9)])],
      [.track(.minmax(.auto, .percent(90)))], [.track(.auto), .track(.maxContent)],
    ])
    if random.happens(percent: 20) { grid.autoRows = [pick([.percent(50), .fraction(0.5)])] }
    if random.happens(percent: 20) { grid.rowGap = pick([2, .percent(5)]) }
    grid.alignItems = pick([nil, nil, .stretch, .start, .baseline, .lastBaseline])
    grid.justifyItems = pick([nil, nil, .stretch, .start])
    return grid
  }

  private mutating func level() -> (LayoutStyle, FlexContainer) {
    var style = LayoutStyle()
    var container = FlexContainer()
    container.direction = pick([.row, .column, .column, .columnReverse])
    if random.happens(percent: 50) { container.wrap = pick([.wrap, .wrapReverse]) }
    if random.happens(percent: 15) { container.alignItems = pick([.baseline, .center]) }
    if random.happens(percent: 40) { style.height = length() }
    if random.happens(percent: 15) { style.width = length() }
    if random.happens(percent: 15) { style.maxHeight = length() }
    if random.happens(percent: 15) { style.minHeight = length() }
    if random.happens(percent: 10) { style.maxWidth = length() }
    if random.happens(percent: 10) { style.minWidth = length() }
    if random.happens(percent: 40) { style.flexGrow = pick([0.5, 1, 2]) }
    if random.happens(percent: 40) { style.flexShrink = pick([0.5, 1, 2]) }
    if random.happens(percent: 20) { style.flexBasis = pick([.content, .dimension(length())]) }
    if random.happens(percent: 30) { style.padding = Edges(pick([1, 2, .percent(1)])) }
    if random.happens(percent: 20) { style.padding.top = .percent(1) }
    if random.happens(percent: 10) { style.margin = Edges(pick([1, .auto, .percent(2)])) }
    if random.happens(percent: 15) { style.aspectRatio = pick([0.5, 1, 2]) }
    if random.happens(percent: 15) { style.alignSelf = pick([.baseline, .flexStart, .stretch]) }
    return (style, container)
  }
}
