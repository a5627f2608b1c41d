import Foundation

/// Standard output and standard error, and the terminal behind them.
enum StandardStreams {
  /// Whether input and output are a terminal, whose screen can be taken.
  static var areTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The number of columns of the terminal, 80 if the output is not a terminal.
  static var columns: Double {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Double(size.ws_col)
  }

  /// Writes a line to standard output, or ends the program.
  static func write(_ line: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    } catch {
      complain("standard output cannot be written: \(error.localizedDescription)")
      exit(3)
    }
  }

  /// Writes an error message to standard error, if possible.
  static func complain(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("roster-photos: \(message)\n".utf8))
  }
}
