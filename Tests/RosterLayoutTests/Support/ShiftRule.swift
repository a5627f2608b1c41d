import RosterLayout

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
