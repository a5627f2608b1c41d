package import ArgumentParser
import Foundation
import Roster
import RosterTerminal
import RosterText

#if Web
  import RosterWeb
#endif

/// Why a command cannot do what it was asked, for people.
package struct CommandFailure: Error {
  package let message: String
  /// What the command ends with, as ``ParsableCommand/end(_:)`` has them.
  package let code: Int32

  package init(_ message: String, code: Int32 = 3) { (self.message, self.code) = (message, code) }
}

/// How the examples speak and end: as all commands here do, with the exit codes of ``end(_:)``.
extension ParsableCommand {
  /// Writes lines for people to standard output, or ends the command.
  ///
  /// What a terminal would act upon in a line is written escaped, so each stays one line.
  package static func write(lines: [String]) { write(lines.map { $0.safe + "\n" }.joined()) }

  /// Writes a text of the program's own to standard output as it is, or ends the command: what was changed until
  /// then is in the file.
  package static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      end(3, "standard output cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes an error message to standard error, if possible, on one line.
  package static func complain(_ message: String) { report(message.safe) }

  private static func report(_ message: String) {
    let text = "\(configuration.commandName ?? ""): \(message)\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Ends the command with what has gone wrong: 1 for what was not carried out, 2 for wrong usage, 3 for a terminal,
  /// a port or an output that cannot be used, 4 for a database that has failed.
  package static func end(_ error: any Error) -> Never {
    switch error {
    case let error as CommandFailure: end(error.code, error.message)
    case let error as TerminalError: end(3, error.description)
    #if Web
      case let error as WebServerError: end(3, error.description)
    #endif
    case let error as StorageError: end(4, error.description)
    // The failure of storage says more than the refusals behind it.
    case DataSourceError.suspended(let suspension): end(4, suspension.cause.description)
    case let error as DataSourceError: end(4, error.description)
    default:
      let code = exitCode(for: error)
      // Help was asked for, or there is a code without a message.
      if code.isSuccess || error is ExitCode { exit(withError: error) }
      // The parser may say several lines of its own.
      report(message(for: error).safeLines)
      Foundation.exit(code == .validationFailure ? 2 : code.rawValue)
    }
  }

  private static func end(_ code: Int32, _ message: String) -> Never {
    complain(message)
    Foundation.exit(code)
  }
}

extension AsyncParsableCommand {
  /// Runs the command, or the subcommand of it, that the arguments of the process name; the `main` of an example.
  package static func runToEnd() async {
    // A file that may not become larger (ulimit -f) is told as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
  }
}
