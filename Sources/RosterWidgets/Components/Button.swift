public import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// A button.
///
///     Button("Send", action: scope.send("send", .sent))
///     Button("Save", action: save).busy(isSaving).enabled(canSave)
///
/// It does not know what its action does, nor which scope the action belongs to.
public struct Button: Component, Equatable {
  /// The title; it stands on one line.
  public let title: String
  /// The icon before the title; `nil` for none.
  public let icon: Icon?
  /// The action of a tap.
  public let action: Action<>
  private var label: String?
  private var isSelected = false
  private var isEnabled = true
  private var isBusy = false

  /// Makes a button.
  public init(_ title: String, icon: Icon? = nil, action: Action<>) {
    (self.title, self.icon, self.action) = (title, icon, action)
  }

  /// Makes a button of an icon.
  ///
  /// - Parameters:
  ///   - icon: The icon.
  ///   - label: What assistive technology says instead of a title.
  ///   - action: The action of a tap.
  public init(icon: Icon, label: String, action: Action<>) {
    self.init("", icon: icon, action: action)
    self.label = label
  }

  /// Sets whether the button is chosen.
  public func selected(_ isSelected: Bool = true) -> Self {
    var button = self
    button.isSelected = isSelected
    return button
  }

  /// Sets whether the button can be pressed.
  public func enabled(_ isEnabled: Bool) -> Self {
    var button = self
    button.isEnabled = isEnabled
    return button
  }

  /// Sets whether what the button does is under way. A spinner then stands beside it, and it cannot
  /// be pressed.
  public func busy(_ isBusy: Bool = true) -> Self {
    var button = self
    button.isBusy = isBusy
    return button
  }

  /// Returns the view of the button, and a spinner while it is busy.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    if isBusy {
      Flex(.row) {
        button(scope)
        Spinner()
      }
      .gap(.points(scope.style(\.spinner.gap))).alignItems(.center)
    } else {
      button(scope)
    }
  }

  private var canBePressed: Bool { isEnabled && !isBusy }

  private func button(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.button)
    let view = ViewNode<Never>(spec(style, in: scope))
      .measured(
        by: scope.controlContent(
          title, style.control, icon: icon, gap: style.iconGap, iconWidth: style.iconWidth)
      )
      .layout(LayoutStyle(style.control))
      .on(.tap, canBePressed ? action : Action())
    return Node(view)
  }

  private func spec(_ style: ButtonStyle, in scope: Scope<Self>) -> ViewSpec {
    var control = style.control
    if isSelected {
      control.color = style.selectedColor ?? control.color
      control.background = style.selectedBackground ?? control.background
    }
    if !canBePressed { control.color = style.disabledColor ?? control.color }
    var spec = ViewSpec("button", attributes: ["title": .string(title)])
    spec.attributes.set(control, in: scope)
    if let icon { spec.attributes["icon"] = .string(icon.source) }
    spec.attributes.set("selected", isSelected)
    spec.attributes.set("disabled", !canBePressed)
    var traits: Set<Accessibility.Trait> = [.button]
    if isSelected { traits.insert(.selected) }
    if !canBePressed { traits.insert(.disabled) }
    if isBusy { traits.insert(.busy) }
    spec.accessibility = Accessibility(
      label: label ?? (title.isEmpty ? icon?.source : title), traits: traits, isElement: true)
    return spec
  }
}

extension Accessibility.Trait {
  /// What it does is under way.
  public static let busy = Accessibility.Trait(rawValue: "busy")
  /// It is on or off, as its value says.
  public static let toggle = Accessibility.Trait(rawValue: "toggle")
}

extension Scope {
  /// The content of a control: a title on one line, an icon before it, and what the host draws
  /// around both.
  func controlContent(
    _ title: String, _ style: ControlStyle, icon: Icon? = nil, gap: Double = 0,
    iconWidth: Double = 0, extra: Double = 0
  ) -> ControlContent {
    let options = TextOptions(maximumLines: 1, preservesNewlines: false)
    var extra = extra + style.chromeWidth
    switch icon {
    case .text(let icon):
      extra +=
        measuredText(icon, options: options).measure(width: .maxContent, height: .maxContent)
        .size.width
    case .image: extra += iconWidth
    case nil: break
    }
    if icon != nil, !title.isEmpty { extra += gap }
    let content = measuredText(title, isBold: style.isBold, options: options)
    return ControlContent(title: content, extraWidth: extra, height: lineHeight)
  }
}

extension LayoutStyle {
  /// The layout of a control around its title.
  init(_ style: ControlStyle) {
    self.init()
    padding = style.padding
    minHeight = .points(style.minHeight)
    flexShrink = 1
    minWidth = 0
  }
}
