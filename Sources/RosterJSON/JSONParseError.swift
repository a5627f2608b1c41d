/// The reason and the place of a failure to parse JSON. It contains nothing of the text itself.
package struct JSONParseError: Error, Hashable {
  /// The offset in bytes of the error; the length of the text if it ends too early.
  package var offset: Int

  /// The line, from 1.
  package var line: Int

  /// The column in that line, from 1, in Unicode code points.
  package var column: Int

  /// A description for people: `expected ':' after an object key`.
  package var message: String

  /// Makes an error at `offset` in `bytes`.
  init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.offset = offset
    self.message = message
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
}

extension JSONParseError: CustomStringConvertible {
  /// `line 1, column 9: expected ':' after an object key`.
  package var description: String {
    "line \(line), column \(column): \(message)"
  }
}
