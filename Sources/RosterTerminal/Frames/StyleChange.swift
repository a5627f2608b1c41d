/// The parameters that turn one style into another (SGR).
enum StyleChange {
  /// Returns the shorter one of two sequences: one changes what differs, the other one starts from the plain style. It is
  /// empty if nothing differs.
  static func sequence(from source: CellStyle, to target: CellStyle) -> String {
    if source == target { return "" }
    if target == .plain { return ControlSequence.plainStyle }
    let step = sequence(changes(from: source, to: target))
    // A missing parameter is 0.
    let anew = sequence([""] + changes(from: .plain, to: target))
    return anew.utf8.count < step.utf8.count ? anew : step
  }

  private static func sequence(_ parameters: [String]) -> String {
    "\u{1B}[\(parameters.joined(separator: ";"))m"
  }

  private static func changes(from source: CellStyle, to target: CellStyle) -> [String] {
    var parameters = changes(from: source.attributes, to: target.attributes)
    if source.foreground != target.foreground {
      parameters.append(parameter(target.foreground, base: 30))
    }
    if source.background != target.background {
      parameters.append(parameter(target.background, base: 40))
    }
    return parameters
  }

  private static let switches: [(attribute: CellStyle.Attributes, on: Int, off: Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
    (.strikethrough, 9, 29),
  ]

  private static func changes(
    from source: CellStyle.Attributes, to target: CellStyle.Attributes
  ) -> [String] {
    var source = source
    var parameters: [String] = []
    for (attribute, _, off) in switches
    where source.contains(attribute) && !target.contains(attribute) {
      parameters.append("\(off)")
      // One parameter switches off both.
      source.subtract(off == 22 ? [.bold, .dim] : attribute)
    }
    for (attribute, on, _) in switches
    where target.contains(attribute) && !source.contains(attribute) {
      parameters.append("\(on)")
    }
    return parameters
  }

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private static func parameter(_ color: CellColor, base: Int) -> String {
    switch color {
    case .standard: "\(base + 9)"
    case .palette(let index) where index < 8: "\(base + Int(index))"
    case .palette(let index) where index < 16: "\(base + 52 + Int(index))"
    case .palette(let index): "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
