internal import RosterComponents
internal import RosterJSON

extension ViewAttributes {
  /// Sets an attribute that is left out if it has its default.
  mutating func set(_ name: String, _ isOn: Bool) {
    if isOn { self[name] = true }
  }

  /// Sets a colour, of which the scope reads the palette if it needs it.
  mutating func set<Owner: Component>(
    _ name: String, _ color: StyleColor?, in scope: Scope<Owner>
  ) {
    if let color { self[name] = scope.color(color).json }
  }

  /// Sets how a text looks.
  mutating func set<Owner: Component>(_ style: TextStyle, in scope: Scope<Owner>) {
    set("color", style.color, in: scope)
    set("background", style.background, in: scope)
    set("bold", style.isBold)
    set("dim", style.isDim)
    set("italic", style.isItalic)
    set("underline", style.isUnderlined)
    set("strikethrough", style.isStruckThrough)
    if style.alignment != .start { self["align"] = .string(style.alignment.rawValue) }
    if style.truncation != .end { self["truncation"] = .string(style.truncation.rawValue) }
  }

  /// Sets how a control looks.
  mutating func set<Owner: Component>(_ style: ControlStyle, in scope: Scope<Owner>) {
    set("color", style.color, in: scope)
    set("background", style.background, in: scope)
    set("border", style.border, in: scope)
    set("bold", style.isBold)
  }
}
