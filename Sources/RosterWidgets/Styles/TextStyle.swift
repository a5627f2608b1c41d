public import RosterLayout
public import RosterText

/// How a text looks and where its lines end.
public struct TextStyle: Hashable, Sendable {
  /// The colour; `nil` for that of the host.
  public var color: StyleColor?
  /// The colour behind the text; `nil` for none.
  public var background: StyleColor?
  /// Whether the text is bold.
  public var isBold = false
  /// Whether the text is less bright.
  public var isDim = false
  /// Whether the text is slanted.
  public var isItalic = false
  /// Whether the text has a line below it.
  public var isUnderlined = false
  /// Whether the text has a line through it.
  public var isStruckThrough = false
  /// Where the lines of the text stand in its box.
  public var alignment = TextAlignment.start
  /// The part of a text that gives way if there is not enough room.
  public var truncation = TextEllipsis.end
  /// The maximum number of lines; `nil`, or less than 1, for as many as there are.
  public var maximumLines: Int?
  /// The additional room behind each character; see `TextOptions.letterSpacing`.
  public var letterSpacing = 0.0
  /// The additional height of each line; see `TextOptions.lineSpacing`.
  public var lineSpacing = 0.0
  /// The distance between tab stops; `nil` for that of the host.
  public var tabWidth: Double?
  /// Tab stops before those; see `TextOptions.tabStops`. A page has none of them.
  public var tabStops: [TextOptions.TabStop] = []
  /// The room around the text.
  public var padding = Edges()

  /// Makes a style that looks like any text of the host.
  public init() {}

  /// Makes a style that a function changes.
  ///
  ///     extension TextStyle {
  ///       static let quote = TextStyle { $0.isItalic = true }
  ///     }
  public init(_ configure: (inout TextStyle) -> Void) {
    self.init()
    configure(&self)
  }
}

/// Where the lines of a text stand in a box that is wider than they are.
public enum TextAlignment: String, CaseIterable, Codable, Sendable {
  case start
  case center
  case end
}

/// The part of a text that an ellipsis replaces if there is not enough room.
public enum TextEllipsis: String, CaseIterable, Codable, Sendable {
  case end
  case middle
  case start
  /// The text is cut off without an ellipsis.
  case none
}

/// The text styles of a style sheet.
public enum TextRole: String, CaseIterable, Codable, Sendable {
  /// Running text; see ``StyleSheet/text``.
  case body
  /// See ``StyleSheet/caption``.
  case caption
  /// See ``StyleSheet/headline``.
  case headline
  /// See ``StyleSheet/title``.
  case title
  /// See ``StyleSheet/link``.
  case link
  /// See ``StyleSheet/error``.
  case error

  /// The place of the style in a style sheet.
  public var style: any KeyPath<StyleSheet, TextStyle> & Sendable {
    switch self {
    case .body: \.text
    case .caption: \.caption
    case .headline: \.headline
    case .title: \.title
    case .link: \.link
    case .error: \.error
    }
  }
}
