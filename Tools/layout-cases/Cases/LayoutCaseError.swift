import RosterJSON

/// The reason and the place of a failure to read cases.
public struct LayoutCaseError: Error, Hashable {
  /// The number of the line, from 1; `nil` if the text is valid JSON and the place says more.
  public var line: Int?

  /// The column in the line, from 1, in Unicode code points; `nil` if the text is valid JSON.
  public var column: Int?

  /// The name of the case, or its number from 1; `nil` if the error does not concern one case.
  public var caseName: String?

  /// The place in the case: `root.children[2].style.flexBasis`; empty for the whole case.
  public var place = ""

  /// What is wrong, for people.
  public var message: String

  init(_ problem: JSONParseError) {
    line = problem.line
    column = problem.column
    place = problem.path ?? ""
    message = problem.message
  }

  init(_ problem: JSONDecodingError, caseName: String, line: Int?) {
    self.line = line
    self.caseName = caseName
    place = problem.path
    message = problem.message
  }
}

extension LayoutCaseError: CustomStringConvertible {
  /// `line 12, column 34: expected ':' after an object key`, or
  /// `case "x", root.children[2].style.flexBasis: expected a number`.
  public var description: String {
    var parts: [String] = []
    if let line { parts.append("line \(line)") }
    if let column { parts.append("column \(column)") }
    if let caseName { parts.append("case \(caseName)") }
    if !place.isEmpty { parts.append(place) }
    return parts.isEmpty ? message : parts.joined(separator: ", ") + ": " + message
  }
}
