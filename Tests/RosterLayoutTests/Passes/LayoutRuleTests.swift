import RosterLayout
import Testing

/// Rules and flexbox in one tree.
@Suite struct LayoutRuleTests {
  private static func shifted(_ child: LayoutNode, by distance: Double = 5) -> LayoutNode {
    LayoutNode(content: .rule(ShiftRule(by: distance), [child]))
  }

  @Test func aRuleIsLaidOutAsTheRoot() throws {
    let outline = try LayoutPass().outline(Self.shifted(.box(10, 20)))
    #expect(outline.size == Size(width: 15, height: 25))
    #expect(outline.children[0].position == Point(x: 5, y: 5))
  }

  @Test func aRuleInFlexboxIsMeasuredThroughItsRanges() throws {
    let text = LayoutNode(content: .measured(SquareText(words: 3)))
    let rule = LayoutNode(
      style: {
        var style = LayoutStyle()
        style.flexShrink = 1
        return style
      }(), content: .rule(ShiftRule(by: 5), [text]))
    let outline = try LayoutPass().outline(
      .flex(.row, [rule, .box(20, 10)]),
      in: SizeRange(exactly: Size(width: 125, height: 40)))
    // 105 points are left, 100 for the text: two words in a line.
    #expect(outline.children[0].size == Size(width: 105, height: 40))
    #expect(outline.children[1].position.x == 105)
  }

  @Test func flexboxInARuleSeesPercentagesOfWhatTheRuleSays() throws {
    struct Half: LayoutRule {
      func layout(
        _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
      ) -> RuleLayout {
        let child = children.layout(
          0, in: SizeRange(max: range.max), parentSize: ParentSize(width: 50, height: 50))
        return RuleLayout(
          size: child.size, children: [.init(index: 0, layout: child)])
      }
    }
    let box = LayoutNode.flex { style, _ in
      style.width = .percent(50)
      style.height = .percent(20)
    }
    let outline = try LayoutPass().outline(LayoutNode(content: .rule(Half(), [box])))
    #expect(outline.size == Size(width: 25, height: 10))
  }

  @Test func theBaselineOfARuleIsThatOfItsFirstChild() throws {
    let text = LayoutNode(content: .measured(SquareText(words: 1)))
    let root = LayoutNode.flex(.row, [Self.shifted(text), .box(10, 30)]) { _, container in
      container.alignItems = .baseline
    }
    let outline = try LayoutPass().outline(root)
    #expect(outline.children.map(\.position.y) == [17, 0])
  }

  @Test func aChildThatIsNotPlacedIsNotShown() throws {
    struct OnlyLast: LayoutRule {
      func layout(
        _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
      ) -> RuleLayout {
        let last = children.layout(children.count - 1, in: range, parentSize: parentSize)
        return RuleLayout(
          size: last.size, children: [.init(index: children.count - 1, layout: last)])
      }
    }
    let rule = LayoutNode(
      content: .rule(OnlyLast(), [.flex(.row, [.box(3, 3)]), .box(10, 10)]))
    let outline = try LayoutPass().outline(rule)
    #expect(outline.children.map(\.size) == [.zero, Size(width: 10, height: 10)])
    #expect(outline.children[0].children[0].size == .zero)
  }

  @Test func aChildIsPlacedAtTheWidthThatItsRuleChoosesOfSeveral() throws {
    struct Wide: LayoutRule {
      func layout(
        _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
      ) -> RuleLayout {
        let layouts = [100.0, 50].map { width in
          children.layout(
            0,
            in: SizeRange(
              min: Size(width: width, height: 0), max: Size(width: width, height: .infinity)),
            parentSize: parentSize)
        }
        return RuleLayout(
          size: layouts[0].size, children: [.init(index: 0, layout: layouts[0])])
      }
    }
    let row = LayoutNode.flex(.row, [.box(nil, 10) { $0.flexGrow = 1 }])
    let outline = try LayoutPass().outline(LayoutNode(content: .rule(Wide(), [row])))
    #expect(outline.children[0].children.map(\.size) == [Size(width: 100, height: 10)])
  }

  @Test func ruleInRuleInFlexboxKeepsItsPlace() throws {
    let inner = LayoutNode.flex(.row, [Self.shifted(Self.shifted(.box(1, 1)))])
    let outline = try LayoutPass().outline(Self.shifted(inner))
    #expect(outline.size == Size(width: 16, height: 16))
  }
}
