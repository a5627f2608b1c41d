public import RosterComponents
public import RosterText

extension ComponentEnvironment {
  /// The style sheet; ``StyleSheet/terminal`` by default.
  public var style: StyleSheet {
    get { self[StyleSheet.self] }
    set { self[StyleSheet.self] = newValue }
  }
}

extension Scope {
  /// Returns a part of the style sheet. The component is built again when that part changes.
  ///
  ///     let style = scope.style(\.headline)
  public func style<Part: Equatable & Sendable>(
    _ part: any KeyPath<StyleSheet, Part> & Sendable
  ) -> Part {
    environment(StyleSheet.self, part)
  }

  /// Returns the colour that stands in the attribute of a view. The component is built again when
  /// the palette changes, if that decides the colour.
  public func color(_ color: StyleColor) -> StyleColor {
    guard case .named = color else { return color }
    return style(\.palettes)[environment(Appearance.self)].resolving(color)
  }

  /// Returns a text as the content of a box, measured as the host of the environment draws it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isBold: Whether it is bold.
  ///   - options: The options for its lines.
  ///   - spans: Parts of the text that look otherwise: bold ones may be wider.
  public func measuredText(
    _ text: String, isBold: Bool = false, options: TextOptions, spans: [TextSpan] = []
  ) -> TextContent {
    let measurers = environment(TextMeasurers.self)
    // A host that draws bold text as wide as other text measures everything at once.
    let parts =
      measurers.bold == nil
      ? []
      : spans.compactMap { span in
        span.isBold.map { TextContent.Part(span.range, measurer: measurers.measurer(isBold: $0)) }
      }
    return TextContent(
      text, measurer: measurers.measurer(isBold: isBold), options: options, parts: parts)
  }
}

extension Node {
  /// Changes the style sheet for the node, beginning with the one around it.
  ///
  ///     Node { PostRow(post) }.style { $0.text.color = .secondaryText }
  ///
  /// - Parameter change: Changes the style sheet. It is pure.
  public func style(_ change: @escaping @Sendable (inout StyleSheet) -> Void) -> Self {
    environment(StyleSheet.self, changing: change)
  }

  /// Replaces the style sheet for the node.
  public func style(_ style: StyleSheet) -> Self { environment(StyleSheet.self, style) }
}

extension Component {
  /// Changes the style sheet for the component, beginning with the one around it.
  ///
  /// As the method of a node does.
  public func style(
    _ change: @escaping @Sendable (inout StyleSheet) -> Void
  ) -> Node<Message> {
    Node(self).style(change)
  }

  /// Replaces the style sheet for the component.
  public func style(_ style: StyleSheet) -> Node<Message> { Node(self).style(style) }
}
