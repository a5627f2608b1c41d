import RosterJSON

/// The JSON values of a text that has one a line.
struct ValueLines {
  private let nextChunk: () throws -> [UInt8]?
  private let parser = JSONParser()
  private var buffer = LineBuffer()
  private var lineNumber = 0

  init(nextChunk: @escaping () throws -> [UInt8]?) {
    self.nextChunk = nextChunk
  }

  /// The value of the next line that is not blank, or `nil` at the end.
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
      if let range = buffer.nextLine() { return range }
      guard let chunk = try nextChunk() else { return buffer.lastLine() }
      buffer.feed(chunk)
    }
  }

  private func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
