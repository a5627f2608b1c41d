package import RosterLayout

/// Layouts as a page in HTML, one below the other, for looking at what differs.
///
/// What is expected is drawn on top of what came out, and either can be hidden. Frames that differ
/// are listed, and outlined in red. A tooltip shows the frame of a box and its path. The page needs
/// no scripts and no other files.
public struct LayoutPage {
  private var sections: [String] = []

  /// Makes an empty page.
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
    let figure = Figure(
      title: title,
      boxes: DrawnBox.all(of: child, expected: expected, direction: direction),
      showsAllExpected: true)
    let number = sections.count + 1
    var section = "<section\(figure.differs ? " class=\"differs\"" : "")>"
    section += "<h2>\(title.escaped)</h2>\n"
    if let expected {
      for layer in ["both", "layout", "expected"] {
        let name = "\(layer)-\(number)"
        section += """
          <input type="radio" name="layers-\(number)" id="\(name)" \
          class="only-\(layer)"\(layer == "both" ? " checked" : "")>\
          <label for="\(name)">\(layer)</label>

          """
      }
      section += figure.picture
      let differences = Frame(child).differences(from: expected).map(\.description)
      if !differences.isEmpty {
        section += "<pre>\(differences.joined(separator: "\n").escapedLines)</pre>\n"
      }
    } else {
      section += figure.picture
    }
    sections.append(section + "</section>\n")
  }

  /// The page.
  public var html: String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>Layouts</title>
    <style>
    body { margin: 24px; background: #fbfbfd; color: #1d2433;
      font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    h2 { font-size: 14px; }
    .differs h2 { color: #c02626; }
    svg { display: block; margin-top: 8px; overflow: visible; }
    .only-layout:checked ~ svg .expected, .only-expected:checked ~ svg .layout
      { visibility: hidden; }
    </style>
    \(sections.joined())</html>

    """
  }
}

extension String {
  /// The lines between the tags of a document.
  fileprivate var escapedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escaped }
      .joined(separator: "\n")
  }
}
