import RosterComponents
import RosterJSON
import RosterLayout
import RosterLayoutCases
import RosterTestKit
import Testing

/// Styles as JSON, read again by the reader of cases.
@Suite("Layout: styles as JSON") struct StyleJSONTests {
  private func read(_ members: JSONObject) throws -> LayoutNode {
    let json: JSONValue = ["root": ["style": .object(members)]]
    let cases = try LayoutCaseReader().read(Array(json.canonicalText.utf8))
    return try #require(cases.first).root
  }

  private func container(of node: LayoutNode) -> FlexContainer? {
    if case .flex(let container, _) = node.content { container } else { nil }
  }

  @Test func defaultsAreLeftOut() {
    #expect(LayoutStyle().json(FlexContainer()).isEmpty)
    #expect(LayoutStyle().json().isEmpty)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyStyleComesBackFromItsJSON(seed: UInt64) throws {
    var random = StyleRandom(seed: seed)
    let (style, container) = (random.style(), random.container())
    let node = try read(style.json(container))
    #expect(node.style == style, "seed \(seed)")
    #expect(self.container(of: node) == container, "seed \(seed)")
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyGridComesBackFromItsJSON(seed: UInt64) throws {
    var random = StyleRandom(seed: seed)
    var style = random.style()
    style.display = .box
    let grid = random.grid()
    var members = style.json()
    grid.describe(in: &members)
    let node = try read(members)
    guard case .grid(let found, _) = node.content else {
      Issue.record("no grid, seed \(seed)")
      return
    }
    #expect(node.style == style && found == grid, "seed \(seed)")
  }

  @Test(
    arguments: [
      InsetRule(top: 1, left: .percent(50), bottom: .points(.infinity), right: 2), InsetRule(3),
      CenterRule(.horizontal, minimum: .both), CenterRule([]), OverlayRule(), BackgroundRule(),
      LayeredRule(.topRight), SizingRule(ComponentSize(width: 4, maxHeight: .percent(5))),
      RatioRule(heightByWidth: 0.5), ClippingRule(.vertical), EmptyRule(),
      StaticRule([
        .init(Point(x: 1, y: -2)), .init(Point(x: 0, y: 3), size: ComponentSize(minWidth: 4)),
      ]),
    ] as [any RuleDescribed & Hashable])
  func anyRuleComesBackFromItsJSON(rule: any RuleDescribed & Hashable) throws {
    let json: JSONValue = ["root": ["rule": rule.json, "children": [[:], [:]]]]
    let cases = try LayoutCaseReader().read(Array(json.canonicalText.utf8))
    guard case .rule(let read, let children) = cases.first?.root.content else {
      Issue.record("no rule")
      return
    }
    #expect(read as? AnyHashable == AnyHashable(rule))
    #expect(children.count == 2)
  }

  @Test func lengthsThatDoNotCountAreWrittenAsWhatTheyCountAs() {
    let style = LayoutStyle { style in
      style.width = .points(.infinity)
      style.height = .percent(.nan)
      style.margin.left = .points(.nan)
      style.padding = Edges(.auto)
      style.padding.start = .minContent
      style.border = Edges(.percent(10))
      style.border.top = 1
      style.insets.top = .points(-.infinity)
      style.flexGrow = .infinity
      style.aspectRatio = .nan
    }
    #expect(
      JSONValue.object(style.json()).canonicalText
        == #"{"borderTop":1,"paddingStart":0,"top":0}"#)
  }
}

/// Random styles without lengths that have no meaning.
private struct StyleRandom {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[random.index(below: values.count)]
  }

  private mutating func chance() -> Bool { random.index(below: 3) == 0 }

  private mutating func length() -> LayoutLength {
    one(of: [
      0, 1, 2.5, -3, .percent(50), .percent(12.5), .percent(-1), .points(1e21),
      .calc(percent: 12.1, points: -2.5), .calc(percent: -1, points: 0),
    ])
  }

  private mutating func size() -> LayoutLength {
    one(of: [
      length(), .auto, .minContent, .maxContent, .fitContent, .stretch, .fitContent(upTo: 7.5),
      .fitContentUpTo(LayoutLength.Sum(percent: 33.3)),
      .fitContentUpTo(LayoutLength.Sum(percent: 50, points: -4)),
    ])
  }

  private mutating func edges(_ lengths: [LayoutLength]) -> Edges {
    var edges = Edges(one(of: lengths))
    if chance() { edges.top = one(of: lengths) }
    if chance() { edges.bottom = one(of: lengths) }
    if chance() { edges.left = one(of: lengths) }
    if chance() { edges.right = one(of: lengths) }
    if chance() { edges.start = one(of: lengths) }
    if chance() { edges.end = one(of: lengths) }
    return edges
  }

  mutating func style() -> LayoutStyle {
    var style = LayoutStyle()
    if chance() { style.display = one(of: [.box, .none, .contents]) }
    if chance() { style.boxSizing = .contentBox }
    if chance() { style.overflow = one(of: [.hidden, .scroll, .clip]) }
    if chance() { style.overflowY = one(of: [.visible, .hidden, .scroll, .clip]) }
    if chance() { style.isCollapsed = true }
    if chance() { style.spacingBefore = one(of: [4, -2.5]) }
    if chance() { style.spacingAfter = one(of: [4, -2.5]) }
    if chance() { style.layoutDirection = one(of: [.leftToRight, .rightToLeft]) }
    if chance() { style.width = size() }
    if chance() { style.height = size() }
    if chance() { style.minWidth = size() }
    if chance() { style.minHeight = size() }
    if chance() { style.maxWidth = size() }
    if chance() { style.maxHeight = size() }
    if chance() { style.aspectRatio = one(of: [0, 0.5, 1.75]) }
    if chance() { style.padding = edges([0, 4, .percent(10), .calc(percent: 10, points: 1)]) }
    if chance() { style.border = edges([0, 1, 2.5]) }
    if chance() { style.margin = edges([0, 4, .auto, .percent(10)]) }
    if chance() { style.position = one(of: [.static, .absolute, .sticky]) }
    if chance() { style.insets = edges([0, 4, .auto, .percent(10)]) }
    if chance() { style.flexGrow = one(of: [1, 0.5]) }
    if chance() { style.flexShrink = one(of: [1, 0.5]) }
    if chance() { style.flexBasis = one(of: [.content, .dimension(size())]) }
    if chance() { style.alignSelf = alignment() }
    if chance() { style.order = one(of: [-1, 2]) }
    if chance() { style.zIndex = one(of: [-1, 2]) }
    if chance() { style.gridColumn = GridLines(line(), line()) }
    if chance() { style.gridRow = GridLines(line(), line()) }
    if chance() { style.justifySelf = alignment() }
    return style
  }

  private mutating func line() -> GridLine { one(of: [.auto, .line(3), .line(-1), .span(2)]) }

  private mutating func track() -> GridTrack {
    one(of: [
      .points(10), .percent(12.5), .fraction(1), .fraction(0.5), .auto, .minContent, .maxContent,
      .minmax(.points(2), .fraction(1)), .minmax(.auto, .maxContent), .fitContent(.percent(50)),
      .breadth(.calc(LayoutLength.Sum(percent: 50, points: -8))),
    ])
  }

  mutating func grid() -> GridContainer {
    var grid = GridContainer()
    if chance() { grid.columns = [.track(track()), .repeated(3, [track(), track()])] }
    if chance() { grid.columns = [.autoFill([.points(9)]), .track(.points(3))] }
    if chance() { grid.rows = [.autoFit([.minmax(.points(9), .fraction(1))])] }
    if chance() { grid.autoColumns = [track()] }
    if chance() { grid.autoRows = [track(), track()] }
    if chance() { grid.flow = .column }
    if chance() { grid.isDense = true }
    if chance() { grid.justifyItems = alignment() }
    if chance() { grid.alignItems = alignment() }
    if chance() { grid.justifyContent = one(of: [.start, .center, .spaceBetween]) }
    if chance() { grid.alignContent = one(of: [.end, .spaceAround, .spaceEvenly]) }
    if chance() { grid.rowGap = 3 }
    if chance() { grid.columnGap = .percent(4) }
    return grid
  }

  mutating func container() -> FlexContainer {
    var container = FlexContainer()
    if chance() { container.direction = one(of: [.row, .rowReverse, .columnReverse]) }
    if chance() { container.wrap = one(of: [.wrap, .wrapReverse]) }
    if chance() { container.justifyContent = mainDistribution() }
    if chance() { container.alignItems = alignment() }
    if chance() { container.alignContent = distribution() }
    if chance() { container.rowGap = one(of: [0, 4, .percent(10)]) }
    if chance() { container.columnGap = one(of: [0, 4, .percent(10)]) }
    return container
  }

  private mutating func alignment() -> ItemAlignment {
    // `left` and `right` are for `justifySelf` alone.
    let position = one(of: ItemAlignment.Position.allCases.filter { $0 != .left && $0 != .right })
    return one(of: [
      .stretch, .start, .end, .flexStart, .flexEnd, .center, .baseline, .selfStart, .selfEnd,
      .lastBaseline, .safe(position), .unsafe(position),
    ])
  }

  private mutating func mainDistribution() -> ContentDistribution {
    let position = one(of: Array(ContentDistribution.Position.allCases))
    return one(of: [distribution(), .left, .right, .safe(position), .unsafe(position)])
  }

  private mutating func distribution() -> ContentDistribution {
    one(of: [
      .start, .end, .flexStart, .flexEnd, .center, .spaceBetween, .spaceAround, .spaceEvenly,
      .stretch, .safe(.center), .unsafe(.flexEnd),
    ])
  }
}
