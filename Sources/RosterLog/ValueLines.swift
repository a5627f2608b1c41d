import RosterJSON

/// The JSON values of a text with one value in each line.
struct ValueLines {
  private let nextChunk: () throws -> [UInt8]?
  private let byteCountMax: Int
  private let parser = JSONParser.ofMessages
  private var buffer = LineBuffer()
  private var lineNumber = 0

  /// - Parameter byteCountMax: The maximum number of bytes in a line.
  init(byteCountMax: Int, nextChunk: @escaping () throws -> [UInt8]?) {
    self.byteCountMax = byteCountMax
    self.nextChunk = nextChunk
  }

  /// Returns the value of the next line that is not blank, or `nil` at the end.
  mutating func next() throws -> (lineNumber: Int, value: JSONValue)? {
    while let range = try nextRange() {
      lineNumber += 1
      do throws(JSONParseError) {
        let value = try buffer.withLine(range) { line throws(JSONParseError) in
          isBlank(line) ? nil : try parser.parse(line)
        }
        if let value { return (lineNumber, value) }
      } catch {
        throw ChangesetLogError(line: lineNumber, error)
      }
    }
    return nil
  }

  private mutating func nextRange() throws -> Range<Int>? {
    while true {
      if let range = buffer.nextLine() {
        try requireLength(range.count)
        return range
      }
      try requireLength(buffer.unfinishedByteCount)
      guard let chunk = try nextChunk() else { return buffer.lastLine() }
      buffer.feed(chunk)
    }
  }

  private func requireLength(_ byteCount: Int) throws {
    guard byteCount > byteCountMax else { return }
    throw ChangesetLogError(
      line: lineNumber + 1, "the line has more than \(byteCountMax) bytes, which is the limit")
  }

  private func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
