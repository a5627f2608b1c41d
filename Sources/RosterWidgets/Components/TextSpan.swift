internal import RosterJSON

/// A part of a text that looks otherwise.
public struct TextSpan: Hashable, Sendable {
  /// The part, in UTF-8 offsets of the text.
  public var range: Range<Int>
  /// The colour; `nil` for that of the text.
  public var color: StyleColor?
  /// Whether the part is bold; `nil` for as the text. Likewise the others.
  public var isBold: Bool?
  /// Whether the part is slanted.
  public var isItalic: Bool?
  /// Whether the part has a line below it.
  public var isUnderlined: Bool?
  /// The address to which the part leads.
  public var link: String?

  /// Makes a part that looks as the text around it.
  public init(_ range: Range<Int>) { self.range = range }

  var changesAnything: Bool {
    color != nil || isBold != nil || isItalic != nil || isUnderlined != nil || link != nil
  }

  /// Returns the span between two characters of a text; `nil` if nothing of it is in the text.
  func clamped(to text: String) -> TextSpan? {
    func offset(_ offset: Int) -> Int {
      let utf8 = text.utf8
      let bounded = Swift.min(Swift.max(0, offset), utf8.count)
      // A character is found only from its start, so the one is searched that ends behind.
      var index = utf8.index(utf8.startIndex, offsetBy: bounded)
      while index > utf8.startIndex, index.samePosition(in: text) == nil {
        index = utf8.index(before: index)
      }
      return utf8.distance(from: utf8.startIndex, to: index)
    }
    var span = self
    let (start, end) = (offset(range.lowerBound), offset(range.upperBound))
    guard start < end else { return nil }
    span.range = start..<end
    return span
  }

  /// The span as an element of the attribute `spans`.
  func json(color resolve: (StyleColor) -> StyleColor) -> JSONValue {
    var members: JSONObject = [
      "from": .number(Double(range.lowerBound)), "to": .number(Double(range.upperBound)),
    ]
    members["color"] = color.map { resolve($0).json }
    members["bold"] = isBold.map { .bool($0) }
    members["italic"] = isItalic.map { .bool($0) }
    members["underline"] = isUnderlined.map { .bool($0) }
    members["link"] = link.map { .string($0) }
    return .object(members)
  }
}

/// A piece of a text with its looks; see ``Text/init(_:_:)``.
public struct TextPiece: Hashable, Sendable {
  let text: String
  var span = TextSpan(0..<0)

  /// Makes a piece that looks as the text around it.
  public init(_ text: String) { self.text = text }

  private func changing(_ change: (inout TextSpan) -> Void) -> Self {
    var piece = self
    change(&piece.span)
    return piece
  }

  /// Sets the colour.
  public func color(_ color: StyleColor) -> Self { changing { $0.color = color } }

  /// Sets whether the piece is bold.
  public func bold(_ isOn: Bool = true) -> Self { changing { $0.isBold = isOn } }

  /// Sets whether the piece is slanted.
  public func italic(_ isOn: Bool = true) -> Self { changing { $0.isItalic = isOn } }

  /// Sets whether the piece has a line below it.
  public func underlined(_ isOn: Bool = true) -> Self { changing { $0.isUnderlined = isOn } }

  /// Sets the address to which the piece leads.
  public func link(_ address: String) -> Self { changing { $0.link = address } }
}
