/// Cuts chunks of bytes into lines. It holds one chunk and one line at most.
struct LineBuffer {
  private var bytes: [UInt8] = []

  /// Where the next line starts in `bytes`.
  private var lineStart = 0

  /// Up to where `bytes` is known to hold no line feed after `lineStart`.
  private var searchStart = 0

  /// The range in the buffer of the next line without its line feed, or `nil` if its end has not
  /// been fed yet.
  mutating func nextLine() -> Range<Int>? {
    guard let end = bytes[searchStart...].firstIndex(of: UInt8(ascii: "\n")) else {
      searchStart = bytes.count
      return nil
    }
    defer {
      lineStart = end + 1
      searchStart = lineStart
    }
    return lineStart..<end
  }

  /// What is left after the last line feed, or `nil` if nothing is.
  mutating func lastLine() -> Range<Int>? {
    guard lineStart < bytes.count else { return nil }
    defer {
      lineStart = bytes.count
      searchStart = lineStart
    }
    return lineStart..<bytes.count
  }

  /// How many bytes of the line that has not ended yet were fed.
  var unfinishedByteCount: Int { bytes.count - lineStart }

  /// Appends a chunk. Ranges of lines taken before are invalid from now on.
  mutating func feed(_ chunk: [UInt8]) {
    if lineStart == bytes.count {
      bytes = chunk
    } else {
      bytes.removeSubrange(..<lineStart)
      bytes.append(contentsOf: chunk)
    }
    searchStart -= lineStart
    lineStart = 0
  }

  /// Calls `body` with the bytes of a line.
  func withLine<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: buffer[range]))
    }
  }
}
