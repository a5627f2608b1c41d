extension LayoutSolver {
  /// Sets the lengths that percentages of a box refer to. If the content depends on them, as that of
  /// a rule may, its measures hold for these lengths alone.
  ///
  /// - Parameter room: The height between the insets and margins of a box outside of the flow.
  @inline(__always)
  func noteParent(_ index: Int, width: Double, height: Double, room: Double = .nan) {
    guard boxes[index].style.pointee.readsParent else { return }
    // A grid reads heights only.
    let isRule = boxes[index].style.pointee.kind == .rule
    note(
      RuleMemory.Parent(
        size: ParentSize(
          width: width.isNaN || !isRule ? nil : width, height: height.isNaN ? nil : height),
        room: room.isNaN || isRule ? nil : room),
      of: index)
  }

  private func note(_ parent: RuleMemory.Parent, of index: Int) {
    var memory = ruleMemories[index] ?? RuleMemory()
    if boxes[index].style.pointee.kind == .grid,
      memory.parents.count > RuleMemory.gridParentsMax, !memory.parents.contains(parent)
    {
      memory.parents[memory.parents.count - 1] = parent
      noteEstimate()
    }
    if memory.parents.count > RuleMemory.parentsMax {
      memory.parents = []
      boxes[index].measures = -1
    }
    boxes[index].ruleParent = memory.number(of: parent)
    ruleMemories[index] = memory
  }

  /// The lengths that percentages of a box that a rule lays out refer to.
  func ruleParent(_ index: Int) -> ParentSize { parent(of: index).size }

  /// What the content of a box depends on outside of it.
  func parent(of index: Int) -> RuleMemory.Parent {
    guard boxes[index].style.pointee.readsParent else { return RuleMemory.Parent() }
    return ruleMemories[index]?.parents[Int(boxes[index].ruleParent)] ?? RuleMemory.Parent()
  }

  /// The baseline that a rule has returned; `nil` for that of one of its boxes.
  func ruleBaseline(_ index: Int) -> Double? {
    boxes[index].style.pointee.kind == .rule ? ruleMemories[index]?.baseline : nil
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
    ruleMemories[index, default: RuleMemory()].baseline = layout.baseline.map {
      box.frame.top + Self.coordinate($0)
    }
    let baselineChild = layout.baselineChild ?? layout.children.first?.index
    boxes[index].baselineChild = baselineChild.map { Int32(first + $0) } ?? -1
    boxes[index].lastBaselineChild = boxes[index].baselineChild
  }

  /// Calls a rule, and replaces invalid numbers in its result.
  func layoutByRule(
    _ index: Int, in range: SizeRange, endless: Endlessness
  ) -> RuleLayout {
    expandIfDeferred(index)
    let node = boxes[index].node.takeUnretainedValue()
    guard let rule = node.arrangement.rule else { return RuleLayout(size: .zero) }
    let children = LayoutChildren(solver: self, parent: index, endless: endless)
    var layout = rule.layout(children, in: range, parentSize: ruleParent(index))
    layout.size = Size(
      width: max(range.min.width, min(range.max.width, Self.size(layout.size.width))),
      height: max(range.min.height, min(range.max.height, Self.size(layout.size.height))))
    return layout
  }

  private static func coordinate(_ value: Double) -> Double {
    value.isNaN ? 0 : Length.limited(value)
  }
}

extension LayoutSolver {
  /// A question to a rule.
  struct RuleQuestion: Hashable, Sendable {
    let range: SizeRange
    let parentSize: ParentSize
    let endless: Endlessness
  }

  /// The questions to the rule of a box and its answers. Without them, nested rules would be asked
  /// repeatedly. A grid whose limits depend on its container has one for the lengths alone.
  struct RuleMemory: Sendable {
    /// What the content of a box depends on outside of it.
    struct Parent: Hashable, Sendable {
      /// The lengths that percentages refer to.
      var size = ParentSize()
      /// The height between the insets and margins of a grid outside of the flow; `nil` for others.
      var room: Double?
    }

    fileprivate(set) var answers: [RuleQuestion: (room: SizeRange, size: Size)] = [:]
    /// The last question in this pass.
    fileprivate(set) var last: RuleQuestion?
    /// The lengths that percentages have referred to. A measure of the box names them by their
    /// number.
    fileprivate(set) var parents = [Parent()]
    /// The baseline in the last layout; `nil` for that of a box.
    fileprivate(set) var baseline: Double?

    /// Beyond this number all measures of the box are forgotten.
    fileprivate static let parentsMax = 1_024

    /// Beyond this number the last lengths of a grid are replaced, and its measures for them are
    /// estimates: the number of lengths may double with each level of nested grids.
    fileprivate static let gridParentsMax = 4

    fileprivate mutating func number(of parent: Parent) -> UInt16 {
      if let known = parents.lastIndex(of: parent) { return UInt16(known) }
      parents.append(parent)
      return UInt16(parents.count - 1)
    }

    /// The part that the next pass may use: the answer to the last question.
    ///
    /// - Parameter parent: The number of the lengths that percentages refer to at the end.
    func forNextPass(parent: UInt16) -> RuleMemory {
      var memory = RuleMemory()
      memory.parents = [parents[Int(parent)]]
      if let last { memory.answers[last] = answers[last] }
      return memory
    }
  }

  /// Finds the size of a box within a range by calling its rule with the range itself. A rule may
  /// want to fill the room, or to keep a ratio, and could not do so if it received a width first
  /// and then a height.
  ///
  /// - Returns: The size with the frame; `nil` if the box has no rule, or if it has an aspect
  ///   ratio, by which one length follows from the other.
  func sizeByRule(
    _ index: Int, in range: SizeRange, parentSize: ParentSize, endless: Endlessness
  ) -> Size? {
    let style = boxes[index].style
    guard style.pointee.kind == .rule, style.pointee.aspectRatio.isNaN else { return nil }
    let question = RuleQuestion(range: range, parentSize: parentSize, endless: endless)
    let answer = ruleMemories[index]?.answers[question] ?? answer(question, of: index)
    ruleMemories[index, default: RuleMemory()].answers[question] = answer
    ruleMemories[index]?.last = question
    return answer.size
  }

  /// Returns the range that the rule receives, that of the question without the frame, and the size with the frame.
  private func answer(
    _ question: RuleQuestion, of index: Int
  ) -> (room: SizeRange, size: Size) {
    let range = question.range
    let allowed = roomOfRule(index, in: range, question.parentSize)
    let frame = boxes[index].frame
    let room = SizeRange(
      min: Size(
        width: allowed.min.width - frame.horizontal,
        height: allowed.min.height - frame.vertical),
      max: Size(
        width: allowed.max.width - frame.horizontal,
        height: allowed.max.height - frame.vertical))
    let inner = layoutByRule(index, in: room, endless: question.endless).size
    let size = range.clamping(
      Size(width: inner.width + frame.horizontal, height: inner.height + frame.vertical))
    return (room, size)
  }

  /// Returns the range in which a rule places the boxes of a box of known size: the range from
  /// which that size came, so that the children have the same sizes as then; otherwise that size
  /// alone.
  func finalRoomOfRule(_ index: Int) -> SizeRange {
    let box = boxes[index]
    let size = Size(width: box.width, height: box.height)
    if let memory = ruleMemories[index], let last = memory.last, let answer = memory.answers[last],
      answer.size == size
    {
      return answer.room
    }
    return SizeRange(
      exactly: Size(
        width: max(size.width - box.frame.horizontal, 0),
        height: max(size.height - box.frame.vertical, 0)))
  }

  /// Returns the part of a range that the style of a box allows.
  private func roomOfRule(
    _ index: Int, in range: SizeRange, _ parentSize: ParentSize
  ) -> SizeRange {
    let style = boxes[index].style
    let (parentWidth, parentHeight) = (parentSize.width ?? .nan, parentSize.height ?? .nan)
    let width = usedWidth(
      style.pointee.width, of: index, base: parentWidth, available: range.max.width, height: .nan)
    let widths = (width.isNaN ? [range.min.width, range.max.width] : [width, width]).map {
      clampedWidth(
        $0, of: index, base: parentWidth, available: range.max.width, height: .nan)
    }
    let height = height(style.pointee.height, of: index, base: parentHeight)
    let heights = (height.isNaN ? [range.min.height, range.max.height] : [height, height]).map {
      clampedHeightByPoints($0, of: index, base: parentHeight)
    }
    return range.intersection(
      SizeRange(
        min: Size(width: widths[0], height: heights[0]),
        max: Size(width: widths[1], height: heights[1])))
  }
}
