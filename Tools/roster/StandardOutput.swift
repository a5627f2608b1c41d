import Foundation

/// Standard output with a buffer.
final class StandardOutput {
  private var buffer: [UInt8] = []
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  func write(_ append: (inout [UInt8]) -> Void) throws {
    append(&buffer)
    if isTerminal || buffer.count >= 1 << 16 { try flush() }
  }

  func writeLine(_ line: String) throws {
    try write { bytes in
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  func flush() throws {
    guard !buffer.isEmpty else { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.write(
          STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 || errno == EINTR else {
        throw CommandFailure(ExitStatus.input, "standard output cannot be written")
      }
      written += max(0, count)
    }
  }
}
