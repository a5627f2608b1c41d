import ArgumentParser
import Foundation
import RosterCore
import RosterEngine
import RosterReplay
import RosterLog
import RosterStore
import RosterText

#if Web
  import RosterWeb
#endif

/// The final message of the command, and its exit code.
struct ExitStatus {
  /// A check failed.
  static let finding: Int32 = 1
  /// The command was used wrongly.
  static let usage: Int32 = 2
  /// An input cannot be read or is malformed, or an output cannot be written.
  static let input: Int32 = 3
  /// The database failed.
  static let database: Int32 = 4

  let code: Int32
  private(set) var message: String
  /// Whether the command ends as if its output had no reader: by the signal, without a message.
  private var isPipeClosed = false
  /// Whether the message has several lines of the argument parser's own, with its own beginning.
  private var isOfParser = false

  init(of error: any Error) {
    switch error {
    case is ClosedPipe:
      (code, message) = (0, "")
      isPipeClosed = true
    case let error as CommandFailure: (code, message) = (error.code, error.message)
    case let error as ReplayFailure: (code, message) = (Self.finding, error.description)
    case let error as ImportError:
      (code, message) = (error.code == .differs ? Self.finding : Self.input, error.description)
    #if Web
      case let error as WebServerError: (code, message) = (Self.input, error.description)
    #endif
    case let error as ChangesetLogError: (code, message) = (Self.input, error.description)
    case let error as ScratchFolderError: (code, message) = (Self.input, error.description)
    case let error as CocoaError:
      (code, message) = (Self.input, "\(error.filePath ?? "a file"): \(error.reason)")
    case let error as StorageError: (code, message) = (Self.database, error.description)
    // The failure of storage says more than the refusals behind it.
    case DataSourceError.suspended(let suspension):
      (code, message) = (Self.database, suspension.cause.description)
    case DataSourceError.duplicateKey(let duplicate):
      (code, message) = (Self.finding, duplicate.description)
    case let error as DataSourceError: (code, message) = (Self.database, error.description)
    default:
      let parserCode = RosterCommand.exitCode(for: error)
      code = parserCode == .validationFailure ? Self.usage : parserCode.rawValue
      message = RosterCommand.fullMessage(for: error).breakingUsage(
        columns: StandardStreams.columns)
      isOfParser = true
    }
  }

  /// Returns the same with the database whose list the command reads, if the database has failed: an error may say only
  /// which part of the list cannot be read.
  func naming(_ place: String?) -> ExitStatus {
    guard code == Self.database, let place, !place.isEmpty,
      !message.withoutPasswords.contains(place)
    else { return self }
    var status = self
    status.message = "\(place): \(message)"
    return status
  }

  func exit() -> Never {
    if isPipeClosed {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    } else if code == 0 {
      printMessage()
    } else if !message.isEmpty {
      StandardStreams.writeError(
        (isOfParser
          ? message.withoutPasswords.safeLines
          : "roster: \(message.withoutPasswords.safe.abridged)") + "\n")
    }
    Foundation.exit(code)
  }

  /// Prints what was asked for instead of a result: help, or a version.
  private func printMessage() {
    let output = OutputFile()
    do {
      try output.write { $0.append(contentsOf: "\(message)\n".utf8) }
      try output.flush()
    } catch {
      ExitStatus(of: error).exit()
    }
  }
}

extension Error {
  /// What went wrong with a file, in the words of the system.
  var reason: String {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
    let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error
    return cause?.reason ?? error.localizedDescription
  }
}

/// A failure of a command with its exit code.
struct CommandFailure: Error {
  var code: Int32
  var message: String

  init(_ code: Int32, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension String {
  /// The text, shortened in its middle if it is very long, like a message with a long key or name.
  fileprivate var abridged: String {
    let countMax = 2_000
    return count <= countMax ? self : "\(prefix(countMax / 2)) … \(suffix(countMax / 2))"
  }
}
