package import ArgumentParser
import Foundation
import Roster
import RosterTerminal

#if Web
  import RosterWeb
#endif

/// Why a command of this machine cannot do what it was asked, for people.
package struct CommandFailure: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// How the examples speak and end: as all commands here do, with the exit codes of ``end(_:)``.
extension ParsableCommand {
  /// Writes lines to standard output, or ends the command.
  package static func write(lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }

  /// Writes to standard output, or ends the command: what was changed until then is in the file.
  package static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      end(3, "standard output cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes an error message to standard error, if possible.
  package static func complain(_ message: String) {
    let text = "\(configuration.commandName ?? ""): \(message)\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Ends the command with what has gone wrong: 2 for wrong usage, 3 for a terminal or a port that cannot
  /// be used, 4 for a database that has failed, and otherwise what the argument parser says.
  package static func end(_ error: any Error) -> Never {
    switch error {
    case let error as CommandFailure: end(3, error.message)
    case let error as TerminalError: end(3, error.description)
    #if Web
      case let error as WebServerError: end(3, error.description)
    #endif
    case let error as StorageError: end(4, error.description)
    // The failure of storage says more than the refusals behind it.
    case DataSourceError.suspended(let suspension): end(4, suspension.cause.description)
    case let error as DataSourceError: end(4, error.description)
    default:
      if exitCode(for: error) != .validationFailure { exit(withError: error) }
      end(2, message(for: error))
    }
  }

  private static func end(_ code: Int32, _ message: String) -> Never {
    complain(message)
    Foundation.exit(code)
  }
}

extension AsyncParsableCommand {
  /// Runs the command with the arguments of the process; the `main` of an example.
  package static func runToEnd() async {
    // A file that may not become larger (ulimit -f) is told as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parse()
      try await command.run()
    } catch {
      end(error)
    }
  }
}
