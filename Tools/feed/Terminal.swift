import Foundation

/// Standard input and output, line by line.
enum Terminal {
  /// Whether somebody types.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// The lines of the input, each read when it is asked for, on a thread of their own: reading waits.
  static var input: AsyncStream<String> {
    let queue = DispatchQueue(label: "feed.input")
    return AsyncStream {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: readLine()) }
      }
    }
  }

  static func prompt() {
    if isInteractive { write("> ", to: .standardOutput) }
  }

  static func write(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined(), to: .standardOutput)
  }

  static func complain(_ message: String) {
    write("roster-feed: \(message)\n", to: .standardError)
  }

  private static func write(_ text: String, to file: FileHandle) { file.write(Data(text.utf8)) }
}
