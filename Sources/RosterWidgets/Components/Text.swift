public import RosterComponents
internal import RosterJSON
internal import RosterLayout
public import RosterText

/// A text in one of the styles of the style sheet.
///
///     Text(post.author, .headline).lines(1)
///     Text(post.body)
///     Text([TextPiece("Sold out").bold(), TextPiece(" since yesterday")])
///
/// In a row, a text that is too long becomes narrower before the others do.
public struct Text: Component, Equatable {
  /// The text.
  public let text: String
  /// The style.
  public let role: TextRole
  /// Parts of the text that look otherwise.
  public let spans: [TextSpan]
  private var changes: [TextStyleChange] = []

  /// Makes a text in a style.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: The style.
  ///   - spans: Parts that look otherwise. Ends that are not between two characters move towards
  ///     the beginning; an empty part does not count.
  public init(_ text: String, _ role: TextRole = .body, spans: [TextSpan] = []) {
    self.text = text
    self.role = role
    self.spans = spans.compactMap { $0.clamped(to: text) }
  }

  /// Makes a text of pieces, one after the other.
  public init(_ pieces: [TextPiece], _ role: TextRole = .body) {
    var text = ""
    var spans: [TextSpan] = []
    for piece in pieces {
      let start = text.utf8.count
      text += piece.text
      var span = piece.span
      span.range = start..<text.utf8.count
      if span.changesAnything { spans.append(span) }
    }
    self.init(text, role, spans: spans)
  }

  /// Returns the view of the text.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = changes.reduce(into: scope.style(role.style)) { $1.apply(to: &$0) }
    ViewNode(spec(style, in: scope))
      .measured(
        by: scope.measuredText(
          text, isBold: style.isBold, options: style.options, spans: spans)
      )
      .layout { layout in
        layout.padding = style.padding
        layout.flexShrink = Self.shrinkFactor
        if style.maximumLines == 1 { layout.minWidth = 0 }
      }
  }

  /// Controls shrink by 1, so a text has given way before they do.
  static let shrinkFactor = 1000.0

  private func spec(_ style: TextStyle, in scope: Scope<Self>) -> ViewSpec {
    var spec = ViewSpec("text", attributes: ["text": .string(text)])
    spec.attributes.set(style, in: scope)
    if !spans.isEmpty {
      spec.attributes["spans"] = .array(spans.map { $0.json(color: scope.color) })
    }
    guard !text.isEmpty else { return spec }
    spec.accessibility = Accessibility(label: text, traits: role.traits)
    return spec
  }
}

/// Changes of the style for this text alone.
extension Text {
  private func changing(_ change: TextStyleChange) -> Self {
    var text = self
    text.changes.append(change)
    return text
  }

  /// Sets the colour.
  public func color(_ color: StyleColor) -> Self { changing(.color(color)) }

  /// Sets the colour behind the text.
  public func background(_ color: StyleColor) -> Self { changing(.background(color)) }

  /// Sets whether the text is bold.
  public func bold(_ isOn: Bool = true) -> Self { changing(.bold(isOn)) }

  /// Sets whether the text is less bright.
  public func dim(_ isOn: Bool = true) -> Self { changing(.dim(isOn)) }

  /// Sets whether the text is slanted.
  public func italic(_ isOn: Bool = true) -> Self { changing(.italic(isOn)) }

  /// Sets whether the text has a line below it.
  public func underlined(_ isOn: Bool = true) -> Self { changing(.underline(isOn)) }

  /// Sets whether the text has a line through it.
  public func struckThrough(_ isOn: Bool = true) -> Self { changing(.strikethrough(isOn)) }

  /// Sets the maximum number of lines; `nil`, or less than 1, for as many as there are.
  public func lines(_ maximum: Int?) -> Self { changing(.lines(maximum)) }

  /// Sets where the lines stand.
  public func alignment(_ alignment: TextAlignment) -> Self { changing(.alignment(alignment)) }

  /// Sets the part that gives way if there is not enough room.
  public func truncation(_ truncation: TextEllipsis) -> Self {
    changing(.truncation(truncation))
  }

  /// Sets the additional room behind each character, in points; see `TextOptions.letterSpacing`.
  public func letterSpacing(_ length: Double) -> Self { changing(.letterSpacing(length)) }

  /// Sets the additional height of each line, in points; see `TextOptions.lineSpacing`.
  public func lineSpacing(_ length: Double) -> Self { changing(.lineSpacing(length)) }

  /// Sets the places to which tabs reach, and the distance of those behind them; see
  /// `TextOptions.tabStops`. A page has only the latter.
  ///
  ///     Text("Tea\t9.50\nCoffee\t12").tabs([TextOptions.TabStop(at: 20, .decimal("."))])
  ///
  /// - Parameters:
  ///   - stops: The places.
  ///   - width: The distance of those behind them; `nil` for that of the host.
  public func tabs(_ stops: [TextOptions.TabStop], width: Double? = nil) -> Self {
    changing(.tabs(stops, width: width))
  }
}

/// A change of one property of a text style.
enum TextStyleChange: Hashable, Sendable {
  case color(StyleColor)
  case background(StyleColor)
  case bold(Bool)
  case dim(Bool)
  case italic(Bool)
  case underline(Bool)
  case strikethrough(Bool)
  case lines(Int?)
  case alignment(TextAlignment)
  case truncation(TextEllipsis)
  case letterSpacing(Double)
  case lineSpacing(Double)
  case tabs([TextOptions.TabStop], width: Double?)

  func apply(to style: inout TextStyle) {
    switch self {
    case .color(let color): style.color = color
    case .background(let color): style.background = color
    case .bold(let isOn): style.isBold = isOn
    case .dim(let isOn): style.isDim = isOn
    case .italic(let isOn): style.isItalic = isOn
    case .underline(let isOn): style.isUnderlined = isOn
    case .strikethrough(let isOn): style.isStruckThrough = isOn
    case .lines(let maximum): style.maximumLines = maximum
    case .alignment(let alignment): style.alignment = alignment
    case .truncation(let truncation): style.truncation = truncation
    case .letterSpacing(let length): style.letterSpacing = length
    case .lineSpacing(let length): style.lineSpacing = length
    case .tabs(let stops, let width): (style.tabStops, style.tabWidth) = (stops, width)
    }
  }
}

extension TextStyle {
  /// The options by which a host breaks the text into lines.
  var options: TextOptions {
    var options = TextOptions(wrapping: .wordsOrCharacters, maximumLines: maximumLines)
    switch truncation {
    case .end: break
    case .start: options.truncation.place = .start
    case .middle: options.truncation.place = .middle
    case .none: options.truncation = TextOptions.Truncation("", dropping: [])
    }
    (options.letterSpacing, options.lineSpacing) = (letterSpacing, lineSpacing)
    (options.tabWidth, options.tabStops) = (tabWidth, tabStops)
    return options
  }
}

extension TextRole {
  fileprivate var traits: Set<Accessibility.Trait> {
    switch self {
    case .body, .caption, .error: [.staticText]
    case .headline, .title: [.staticText, .header]
    case .link: [.link]
    }
  }
}

extension TextContent: LineLimitedContent {
  /// That of the options.
  package var maximumLines: Int? { options.maximumLines }
}
