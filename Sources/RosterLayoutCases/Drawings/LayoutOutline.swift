public import RosterLayout

/// A layout as lines of text, for people.
///
///     100 × 40 at 0, 0
///     ├─ 50 × 40 at 0, 0
///     │  └─ 30 × 10 at 10, 5  "abc"
///     └─ 50 × 40 at 50, 0
public struct LayoutOutline {
  /// The lines, a box each.
  public private(set) var lines: [String] = []

  /// Makes the lines of a layout in its place.
  ///
  /// - Complexity: O(*n*²) for *n* boxes in one another, as the lines are so long; otherwise O(*n*).
  public init(_ child: Layout.Child) {
    append(child, first: "", rest: "")
  }

  private mutating func append(_ child: Layout.Child, first: String, rest: String) {
    let frame = Frame(
      left: child.position.x, top: child.position.y, width: child.layout.size.width,
      height: child.layout.size.height)
    let text = child.layout.node.caseText.map { "  " + $0.text.quoted } ?? ""
    lines.append(first + frame.summary + text)
    for (index, inner) in child.layout.children.enumerated() {
      let isLast = index == child.layout.children.count - 1
      append(inner, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "))
    }
  }
}
