/// Splits chunks of bytes into lines. It holds at most one chunk and one line.
struct LineBuffer {
  private var bytes: [UInt8] = []

  /// The start of the next line in `bytes`.
  private var lineStart = 0

  /// The end of the bytes after `lineStart` that contain no line feed.
  private var searchStart = 0

  /// Returns the range in the buffer of the next line without its line feed, or `nil` if its end
  /// was not fed yet.
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

  /// Returns the bytes after the last line feed, or `nil` if there are none.
  mutating func lastLine() -> Range<Int>? {
    guard lineStart < bytes.count else { return nil }
    defer {
      lineStart = bytes.count
      searchStart = lineStart
    }
    return lineStart..<bytes.count
  }

  /// The number of bytes of the unfinished line.
  var unfinishedByteCount: Int { bytes.count - lineStart }

  /// Appends a chunk. The ranges of earlier lines become invalid.
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
