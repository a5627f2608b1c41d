import Foundation

/// Standard input and output, line by line.
enum StandardStreams {
  /// Whether standard input is a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether both are a terminal, whose screen can be taken.
  static var areTerminal: Bool { isInteractive && isatty(STDOUT_FILENO) == 1 }

  /// The number of columns of the terminal, 80 if the output is not a terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// The lines of the input, read on a thread of their own, since reading waits; and an instruction
  /// each time that the terminal has another width.
  static var input: AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let resizing = DispatchSource.makeSignalSource(
      signal: SIGWINCH, queue: DispatchQueue(label: "feed.width"))
    // It keeps itself, for as long as the process runs.
    resizing.setEventHandler {
      withExtendedLifetime(resizing) { _ = continuation.yield("width \(columns)") }
    }
    resizing.activate()
    DispatchQueue(label: "feed.input").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }

  static func prompt() {
    if isInteractive { write("> ") }
  }

  static func write(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  /// Writes an error message to standard error, if possible.
  static func complain(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("roster-feed: \(message)\n".utf8))
  }

  /// Writes to standard output, or ends the program: what was changed until then is in the file.
  private static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("standard output cannot be written: \(error.localizedDescription)")
      exit(3)
    }
  }
}
