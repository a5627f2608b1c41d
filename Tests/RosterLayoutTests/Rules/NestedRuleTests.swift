import RosterLayout
import RosterTestKit
import Testing

@Suite("Rules: rules in rules and in boxes") struct NestedRuleTests {
  @Test func theStyleOfTheBoxIsAroundTheRule() throws {
    let probe = Probe(30, 10)
    var style = LayoutStyle()
    style.padding = Edges(5)
    style.maxWidth = 60
    let root = LayoutNode(style: style, content: .rule(CenterRule(.horizontal), [probe.node]))
    var cache = LayoutCache()
    let layout = try LayoutPass(pixelsPerPoint: 0).layout(
      root, in: .range(0...100, 0...40), cache: &cache)
    #expect(layout.size == Size(width: 60, height: 40))
    #expect(layout.children[0].position == Point(x: 15, y: 5))
    #expect(probe.first?.range == .range(0...50, 0...30))
  }

  /// An application's own rule: each child a step lower, and to the right.
  private struct Diagonal: LayoutRule {
    func layout(
      _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
    ) -> RuleLayout {
      var layout = RuleLayout(size: .zero)
      for index in 0..<children.count {
        let child = children.layout(index, in: SizeRange(), parentSize: parentSize)
        let position = Point(x: layout.size.width, y: layout.size.height)
        layout.children.append(.init(index: index, position: position, layout: child))
        layout.size.width += child.size.width
        layout.size.height += child.size.height
      }
      return layout
    }
  }

  @Test func aRuleOfAnApplicationStandsInAFlexContainer() throws {
    let rule = LayoutNode(
      content: .rule(Diagonal(), [Probe(30, 10).node, Probe(20, 5).node]))
    var style = LayoutStyle()
    style.flexGrow = 1
    let rest = LayoutNode(style: style, content: .flex(FlexContainer(), []))
    var row = FlexContainer()
    row.direction = .row
    let root = LayoutNode(content: .flex(row, [rule, rest]))
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, in: .range(80...80, 0...40), cache: &cache)
    #expect(layout.size == Size(width: 80, height: 15))
    #expect(layout.children[0].layout.size == Size(width: 50, height: 15))
    #expect(layout.children[0].layout.children[1].position == Point(x: 30, y: 10))
    #expect(layout.children[1].position == Point(x: 50, y: 0))
    #expect(layout.children[1].layout.size == Size(width: 30, height: 15))
  }

  /// A rule that asks for its child twice would ask for one in 40 others a trillion times.
  @Test func rulesInRulesAreNotAskedAgainForWhatIsKnown() throws {
    let probe = Probe(30, 10)
    var node = probe.node
    for _ in 0..<40 { node = LayoutNode(content: .rule(ClippingRule(.vertical), [node])) }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(node, in: .range(0...100, 0...5), cache: &cache)
    #expect(layout.size == Size(width: 30, height: 5))
    #expect(probe.questions.values.count < 200)
  }
}
