import RosterLayout

/// One layout of a drawing, with its title.
struct Figure {
  private static let titleHeight = 26.0
  /// The maximum drawn length of the longer side, and the maximum scale.
  private static let (lengthMax, scaleMax) = (720.0, 4.0)

  let title: String
  /// Whether what is expected is drawn where it does not differ, too.
  private let showsAllExpected: Bool
  private let boxes: [DrawnBox]
  private let bounds: DrawnRectangle
  private let scale: Double

  init(title: String, boxes: [DrawnBox], showsAllExpected: Bool = false) {
    self.title = title
    self.boxes = boxes
    self.showsAllExpected = showsAllExpected
    let rectangles = boxes.map(\.rectangle) + boxes.compactMap(\.expected)
    bounds = rectangles.dropFirst().reduce(rectangles[0]) { $0.union($1) }
    scale = min(Self.scaleMax, Self.lengthMax / max(bounds.width, bounds.height, 1))
  }

  var width: Double { max(bounds.width * scale, Double(title.count) * 8.5) }
  var height: Double { Self.titleHeight + bounds.height * scale }

  /// Whether a box is not where it is expected.
  var differs: Bool { boxes.contains(where: \.differs) }

  /// Draws the layout with its title.
  func append(to svg: inout String, left: Double, top: Double) {
    svg += """
      <text x="\(left.drawn)" y="\((top + 12).drawn)" font-size="14" font-weight="600" \
      fill="\(differs ? "#c02626" : "#1d2433")">\(title.escaped)</text>

      """
    appendBoxes(to: &svg, left: left, top: top + Self.titleHeight)
  }

  /// The layout without its title, as a picture of its own.
  var picture: String {
    var content = ""
    appendBoxes(to: &content, left: 1, top: 1)
    let size =
      "\((bounds.width * scale + 2).drawn)\" height=\"\((bounds.height * scale + 2).drawn)"
    return "<svg width=\"\(size)\">\n\(content)</svg>\n"
  }

  private func appendBoxes(to svg: inout String, left: Double, top: Double) {
    let x = left - bounds.left * scale
    let y = top - bounds.top * scale
    svg += "<g transform=\"translate(\(x.drawn) \(y.drawn))\">\n<g class=\"layout\">\n"
    for box in boxes { append(box, to: &svg) }
    svg += "</g>\n<g class=\"expected\">\n"
    for box in boxes {
      guard let expected = box.expected, showsAllExpected || box.differs else { continue }
      let line = box.differs ? "#c02626\" stroke-dasharray=\"5 3" : "#1d2433"
      svg += rectangle(expected, "fill=\"none\" stroke=\"\(line)\"") + "</rect>\n"
    }
    svg += "</g>\n</g>\n"
  }

  private func append(_ box: DrawnBox, to svg: inout String) {
    let color = BoxColor(depth: box.depth)
    svg += rectangle(
      box.rectangle, "fill=\"\(color.fill)\" fill-opacity=\"0.85\" stroke=\"\(color.line)\"")
    let number = box.number.map { " (box \($0))" } ?? ""
    let words =
      box.lines.isEmpty ? "" : " " + box.lines.map(\.text).joined(separator: " ").quoted
    let tooltip = "\(box.path)\(number): \(box.frame.summary)\(words)"
    svg += "<title>\(tooltip.escaped)</title></rect>\n"
    for line in box.lines { append(line, color, to: &svg) }
    if box.lines.isEmpty, let label = BoxLabel(of: box, scale: scale) {
      svg += """
        <text x="\(label.left.drawn)" y="\(label.baseline.drawn)" \
        font-size="\(BoxLabel.fontSize.drawn)" \
        fill="\(color.text)">\(label.text.escaped)</text>

        """
    }
  }

  /// Draws a line of text as it was measured: every character is a square.
  private func append(_ line: DrawnLine, _ color: BoxColor, to svg: inout String) {
    guard !line.text.isEmpty else { return }
    let size = CaseText.characterLength * scale
    let direction = line.direction == .leftToRight ? "" : " direction=\"rtl\""
    svg += """
      <text x="\((line.start * scale).drawn)" y="\((line.bottom * scale - size / 5).drawn)" \
      font-size="\(size.drawn)" textLength="\((line.width * scale).drawn)"\(direction) \
      fill="\(color.text)">\(line.text.escaped)</text>

      """
  }

  /// Returns a rectangle whose element is not closed. It is drawn inside its edges, so that boxes
  /// side by side both have theirs. A box without width or height is a line: browsers do not draw
  /// rectangles of length 0.
  private func rectangle(_ rectangle: DrawnRectangle, _ attributes: String) -> String {
    let inset = 0.5
    let width = max(0.01, rectangle.width * scale - 2 * inset)
    let height = max(0.01, rectangle.height * scale - 2 * inset)
    return """
      <rect x="\((rectangle.left * scale + inset).drawn)" \
      y="\((rectangle.top * scale + inset).drawn)" width="\(width.drawn)" \
      height="\(height.drawn)" rx="\(min(3, width / 4, height / 4).drawn)" \(attributes)>
      """
  }
}

extension String {
  /// The text between the tags of an XML document, which must not contain most control characters.
  var escaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
