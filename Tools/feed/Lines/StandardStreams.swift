import Foundation
import RosterCommands
import RosterTerminal

/// Standard input, line by line.
enum StandardStreams {
  /// Whether standard input is a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// The lines of the input, read on a thread of their own, since reading waits; and an instruction
  /// each time that the terminal has another width.
  static var input: AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let resizing = DispatchSource.makeSignalSource(
      signal: SIGWINCH, queue: DispatchQueue(label: "feed.width"))
    // It keeps itself, for as long as the process runs.
    resizing.setEventHandler {
      withExtendedLifetime(resizing) { _ = continuation.yield("width \(TerminalScreen.columns)") }
    }
    resizing.activate()
    DispatchQueue(label: "feed.input").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }

  static func prompt() {
    if isInteractive { FeedCommand.write("> ") }
  }
}
