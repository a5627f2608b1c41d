import RosterLayout

/// A rectangle of a drawing.
struct DrawnRectangle {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }

  func overlaps(_ other: DrawnRectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func union(_ other: DrawnRectangle) -> DrawnRectangle {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return DrawnRectangle(
      left: left, top: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }
}

/// A box of a drawing, with its place in the whole.
struct DrawnBox {
  /// The path of the box: `root.children[2]`. In deep trees it begins at the box with a number:
  /// `box 41.children[0]`.
  let path: String
  /// The number by which the paths of boxes in this one name it; `nil` if they do not.
  let number: Int?
  /// The name in the drawing: `2.0` is the first child of the third; `root` is the root.
  let name: String
  let depth: Int
  /// The lines of the text in the box.
  let lines: [DrawnLine]
  /// The frame in its parent.
  let frame: Frame
  let rectangle: DrawnRectangle
  /// The expected rectangle.
  let expected: DrawnRectangle?
  /// Whether the frame is not the expected one.
  let differs: Bool
  /// The rectangles of the boxes in it.
  let children: [DrawnRectangle]

  /// All boxes of a layout, from back to front.
  ///
  /// - Parameter direction: The direction of what gives none itself.
  static func all(
    of child: Layout.Child, expected: Frame?, direction: WritingDirection
  ) -> [DrawnBox] {
    var boxes: [DrawnBox] = []
    let step = Step(path: "root", name: "root", depth: 0, direction: direction)
    append(child, step, expected: expected, (0, 0), to: &boxes)
    return boxes
  }

  /// The place of a box in the tree.
  private struct Step {
    var path: String
    var name: String
    var depth: Int
    /// The direction of the parent.
    var direction: WritingDirection
    /// The corner of the parent.
    var left = 0.0
    var top = 0.0
    /// Whether the paths of the boxes in it begin where its own does. There is a limit, since paths
    /// in deep trees would be longer than everything else.
    var isNamed: Bool { depth % 40 != 39 }
  }

  private static func append(
    _ child: Layout.Child, _ step: Step, expected: Frame?,
    _ expectedOrigin: (left: Double, top: Double), to boxes: inout [DrawnBox]
  ) {
    let layout = child.layout
    let frame = Frame(
      left: child.position.x, top: child.position.y, width: layout.size.width,
      height: layout.size.height)
    let rectangle = frame.moved(by: (step.left, step.top))
    let expectedRectangle = expected?.moved(by: expectedOrigin)
    let number = boxes.count + 1
    let direction = layout.node.style.layoutDirection ?? step.direction
    boxes.append(
      DrawnBox(
        path: step.path, number: step.isNamed ? nil : number, name: step.name, depth: step.depth,
        lines: DrawnLine.lines(of: layout, in: rectangle, direction), frame: frame,
        rectangle: rectangle, expected: expectedRectangle,
        differs: expected.map { !$0.isLike(frame) } ?? false,
        children: layout.children.map {
          Frame(
            left: $0.position.x, top: $0.position.y, width: $0.layout.size.width,
            height: $0.layout.size.height
          ).moved(by: (rectangle.left, rectangle.top))
        }))
    for index in layout.zOrder ?? Array(layout.children.indices) {
      let start: (path: String, name: String) =
        step.isNamed ? (step.path, step.name) : ("box \(number)", "\(number)")
      let name = step.depth == 0 ? "\(index)" : "\(start.name).\(index)"
      let expectedChildren = expected?.children ?? []
      append(
        layout.children[index],
        Step(
          path: "\(start.path).children[\(index)]", name: name, depth: step.depth + 1,
          direction: direction, left: rectangle.left, top: rectangle.top),
        expected: index < expectedChildren.count ? expectedChildren[index] : nil,
        expectedRectangle.map { ($0.left, $0.top) } ?? (0, 0), to: &boxes)
    }
  }
}

/// A line of text in a drawing.
struct DrawnLine {
  let text: String
  let direction: WritingDirection
  /// Where it begins, which is its right edge if it runs from right to left, and its lower edge.
  let start: Double
  let bottom: Double

  var width: Double { Double(text.count) * CaseText.characterLength }

  /// The lines of a text, as they stand within the edges of its box that are given in points.
  fileprivate static func lines(
    of layout: Layout, in box: DrawnRectangle, _ direction: WritingDirection
  ) -> [DrawnLine] {
    guard let text = layout.node.caseText, !text.text.isEmpty else { return [] }
    let style = layout.node.style
    let isLeftToRight = direction == .leftToRight
    func edges(_ edge: (Edges) -> LayoutLength) -> Double {
      [style.padding, style.border].reduce(0) { sum, edges in
        if case .points(let points) = edge(edges) { sum + points } else { sum }
      }
    }
    let left = edges { (isLeftToRight ? $0.start : $0.end) ?? $0.left }
    let right = edges { (isLeftToRight ? $0.end : $0.start) ?? $0.right }
    return text.lines(width: box.width - left - right).enumerated().map { index, line in
      DrawnLine(
        text: line, direction: direction,
        start: isLeftToRight ? box.left + left : box.right - right,
        bottom: box.top + layout.baseline + Double(index) * CaseText.characterLength)
    }
  }
}

extension Frame {
  fileprivate func moved(by origin: (left: Double, top: Double)) -> DrawnRectangle {
    DrawnRectangle(
      left: origin.left + left, top: origin.top + top, width: width, height: height)
  }

  /// Returns whether another frame is the same, apart from its children.
  fileprivate func isLike(_ other: Frame) -> Bool {
    let bare = Frame(left: left, top: top, width: width, height: height)
    let otherBare = Frame(
      left: other.left, top: other.top, width: other.width, height: other.height)
    return bare.differences(from: otherBare).isEmpty
  }
}
