package import RosterJSON

/// Models as lines of a table, for spreadsheets and for programs that read one line after the other.
///
///     {"title":"Tea","price":3,"tags":["hot"]}    title,price,other members
///                                                 Tea,3,"{""tags"":[""hot""]}"
///
/// Each member has a column. What a model has besides stands as JSON in the last one, so that nothing is lost
/// though the columns are known before all models are. Arrays and objects are JSON too.
package struct TableText: Sendable {
  /// What stands between two values.
  package enum Delimiter: UInt8, Sendable {
    /// Comma-separated values (RFC 4180).
    case comma = 0x2C
    /// As spreadsheets take it from a clipboard.
    case tab = 0x09
  }

  private let delimiter: Delimiter
  /// The columns; `nil` if the models are no objects, and have only one.
  private let names: [String]?
  /// The same, for looking up a name by its code points.
  private let known: JSONObject

  /// Makes a table.
  ///
  /// - Parameter names: The members with a column, in order; `nil` if the models are no objects.
  package init(_ delimiter: Delimiter, names: [String]?) {
    self.delimiter = delimiter
    self.names = names
    known = JSONObject((names ?? []).map { (key: $0, value: .null) })
  }

  /// The first line, with the names of the columns.
  package var head: String {
    line((names.map { $0 + ["other members"] } ?? ["value"]).map(Self.inert))
  }

  /// Returns the line of a model.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the model.
  package func line(of model: JSONValue) -> String {
    guard let names else { return line([Self.text(of: model)]) }
    guard case .object(let members) = model else {
      return line(names.map { _ in "" } + [Self.text(of: model)])
    }
    let others = JSONObject(members.lazy.filter { known[$0.key] == nil })
    return line(
      names.map { members[$0].map(Self.text) ?? "" }
        + [others.isEmpty ? "" : Self.text(of: .object(others))])
  }

  private func line(_ values: [String]) -> String {
    let separator = String(UnicodeScalar(delimiter.rawValue))
    return values.map(quoted).joined(separator: separator) + "\r\n"
  }

  private func quoted(_ value: String) -> String {
    let needsQuotes = value.utf8.contains {
      [delimiter.rawValue, UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0)
    }
    guard needsQuotes else { return value }
    // By scalars: a quotation mark with an accent is one character, and still ends a value.
    var quoted = "\"".unicodeScalars
    for scalar in value.unicodeScalars {
      quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar])
    }
    quoted.append("\"")
    return String(quoted)
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): inert(text)
    case .array, .object: inert(value.canonicalText)
    case .bool, .number, .decimal: value.canonicalText
    }
  }

  /// Returns a text that no spreadsheet computes.
  ///
  /// Spreadsheets take a text that begins with `=`, `+`, `-` or `@` for a formula, also in quotes and behind
  /// a tab or a return, and a formula can send the table to another server. Where a semicolon separates values, they do
  /// so in the middle of a text, too. Behind an apostrophe it is a text. That changes phone numbers too, to `'+49 30`;
  /// JSON has them as they are. Numbers are written by this code, and stay as they are: `-5`.
  private static func inert(_ text: String) -> String {
    var inert = "".unicodeScalars
    var begins = true
    for scalar in text.unicodeScalars {
      if begins, "=+-@\t\r".unicodeScalars.contains(scalar) { inert.append("'") }
      inert.append(scalar)
      begins = ";,\t\r\n".unicodeScalars.contains(scalar)
    }
    return String(inert)
  }
}
