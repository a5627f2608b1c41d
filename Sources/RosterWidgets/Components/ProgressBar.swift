public import RosterComponents
internal import RosterJSON
internal import RosterLayout

/// Shows how far something is.
public struct ProgressBar: Component, Equatable {
  /// How far it is, from 0 to 1; `nil` if that is not known.
  public let value: Double?
  /// What assistive technology says it is.
  public let label: String?

  /// Makes a bar. A value beyond 0…1 counts as the nearer end, and NaN as not known.
  public init(_ value: Double?, label: String? = nil) {
    self.value = value.flatMap { $0.isNaN ? nil : min(max(0, $0), 1) }
    self.label = label
  }

  /// Returns the view. It takes the width of a column that it stands in.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.progress)
    ViewNode(spec(style, in: scope))
      .measured(by: SizedContent(size: Size(width: style.length, height: style.thickness)))
      .shrink(1).minWidth(0)
  }

  private func spec(_ style: ProgressStyle, in scope: Scope<Self>) -> ViewSpec {
    var spec = ViewSpec("progress")
    if let value { spec.attributes["value"] = .number(value) }
    spec.attributes.set("color", style.color, in: scope)
    spec.accessibility = Accessibility(
      label: label, value: value.map { "\(Int(($0 * 100).rounded(.down)))%" },
      traits: [.updatesFrequently], isElement: true)
    return spec
  }
}
