import Foundation
import RosterText

/// Standard input, output and error of this process.
enum StandardStreams {
  /// Opens closed streams. Otherwise a file that is opened later would get the number of a stream,
  /// and output would overwrite it.
  ///
  /// Input is opened for writing and output for reading, so that using them still fails.
  static func openClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether people read standard error as it is written.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal that shows standard output, as the argument parser knows it; `nil` if it is none.
  static var columns: Int? {
    let given = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    if let given, given > 0 { return given }
    return columns(of: STDOUT_FILENO)
  }

  /// The width of the terminal that shows standard error; `nil` if it is none.
  static var errorColumns: Int? { columns(of: STDERR_FILENO) }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a line for people to standard error.
  static func complain(_ line: String) { writeError(line.safe + "\n") }

  /// Writes as much as possible to standard error. A failure to do so cannot be reported anywhere.
  static func writeError(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
