package import RosterJSON
package import RosterLayout
package import RosterWidgets

/// What a view of a toolkit shows: the attributes of a description, in the terms of the toolkit.
///
/// What the user changes as well is a ``ViewValue``.
package struct ViewContent: Equatable {
  package enum Body: Equatable {
    case box
    case text(StyledText)
    /// A picture by its name or address; `nil` as long as it is not known.
    case image(String?, ImageView.Fit)
    case button(Title, icon: String?, isSelected: Bool)
    case toggle(Title)
    case segments([String])
    case field(Title, placeholder: String?, isSecure: Bool)
    /// How far it is, from 0 to 1; `nil` if that is not known.
    case progress(Double?)
    case spinner(isActive: Bool)
    case divider
    /// A part of a content of a length along the horizontal axis.
    case scroll(length: Double)
  }

  /// The title of a control, or how the text of a field looks.
  package struct Title: Equatable {
    package var text: String
    package var isBold: Bool
  }

  /// What is shown.
  package let body: Body
  /// The colour of the contents; `nil` for that of the toolkit.
  package let color: StyleColor?
  /// The colour behind it.
  package let background: StyleColor?
  /// The colour of the line around it.
  package let border: StyleColor?
  /// Whether a control can be used.
  package let isEnabled: Bool

  /// Reads the attributes of a view. What is missing or of another type is as in a new view.
  package init(
    _ kind: ViewKind, _ attributes: JSONObject, _ direction: WritingDirection = .leftToRight
  ) {
    body = Body(kind, attributes, direction)
    color = attributes.color("color")
    // A line is nothing but its background.
    background = attributes.color(kind == .divider ? "color" : "background")
    border = attributes.color("border")
    isEnabled = !attributes.isOn("disabled")
  }
}

extension ViewContent.Body {
  fileprivate init(
    _ kind: ViewKind, _ attributes: JSONObject, _ direction: WritingDirection
  ) {
    let title = ViewContent.Title(
      text: attributes["title"]?.stringValue ?? "", isBold: attributes.isOn("bold"))
    switch kind {
    case .box: self = .box
    case .text: self = .text(StyledText(attributes, direction))
    case .badge: self = .text(StyledText(attributes, direction, standard: .center))
    case .image:
      let fit = attributes["fit"]?.stringValue.flatMap(ImageView.Fit.init) ?? .contain
      self = .image(attributes["source"]?.stringValue, fit)
    case .button:
      self = .button(
        title, icon: attributes["icon"]?.stringValue, isSelected: attributes.isOn("selected"))
    case .toggle: self = .toggle(title)
    case .segments:
      self = .segments(
        (attributes["titles"]?.arrayValue ?? []).map { $0.stringValue ?? "" })
    case .field:
      self = .field(
        title, placeholder: attributes["placeholder"]?.stringValue,
        isSecure: attributes.isOn("secure"))
    case .progress:
      self = .progress(attributes["value"]?.numberValue.map { min(max(0, $0), 1) })
    case .spinner: self = .spinner(isActive: attributes["active"]?.boolValue ?? true)
    case .divider: self = .divider
    case .scroll: self = .scroll(length: max(0, attributes["length"]?.numberValue ?? 0))
    }
  }
}
