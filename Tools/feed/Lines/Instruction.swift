/// An instruction of the user, one line of input. Rows are counted from 1.
enum Instruction {
  /// Taps a button of a row.
  case tap(button: String, row: Int)
  /// Opens or closes the description in the header.
  case about
  case post(String)
  case move(row: Int, to: Int)
  /// Lays out rows for another number of columns.
  case width(Int)
  case help
  case quit

  static let overview = """
    about         say what the feed is about, or no longer
    like ROW      like a post, or no longer
    more ROW      read on
    post "TEXT"   add a post at the top
    move ROW TO   move a post
    remove ROW    remove a post
    width COLUMNS wrap lines at another width; so does a terminal that changes
    help          print this
    quit          leave; so does the end of the input
    """

  /// Reads a line; `nil` if it is empty.
  init?(_ line: String) throws(InstructionError) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let name = words.first else { return nil }
    switch name {
    case "like", "more", "remove":
      let rows = try Self.rows(words, count: 1, usage: "\(name) ROW")
      self = .tap(button: String(name), row: rows[0])
    case "move":
      let rows = try Self.rows(words, count: 2, usage: "move ROW TO")
      self = .move(row: rows[0], to: rows[1])
    case "width":
      let columns = try Self.rows(words, count: 1, usage: "width COLUMNS")[0]
      guard Printout.widths.contains(columns) else {
        throw InstructionError("the width is between 1 and \(Printout.widths.upperBound) columns")
      }
      self = .width(columns)
    case "about":
      guard words.count == 1 else { throw InstructionError("expected: about") }
      self = .about
    case "post": self = .post(try Self.text(of: line[name.endIndex...]))
    case "help": self = .help
    case "quit": self = .quit
    default: throw InstructionError("there is no \"\(name)\"; help says what there is")
    }
  }

  private static func rows(
    _ words: [Substring], count: Int, usage: String
  ) throws(InstructionError) -> [Int] {
    let rows = words.dropFirst().compactMap { Int($0) }
    guard rows.count == count, words.count == count + 1 else {
      throw InstructionError("expected: \(usage)")
    }
    return rows
  }

  /// The text of a post, without the quotation marks around it.
  private static func text(of rest: Substring) throws(InstructionError) -> String {
    var text = rest.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    guard !text.isEmpty else { throw InstructionError("expected: post \"TEXT\"") }
    return String(text)
  }
}

/// The reason, for people, why an instruction is not carried out. The feed does not change.
struct InstructionError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
