public import RosterComponents
public import RosterCore
internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// Chooses one of several titles.
///
///     SegmentedControl(["All", "Unread"], selection: filter.index, onChange: setFilter)
///
/// It shows what the user chooses at once, as a ``Toggle`` does.
public struct SegmentedControl: Component, Equatable {
  /// The index that is shown, and whether the model has it.
  public typealias State = ChosenValue<Int?>

  /// The name under which states are kept.
  public static let typeName = "RosterWidgets.SegmentedControl"

  /// The titles.
  public let titles: [String]
  /// What the model says; `nil` if none is chosen.
  public let selection: Int?
  private let change: Action<Int>
  private var label: String?
  private var isEnabled = true

  /// Makes a control.
  ///
  /// - Parameters:
  ///   - titles: The titles.
  ///   - selection: The index that the model says; `nil`, or one without a title, if none is chosen.
  ///   - onChange: The action of a choice. It receives the index.
  public init(_ titles: [String], selection: Int?, onChange: Action<Int>) {
    (self.titles, change) = (titles, onChange)
    self.selection = selection.flatMap { titles.indices.contains($0) ? $0 : nil }
  }

  /// Sets whether the control can be used.
  public func enabled(_ isEnabled: Bool) -> Self {
    var control = self
    control.isEnabled = isEnabled
    return control
  }

  /// Says what assistive technology calls it.
  public func accessibility(label: String) -> Self {
    var control = self
    control.label = label
    return control
  }

  /// Returns an action, to be performed from outside, that shows the value of the model again. It
  /// receives the reason.
  public static func refuse(in scope: ScopePath) -> Action<String> {
    Action(named: ChosenValue<Int?>.refusal, in: scope)
  }

  /// Returns the state of the model.
  public func initialState() -> State { State(selection) }

  /// Returns the state in which the model counts if it has changed.
  public func adaptedState(_ state: State) -> State { state.adopting(selection) }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.segments)
    let indices = titles.indices
    let choose = scope.choosing { $0.map(indices.contains) ?? false }
    let view = ViewNode<Never>(spec(style, in: scope))
      .measured(by: content(style, in: scope))
      .layout { layout in
        layout.minHeight = .points(style.control.minHeight)
        layout.flexShrink = 1
        layout.minWidth = 0
      }
    return Node(isEnabled ? view.on(.change, choose).on(.change, change) : view)
  }

  private func content(_ style: SegmentsStyle, in scope: Scope<Self>) -> SizedContent {
    let padding = style.control.padding
    let widths = titles.map { title in
      scope.controlContent(title, style.control).measure(width: .maxContent, height: .maxContent)
        .size.width + padding.left.fixedPoints + padding.right.fixedPoints
    }
    let separators = Double(max(0, titles.count - 1)) * style.separatorWidth
    let height = scope.lineHeight + padding.top.fixedPoints + padding.bottom.fixedPoints
    return SizedContent(
      size: Size(
        width: widths.reduce(separators, +), height: titles.isEmpty ? 0 : height))
  }

  private func spec(_ style: SegmentsStyle, in scope: Scope<Self>) -> ViewSpec {
    let shown = scope.state.value.value.flatMap { titles.indices.contains($0) ? $0 : nil }
    var spec = ViewSpec(
      "segments", attributes: ["titles": .array(titles.map { .string($0) })])
    if let shown { spec.attributes["selected"] = .number(Double(shown)) }
    spec.attributes.set(style.control, in: scope)
    spec.attributes.set("disabled", !isEnabled)
    var traits: Set<Accessibility.Trait> = [.adjustable]
    if !isEnabled { traits.insert(.disabled) }
    spec.accessibility = Accessibility(
      label: label, value: shown.map { titles[$0] }, traits: traits, isElement: true)
    return spec
  }
}
