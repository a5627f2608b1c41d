/// The reason and the place of a failure to parse JSON. It contains nothing of the text itself, except the
/// keys on the way to a number that is not kept.
package struct JSONParseError: Error, Hashable {
  /// The offset in bytes of the error; the length of the text if it ends too early.
  package var offset: Int

  /// The line, from 1.
  package var line: Int

  /// The column in that line, from 1, in Unicode code points.
  package var column: Int

  /// A description for people: `expected ':' after an object key`.
  package var message: String

  /// The path of a number that is valid JSON but not kept: `items[2].id`, empty for the whole text. `nil`
  /// for a text that is not JSON.
  package var path: String? { steps.map { String($0.first == "." ? $0.dropFirst() : $0[...]) } }

  /// The path with a point before each key.
  private var steps: String?

  /// Makes an error at `offset` in `bytes`.
  init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, path: String? = nil)
  {
    self.offset = offset
    self.message = message
    steps = path
    line = 1
    column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// The message behind the path, if there is one: `items[2].id: the number is too large`.
  package var messageWithPath: String {
    guard let path, !path.isEmpty else { return message }
    return "\(path): \(message)"
  }

  /// Returns the error in a value as that in an array with the value.
  func inElement(_ index: Int) -> JSONParseError { behind("[\(index)]") }

  /// Returns the error in a value as that in an object with the value.
  func inMember(_ key: String) -> JSONParseError { behind(".\(key)") }

  private func behind(_ step: String) -> JSONParseError {
    guard let steps else { return self }
    var error = self
    error.steps = step + steps
    return error
  }
}

extension JSONParseError: CustomStringConvertible {
  /// `line 1, column 9: expected ':' after an object key`.
  package var description: String {
    "line \(line), column \(column): \(messageWithPath)"
  }
}
