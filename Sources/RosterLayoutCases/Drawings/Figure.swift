/// One layout of a drawing, with its title.
struct Figure {
  private static let titleHeight = 26.0
  /// The maximum drawn length of the longer side, and the maximum scale.
  private static let (lengthMax, scaleMax) = (720.0, 4.0)

  let title: String
  private let boxes: [DrawnBox]
  private let bounds: DrawnRectangle
  private let scale: Double

  init(title: String, boxes: [DrawnBox]) {
    self.title = title
    self.boxes = boxes
    let rectangles = boxes.map(\.rectangle) + boxes.compactMap(\.expected)
    bounds = rectangles.dropFirst().reduce(rectangles[0]) { $0.union($1) }
    scale = min(Self.scaleMax, Self.lengthMax / max(bounds.width, bounds.height, 1))
  }

  var width: Double { max(bounds.width * scale, Double(title.count) * 8.5) }
  var height: Double { Self.titleHeight + bounds.height * scale }

  func append(to svg: inout String, left: Double, top: Double) {
    let isRight = boxes.allSatisfy { $0.expected == nil }
    svg += """
      <text x="\(left.drawn)" y="\((top + 12).drawn)" font-size="14" font-weight="600" \
      fill="\(isRight ? "#1d2433" : "#c02626")">\(title.escaped)</text>

      """
    let x = left - bounds.left * scale
    let y = top + Self.titleHeight - bounds.top * scale
    svg += "<g transform=\"translate(\(x.drawn) \(y.drawn))\">\n"
    for box in boxes { append(box, to: &svg) }
    for box in boxes {
      guard let expected = box.expected else { continue }
      svg += rectangle(expected, "fill=\"none\" stroke=\"#c02626\" stroke-dasharray=\"5 3\"")
      svg += "</rect>\n"
    }
    svg += "</g>\n"
  }

  private func append(_ box: DrawnBox, to svg: inout String) {
    let color = BoxColor(depth: box.depth)
    svg += rectangle(
      box.rectangle, "fill=\"\(color.fill)\" fill-opacity=\"0.85\" stroke=\"\(color.line)\"")
    let words = box.text.map { " " + $0.quoted } ?? ""
    svg += "<title>\("\(box.path): \(box.frame.summary)\(words)".escaped)</title></rect>\n"
    if let label = BoxLabel(of: box, scale: scale) {
      svg += """
        <text x="\(label.left.drawn)" y="\(label.baseline.drawn)" \
        font-size="\(BoxLabel.fontSize.drawn)" \
        fill="\(color.text)">\(label.text.escaped)</text>

        """
    }
  }

  /// Returns a rectangle whose element is not closed. It is drawn inside its edges, so that boxes
  /// side by side both have theirs.
  private func rectangle(_ rectangle: DrawnRectangle, _ attributes: String) -> String {
    let inset = 0.5
    let width = max(0, rectangle.width * scale - 2 * inset)
    let height = max(0, rectangle.height * scale - 2 * inset)
    return """
      <rect x="\((rectangle.left * scale + inset).drawn)" \
      y="\((rectangle.top * scale + inset).drawn)" width="\(width.drawn)" \
      height="\(height.drawn)" rx="\(min(3, width / 4, height / 4).drawn)" \(attributes)>
      """
  }
}

extension String {
  /// The text between the tags of an XML document, which must not contain most control characters.
  fileprivate var escaped: String {
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
