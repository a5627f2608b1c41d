public import RosterComponents
internal import RosterJSON
internal import RosterLayout

/// Turns while something is under way. It takes the same room when it does not turn.
public struct Spinner: Component, Equatable {
  /// Whether it turns.
  public let isActive: Bool
  /// What assistive technology says of it; `nil` if it says nothing.
  public let label: String?

  /// Makes a spinner.
  public init(isActive: Bool = true, label: String? = nil) {
    (self.isActive, self.label) = (isActive, label)
  }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.spinner)
    ViewNode(spec(style, in: scope))
      .measured(by: SizedContent(size: Size(width: style.length, height: style.length)))
  }

  private func spec(_ style: SpinnerStyle, in scope: Scope<Self>) -> ViewSpec {
    var spec = ViewSpec("spinner", attributes: ["active": .bool(isActive)])
    spec.attributes.set("color", style.color, in: scope)
    if let label {
      spec.accessibility = Accessibility(
        label: label, traits: isActive ? [.busy, .updatesFrequently] : [])
    }
    return spec
  }
}
