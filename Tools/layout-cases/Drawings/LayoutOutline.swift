package import RosterLayout

/// A layout as lines of text, for people.
///
///     100 × 40 at 0, 0
///     ├─ 50 × 40 at 0, 0
///     │  └─ 30 × 10 at 10, 5  "abc"
///     └─ 50 × 40 at 50, 0
///
/// Boxes more than 40 levels deep are not indented any further; their lines begin with their level.
public struct LayoutOutline {
  private static let indentedLevels = 40

  /// The lines, one for each box.
  public private(set) var lines: [String] = []

  /// Makes the lines of a layout in its place.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  package init(_ child: Layout.Child) {
    append(child, level: 0, first: "", rest: "")
  }

  private mutating func append(_ child: Layout.Child, level: Int, first: String, rest: String) {
    let frame = Frame(
      left: child.position.x, top: child.position.y, width: child.layout.size.width,
      height: child.layout.size.height)
    let text = child.layout.node.caseText.map { "  " + $0.text.quoted } ?? ""
    lines.append(first + frame.summary + text)
    for (index, inner) in child.layout.children.enumerated() {
      let isLast = index == child.layout.children.count - 1
      guard level < Self.indentedLevels else {
        append(inner, level: level + 1, first: "\(rest)\(level + 1): ", rest: rest)
        continue
      }
      append(
        inner, level: level + 1, first: rest + (isLast ? "└─ " : "├─ "),
        rest: rest + (isLast ? "   " : "│  "))
    }
  }
}
