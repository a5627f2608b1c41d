/// The label of a box, and its place.
struct BoxLabel {
  static let fontSize = 10.0
  private static let characterWidth = 0.61 * fontSize
  private static let lineHeight = 1.3 * fontSize
  private static let margin = 4.0

  let text: String
  let left: Double
  let baseline: Double

  /// Finds a corner of the box where the longest label that fits covers nothing; `nil` if there is
  /// no room for any label.
  init?(of box: DrawnBox, scale: Double) {
    let size = "\(box.frame.width.short)×\(box.frame.height.short)"
    for text in ["\(box.name)  \(size)", size, box.name] {
      if let place = Self.place(of: text, in: box, scale: scale) {
        self.init(
          text: text, left: place.left, baseline: place.top + Self.fontSize * 0.95)
        return
      }
    }
    return nil
  }

  private init(text: String, left: Double, baseline: Double) {
    (self.text, self.left, self.baseline) = (text, left, baseline)
  }

  private static func place(
    of text: String, in box: DrawnBox, scale: Double
  ) -> DrawnRectangle? {
    let outer = box.rectangle.scaled(by: scale)
    let width = Double(text.count) * characterWidth
    guard width + 2 * margin <= outer.width, lineHeight + 2 <= outer.height else { return nil }
    let across = min(margin, (outer.height - lineHeight) / 2)
    let corners = [
      (outer.left + margin, outer.top + across),
      (outer.left + margin, outer.bottom - across - lineHeight),
      (outer.right - margin - width, outer.top + across),
      (outer.right - margin - width, outer.bottom - across - lineHeight),
    ]
    let children = box.children.map { $0.scaled(by: scale) }
    for (left, top) in corners {
      let place = DrawnRectangle(left: left, top: top, width: width, height: lineHeight)
      if !children.contains(where: place.overlaps) { return place }
    }
    return nil
  }
}

extension DrawnRectangle {
  fileprivate func scaled(by scale: Double) -> DrawnRectangle {
    DrawnRectangle(
      left: left * scale, top: top * scale, width: width * scale, height: height * scale)
  }
}
