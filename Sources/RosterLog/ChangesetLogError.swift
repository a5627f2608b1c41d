import RosterJSON

/// The reason and the place of a failure to read a changeset log. It contains nothing of the log
/// except an unknown key, or the keys on the way to what is wrong.
public struct ChangesetLogError: Error, Hashable {
  /// The number of the line, from 1.
  public var line: Int

  /// The column in the line, from 1, in Unicode code points; `nil` if the line is valid JSON with
  /// the wrong content.
  public var column: Int?

  /// What is wrong, for people.
  public var message: String

  init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  init(line: Int, _ problem: JSONDecodingError) {
    self.init(line: line, problem.description)
  }

  init(line: Int, _ problem: JSONParseError) {
    self.line = line
    column = problem.column
    message = problem.messageWithPath
  }
}

extension ChangesetLogError: CustomStringConvertible {
  /// `line 12, column 34: expected ':' after an object key`.
  public var description: String {
    column.map { "line \(line), column \($0): \(message)" } ?? "line \(line): \(message)"
  }
}
