internal import RosterComponents
package import RosterJSON
package import RosterLayout
package import RosterWidgets

/// A text in parts that look alike, as a toolkit is given it.
package struct StyledText: Equatable {
  /// How a part looks.
  package struct Look: Hashable {
    package var color: StyleColor?
    package var isBold = false
    package var isItalic = false
    package var isUnderlined = false
    package var isStruckThrough = false
  }

  /// A part.
  package struct Part: Hashable {
    package var text: String
    package var look: Look
  }

  /// Where lines stand: a side, or that at which the language of a paragraph begins.
  package enum Alignment: Hashable {
    case natural, left, center, right
  }

  /// The parts, in order; none is empty.
  package private(set) var parts: [Part]
  /// Where the lines stand.
  package let alignment: Alignment
  /// Which part gives way if there is not enough room.
  package let truncation: TextEllipsis
  /// The additional room behind each character, in points.
  package let letterSpacing: Double
  /// The additional height of each line, in points.
  package let lineSpacing: Double

  /// The text without its looks.
  package var string: String { parts.map(\.text).joined() }

  /// Reads the attributes of a text.
  ///
  /// - Parameters:
  ///   - attributes: The attributes.
  ///   - direction: In which direction the row goes: it says at which side the end is.
  ///   - standard: Where lines stand if nothing is said of that.
  package init(
    _ attributes: JSONObject, _ direction: WritingDirection, standard: TextAlignment = .start
  ) {
    alignment =
      switch attributes["align"]?.stringValue.flatMap(TextAlignment.init) ?? standard {
      case .start: .natural
      case .center: .center
      case .end: direction == .rightToLeft ? .left : .right
      }
    truncation = attributes["truncation"]?.stringValue.flatMap(TextEllipsis.init) ?? .end
    letterSpacing = attributes["letterSpacing"]?.numberValue ?? 0
    lineSpacing = attributes["lineSpacing"]?.numberValue ?? 0
    var look = Look(color: attributes.color("color"))
    if attributes.isOn("dim"), look.color == nil { look.color = .secondaryText }
    look.isBold = attributes.isOn("bold")
    look.isItalic = attributes.isOn("italic")
    look.isUnderlined = attributes.isOn("underline")
    look.isStruckThrough = attributes.isOn("strikethrough")
    parts = Self.parts(
      of: attributes["text"]?.stringValue ?? "", look, attributes["spans"]?.arrayValue ?? [])
  }

  /// Cuts a text where a span begins or ends. A later span decides where several overlap.
  ///
  /// - Parameter spans: Objects with offsets in UTF-8, as they stand in the attribute `spans`.
  private static func parts(of text: String, _ look: Look, _ spans: [JSONValue]) -> [Part] {
    let bytes = Array(text.utf8)
    let ranges = spans.map { span in
      let start = min(max(0, span["from"]?.intValue ?? 0), bytes.count)
      return start..<max(start, min(span["to"]?.intValue ?? 0, bytes.count))
    }
    let cuts = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] } + [0, bytes.count]).sorted()
    return zip(cuts, cuts.dropFirst()).map { start, end in
      var part = Part(text: String(decoding: bytes[start..<end], as: UTF8.self), look: look)
      for (range, span) in zip(ranges, spans) where range.contains(start) {
        part.look.change(by: span)
      }
      return part
    }
  }
}

extension StyledText.Look {
  /// Changes what a span says; the rest stays as it is.
  fileprivate mutating func change(by span: JSONValue) {
    if let name = span["color"]?.stringValue { color = StyleColor(rawValue: name) ?? color }
    isBold = span["bold"]?.boolValue ?? isBold
    isItalic = span["italic"]?.boolValue ?? isItalic
    isUnderlined = span["underline"]?.boolValue ?? isUnderlined
  }
}

extension JSONObject {
  /// Whether an attribute is `true`; it is left out if not.
  func isOn(_ name: String) -> Bool { self[name]?.boolValue ?? false }

  /// The colour that an attribute names.
  func color(_ name: String) -> StyleColor? {
    self[name]?.stringValue.flatMap(StyleColor.init(rawValue:))
  }
}

extension StyleColor {
  /// Red, green and blue from 0 to 1; `nil` for a colour that the toolkit has by its purpose.
  package var parts: (red: Double, green: Double, blue: Double)? {
    switch self {
    case .named: nil
    case .rgb(let red, let green, let blue):
      (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    case .terminal(let name): StyleColor(name.rgb).parts
    }
  }
}

extension TerminalColorName {
  fileprivate var rgb: UInt32 {
    switch self {
    case .black: 0x000000
    case .red: 0xcd0000
    case .green: 0x00cd00
    case .yellow: 0xcdcd00
    case .blue: 0x0000ee
    case .magenta: 0xcd00cd
    case .cyan: 0x00cdcd
    case .white: 0xe5e5e5
    case .brightBlack: 0x7f7f7f
    case .brightRed: 0xff0000
    case .brightGreen: 0x00ff00
    case .brightYellow: 0xffff00
    case .brightBlue: 0x5c5cff
    case .brightMagenta: 0xff00ff
    case .brightCyan: 0x00ffff
    case .brightWhite: 0xffffff
    }
  }
}
