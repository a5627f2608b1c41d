import Roster

extension ViewTree {
  /// The view as lines of text.
  var lines: [String] {
    switch spec.className {
    case "text": [spec.attributes["text"]?.stringValue ?? ""]
    case "button": ["[\(spec.attributes["title"]?.stringValue ?? "")]"]
    case "line": [children.flatMap(\.lines).joined(separator: "  ")]
    default: children.flatMap(\.lines)
    }
  }

  /// The button of a name in the view.
  func button(named name: String) -> ViewTree? {
    if spec.className == "button", spec.attributes["name"]?.stringValue == name { return self }
    return children.lazy.compactMap { $0.button(named: name) }.first
  }
}
