package import RosterLayout

/// Layouts as a picture in SVG, one below the other, for people.
///
/// A box has its name (`2.0` is the first child of the third child of the root) and its size if
/// there is room. A tooltip shows its frame and its path. The deeper a box is, the darker it is.
/// Expected frames that differ are outlined in red.
public struct LayoutDrawing {
  private var figures: [Figure] = []

  /// Makes an empty drawing.
  public init() {}

  /// Adds a layout below those before it.
  ///
  /// - Parameters:
  ///   - child: The layout in its place.
  ///   - title: The title above it.
  ///   - expected: The expected frames.
  ///   - direction: The direction of the texts in boxes that give none.
  package mutating func append(
    _ child: Layout.Child, title: String, expected: Frame? = nil,
    direction: WritingDirection = .leftToRight
  ) {
    let boxes = DrawnBox.all(of: child, expected: expected, direction: direction)
    figures.append(Figure(title: title, boxes: boxes))
  }

  /// The picture.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  public var svg: String {
    let space = 24.0
    let width = max(figures.map(\.width).max() ?? 0, 320)
    var top = space
    var content = ""
    for figure in figures {
      figure.append(to: &content, left: space, top: top)
      top += figure.height + space
    }
    let size = "\((width + 2 * space).drawn)\" height=\"\(top.drawn)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace">
      <rect width="100%" height="100%" fill="#fbfbfd"/>
      \(content)</svg>

      """
  }
}
