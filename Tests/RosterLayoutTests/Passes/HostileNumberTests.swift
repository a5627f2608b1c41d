import RosterLayout
import RosterTestKit
import Testing

/// Numbers that no style should have.
@Suite struct HostileNumberTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, 1e9, 100,
  ]

  @Test func noNumberGetsOutThatIsNotFinite() throws {
    for seed in UInt64(1)...400 {
      var random = SplitMix64(seed: seed)
      func number() -> Double { Self.numbers[random.index(below: Self.numbers.count)] }
      func length() -> LayoutLength {
        random.happens(percent: 30) ? .percent(number()) : .points(number())
      }
      func node(_ depth: Int) -> LayoutNode {
        let count = depth == 4 ? 0 : 1 + random.index(below: 3)
        let children = (0..<count).map { _ in node(depth + 1) }
        return .flex(random.happens(percent: 50) ? .row : .column, children) {
          style, container in
          style.width = length()
          style.minHeight = length()
          style.maxWidth = length()
          style.margin = Edges(vertical: length(), horizontal: length())
          style.padding = Edges(length())
          style.border = Edges(length())
          style.insets.left = length()
          style.flexGrow = number()
          style.flexShrink = number()
          style.flexBasis = .dimension(length())
          style.aspectRatio = number()
          style.position = random.happens(percent: 20) ? .absolute : .relative
          container.wrap = random.happens(percent: 40) ? .wrap : .noWrap
          container.columnGap = length()
        }
      }
      let pass = LayoutPass(pixelsPerPoint: random.happens(percent: 50) ? 1 : number())
      let root = node(0)
      let range = SizeRange(
        min: Size(width: number(), height: number()), max: Size(width: number(), height: number()))
      let outline = try pass.outline(root, in: range)
      #expect(outline.isFinite, "seed \(seed)")
    }
  }

  @Test func aSizeThatIsNoNumberCountsAsNone() throws {
    let text = LayoutNode(content: .measured(SquareText(words: 2)))
    let root = LayoutNode.flex(.row, [text]) { style, _ in
      style.width = .points(.nan)
      style.height = .points(.infinity)
    }
    #expect(try LayoutPass().outline(root).size == Size(width: 100, height: 10))
  }

  @Test func aNegativeSizeCountsAsZeroAndANegativeMarginIsLegal() throws {
    let box = LayoutNode.box(-5, 10) { $0.margin.top = -3 }
    let outline = try LayoutPass().outline(.flex(.column, [box]))
    #expect(outline.children[0].size == Size(width: 0, height: 10))
    #expect(outline.size.height == 7 && outline.children[0].position.y == -3)
  }

  @Test func contentThatIsNoNumberHasNoSize() throws {
    struct Broken: MeasuredContent {
      func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
        MeasuredSize(size: Size(width: .nan, height: -4), baseline: .infinity)
      }
    }
    let root = LayoutNode.flex(.row, [LayoutNode(content: .measured(Broken()))])
    #expect(try LayoutPass().outline(root).size == .zero)
  }
}
