public import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// A short text in front of or beside something: a number, a word.
public struct Badge: Component, Equatable {
  /// The text; nothing is shown if it is empty.
  public let text: String
  /// What assistive technology says instead of the text.
  public let label: String?

  /// Makes a badge of a text.
  public init(_ text: String, label: String? = nil) {
    (self.text, self.label) = (text, label)
  }

  /// Makes a badge of a number. Nothing is shown for 0 and less, and `99+` for more than 99.
  public init(count: Int, label: String? = nil) {
    self.init(count > 99 ? "99+" : count > 0 ? "\(count)" : "", label: label)
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    if !text.isEmpty {
      let style = scope.style(\.badge)
      ViewNode(spec(style, in: scope))
        .measured(
          by: scope.measuredText(
            text, isBold: style.text.isBold,
            options: TextOptions(maximumLines: 1, preservesNewlines: false))
        )
        .padding(style.padding).alignSelf(.flexStart)
    }
  }

  private func spec(_ style: BadgeStyle, in scope: Scope<Self>) -> ViewSpec {
    var spec = ViewSpec("badge", attributes: ["text": .string(text)])
    spec.attributes.set(style.text, in: scope)
    spec.attributes.set("background", style.background, in: scope)
    spec.accessibility = Accessibility(label: label ?? text, traits: [.staticText])
    return spec
  }
}
