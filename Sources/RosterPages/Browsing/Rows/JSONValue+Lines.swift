public import RosterJSON

extension JSONValue {
  /// The value as lines of JSON that people can read, with the keys in order.
  ///
  /// ```json
  /// {
  ///   "author": "Alice",
  ///   "tags": ["a", "b"]
  /// }
  /// ```
  ///
  /// Arrays of plain values stay on one line if they are short.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the value.
  public var indentedLines: [String] { indentedLines(first: []) }

  /// Returns the lines with some members before the others, in the order of their names.
  func indentedLines(first names: [String]) -> [String] {
    var lines: [String] = []
    appendLines(to: &lines, indentation: "", prefix: "", suffix: "", first: names)
    return lines
  }

  private static let lineLengthMax = 72

  private func appendLines(
    to lines: inout [String], indentation: String, prefix: String, suffix: String,
    first names: [String] = []
  ) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !isShort:
      lines.append("\(indentation)\(prefix)[")
      for (index, element) in elements.enumerated() {
        element.appendLines(
          to: &lines, indentation: inner, prefix: "",
          suffix: index + 1 < elements.count ? "," : "")
      }
      lines.append("\(indentation)]\(suffix)")
    case .object(let members) where !members.isEmpty:
      lines.append("\(indentation)\(prefix){")
      let first = names.filter { members[$0] != nil }
      var rest = members
      for name in first { rest[name] = nil }
      let keys = first + rest.keys.sorted()
      for (index, key) in keys.enumerated() {
        members[key]?.appendLines(
          to: &lines, indentation: inner, prefix: "\(JSONValue.string(key).canonicalText): ",
          suffix: index + 1 < keys.count ? "," : "")
      }
      lines.append("\(indentation)}\(suffix)")
    case .array(let elements):
      let texts = elements.map(\.canonicalText).joined(separator: ", ")
      lines.append("\(indentation)\(prefix)[\(texts)]\(suffix)")
    case .null, .bool, .number, .decimal, .string, .object:
      lines.append("\(indentation)\(prefix)\(canonicalText)\(suffix)")
    }
  }

  /// Whether an array fits on a line.
  private var isShort: Bool {
    guard case .array(let elements) = self else { return true }
    return elements.allSatisfy(\.isPlain) && canonicalText.utf8.count <= Self.lineLengthMax
  }
}
