extension LayoutSolver {
  /// Sets the lengths that percentages of a box refer to. If a rule lays out the box, earlier
  /// results for other lengths are discarded, since the rule may depend on them.
  @inline(__always)
  func noteParent(_ index: Int, width: Double, height: Double) {
    guard boxes[index].style.pointee.kind == .rule else { return }
    let box = boxes + index
    let isSame =
      (box.pointee.parentWidth == width || (box.pointee.parentWidth.isNaN && width.isNaN))
      && (box.pointee.parentHeight == height || (box.pointee.parentHeight.isNaN && height.isNaN))
    if isSame { return }
    box.pointee.parentWidth = width
    box.pointee.parentHeight = height
    box.pointee.widths = WidthCache()
    box.pointee.heights = HeightCache()
    box.pointee.baseline = BaselineCache()
  }

  func ruleWidth(_ index: Int, _ kind: ContentWidth) -> Double {
    let endless = kind == .min ? Endlessness.minContent : .maxContent
    return layoutByRule(index, in: SizeRange(), endless: endless).size.width
  }

  func ruleHeight(_ index: Int, width: Double) -> Double {
    let range = SizeRange(
      min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
    return layoutByRule(index, in: range, endless: .maxContent).size.height
  }

  /// Places the boxes of a rule in a box of known size.
  func placeByRule(_ index: Int) {
    let box = boxes[index]
    let layout = layoutByRule(index, in: finalRoomOfRule(index), endless: .maxContent)
    let first = Int(box.firstChild)
    for child in first..<first + Int(box.childCount) { boxes[child].depth = -1 }
    for (depth, placed) in layout.children.enumerated() {
      precondition(
        placed.index >= 0 && placed.index < Int(box.childCount),
        "a rule places children of its own")
      let child = boxes + first + placed.index
      child.pointee.depth = Int32(truncatingIfNeeded: depth)
      child.pointee.x = box.frame.left + Self.coordinate(placed.position.x)
      child.pointee.y = box.frame.top + Self.coordinate(placed.position.y)
      child.pointee.width = placed.layout.size.width
      child.pointee.height = placed.layout.size.height
      child.pointee.heightIsDefinite = placed.layout.heightIsDefinite
    }
    for child in first..<first + Int(box.childCount) where boxes[child].depth < 0 {
      boxes[child].isHidden = true
    }
    boxes[index].ruleBaseline =
      layout.baseline.map { box.frame.top + Self.coordinate($0) } ?? .nan
    let baselineChild = layout.baselineChild ?? layout.children.first?.index
    boxes[index].baselineChild = baselineChild.map { Int32(first + $0) } ?? -1
  }

  /// Calls a rule, and replaces invalid numbers in its result.
  func layoutByRule(
    _ index: Int, in range: SizeRange, endless: Endlessness
  ) -> RuleLayout {
    expandIfDeferred(index)
    let node = boxes[index].node.takeUnretainedValue()
    guard case .rule(let rule, _) = node.content else { return RuleLayout(size: .zero) }
    let parent = ParentSize(
      width: boxes[index].parentWidth.isNaN ? nil : boxes[index].parentWidth,
      height: boxes[index].parentHeight.isNaN ? nil : boxes[index].parentHeight)
    let children = LayoutChildren(solver: self, parent: index, endless: endless)
    var layout = rule.layout(children, in: range, parentSize: parent)
    layout.size = Size(
      width: max(range.min.width, min(range.max.width, Self.size(layout.size.width))),
      height: max(range.min.height, min(range.max.height, Self.size(layout.size.height))))
    return layout
  }

  private static func coordinate(_ value: Double) -> Double {
    value.isNaN ? 0 : Length.limited(value)
  }
}
