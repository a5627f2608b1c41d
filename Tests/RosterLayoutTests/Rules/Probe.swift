import RosterLayout
import RosterTestKit

/// A child of a rule that notes how it is laid out, and is as near to some size as it may be.
struct Probe: LayoutRule {
  /// What it was asked.
  struct Question: Hashable {
    var range: SizeRange
    var parentSize: ParentSize
  }

  let wish: Size
  let questions = Recorder<Question>()

  init(_ width: Double, _ height: Double) { wish = Size(width: width, height: height) }

  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    questions.record(Question(range: range, parentSize: parentSize))
    return RuleLayout(size: range.clamping(wish))
  }

  var node: LayoutNode { LayoutNode(content: .rule(self, [])) }

  /// The question of the first time.
  var first: Question? { questions.values.first }
}

/// A rule laid out as the root, in fractions of pixels.
struct RuleRun {
  let layout: Layout

  init(
    _ rule: some LayoutRule, _ probes: [Probe], in range: SizeRange,
    parentSize: ParentSize? = nil
  ) throws {
    let root = LayoutNode(content: .rule(rule, probes.map { $0.node }))
    var cache = LayoutCache()
    layout = try LayoutPass(pixelsPerPoint: 0).layout(
      root, in: range, parentSize: parentSize, cache: &cache)
  }

  /// Width and height.
  var size: [Double] { [layout.size.width, layout.size.height] }

  /// Left, top, width and height.
  func frame(_ index: Int = 0) -> [Double] {
    let child = layout.children[index]
    return [
      child.position.x, child.position.y, child.layout.size.width, child.layout.size.height,
    ]
  }
}

extension SizeRange {
  /// A range of widths and one of heights.
  static func range(_ width: ClosedRange<Double>, _ height: ClosedRange<Double>) -> SizeRange {
    SizeRange(
      min: Size(width: width.lowerBound, height: height.lowerBound),
      max: Size(width: width.upperBound, height: height.upperBound))
  }
}
