import Foundation

/// Standard input, output and error as this process has found them.
enum StandardStreams {
  /// Opens those that are closed, so that no file that is opened later takes their number and is
  /// written over by what is printed.
  ///
  /// They are opened the other way round, so that reading and writing still fail.
  static func openClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether people read standard error as it is written.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Tells people something on a line of its own.
  static func complain(_ line: String) { writeError(line.safe + "\n") }

  /// Writes to standard error as much as can be written: where else could a failure be told?
  static func writeError(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
