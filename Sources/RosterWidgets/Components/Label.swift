public import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// A small picture: characters, or the name or address of an image.
public enum Icon: Hashable, Sendable {
  /// Characters, drawn as text.
  case text(String)
  /// The name or the address of an image.
  case image(String)

  /// What a view's attribute says.
  var source: String {
    switch self {
    case .text(let source), .image(let source): source
    }
  }
}

/// An icon with a text.
///
///     Label("Saved", icon: .text("✓"))
public struct Label: Component, Equatable {
  /// The text.
  public let text: String
  /// The icon before it; `nil` for none.
  public let icon: Icon?
  /// The style of the text.
  public let role: TextRole

  /// Makes a label.
  public init(_ text: String, icon: Icon? = nil, _ role: TextRole = .body) {
    (self.text, self.icon, self.role) = (text, icon, role)
  }

  /// Returns the views of icon and text; they are one element to assistive technology.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.label)
    ViewNode("box") {
      switch icon {
      case .text(let icon):
        ViewNode(ViewSpec("text", attributes: attributes(["text": .string(icon)], style, scope)))
          .measured(by: scope.measuredText(icon, options: TextOptions(maximumLines: 1)))
      case .image(let source):
        ViewNode(
          ViewSpec("image", attributes: attributes(["source": .string(source)], style, scope))
        )
        .measured(by: SizedContent(size: iconSize(scope)))
      case nil: Node()
      }
      Text(text, role)
    }
    .direction(.row).gap(.points(style.gap)).shrink(Text.shrinkFactor).minWidth(0)
    .accessibility(
      Accessibility(
        label: text.isEmpty ? nil : text, traits: [.staticText], isElement: !text.isEmpty))
  }

  private func attributes(
    _ attributes: ViewAttributes, _ style: LabelStyle, _ scope: Scope<Self>
  ) -> ViewAttributes {
    var attributes = attributes
    attributes.set("color", style.iconColor, in: scope)
    return attributes
  }

  private func iconSize(_ scope: Scope<Self>) -> Size {
    Size(width: scope.style(\.button.iconWidth), height: scope.lineHeight)
  }
}

extension Scope {
  /// The height of a line of text.
  var lineHeight: Double {
    environment(TextMeasurers.self).regular.lineMetrics.height
  }
}
