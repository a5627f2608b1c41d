internal import RosterComponents
internal import RosterJSON
internal import RosterText

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
    set("letterSpacing", style.letterSpacing)
    set("lineSpacing", style.lineSpacing)
    if let width = style.tabWidth { set("tabWidth", width, default: -1) }
    if !style.tabStops.isEmpty { self["tabStops"] = .array(style.tabStops.map(\.json)) }
  }

  private mutating func set(_ name: String, _ length: Double, default standard: Double = 0) {
    if length.isFinite, length != standard { self[name] = .number(length) }
  }

  /// Sets how a control looks.
  mutating func set<Owner: Component>(_ style: ControlStyle, in scope: Scope<Owner>) {
    set("color", style.color, in: scope)
    set("background", style.background, in: scope)
    set("border", style.border, in: scope)
    set("bold", style.isBold)
  }
}

extension TextOptions.TabStop {
  /// The stop as an element of the attribute `tabStops`.
  fileprivate var json: JSONValue {
    var members: JSONObject = ["at": .number(position.isFinite ? position : 0)]
    switch alignment {
    case .start: break
    case .center: members["align"] = "center"
    case .end: members["align"] = "end"
    case .decimal(let character):
      members["align"] = "decimal"
      if character != "." { members["decimal"] = .string(String(character)) }
    }
    return .object(members)
  }
}
