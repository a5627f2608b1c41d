import Dispatch
import Foundation
import RosterLog
import RosterStore

/// A command of the shell that is run for one log after the other.
final class ShellCheck {
  /// The exit status of a command that took too long, the same as that of `timeout`.
  static let timeoutStatus = 124

  private static let logName = "log.jsonl"

  private let script: String
  private let timeout: DispatchTimeInterval
  private let text: [UInt8]
  private let folder: ScratchFolder
  private let log: URL

  /// - Parameters:
  ///   - command: The command. `{}` stands for the path of the log, which is also `$LOG` and `$1`;
  ///     without any of them the path is put behind the command.
  ///   - timeout: The seconds after which the command and its child processes are killed.
  ///   - text: The text that the command prints if a log fails; empty if any output will do.
  init(_ command: String, timeout: Int, text: String) throws {
    folder = try ScratchFolder()
    SignalledRemoval.begin(of: folder, files: [Self.logName])
    log = URL(filePath: folder.path(of: Self.logName))
    script = Self.script(command, log: log.path)
    self.timeout = .seconds(timeout)
    self.text = Array(text.utf8)
  }

  private static func script(_ command: String, log: String) -> String {
    let isPlain = log.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_") || isalnum(Int32(byte)) != 0
    }
    let quoted = isPlain ? log : "'" + log.replacing("'", with: "'\\''") + "'"
    if command.contains("{}") { return command.replacing("{}", with: quoted) }
    let names = ["$LOG", "${LOG", "$1", "${1", "$@", "$*"]
    return names.contains(where: command.contains) ? command : "\(command) \(quoted)"
  }

  /// Runs the command for a log.
  func outcome(of bytes: [UInt8]) throws -> CheckOutcome {
    try Data(bytes).write(to: log)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, "sh", log.path]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LOG": log.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = text.isEmpty ? nil : Pipe()
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = output ?? FileHandle.nullDevice
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    let deadline = DispatchTime.now() + timeout
    do {
      try SignalledRemoval.start {
        try process.run()
        return process.processIdentifier
      }
    } catch {
      throw CommandFailure(ExitStatus.input, "the check cannot be run: \(error)")
    }
    try? output?.fileHandleForWriting.close()
    let search = output.map { OutputSearch(of: text, in: $0.fileHandleForReading) }
    let isLate = hasEnded.wait(timeout: deadline) == .timedOut
    // Its child processes must not continue while the next candidate is checked.
    kill(-process.processIdentifier, SIGKILL)
    SignalledRemoval.didEnd()
    if isLate { hasEnded.wait() }
    return CheckOutcome(
      status: isLate ? Self.timeoutStatus : Self.status(of: process),
      isMarked: search?.hasFound() ?? true)
  }

  /// Returns the status in the form of the shell.
  private static func status(of process: Process) -> Int {
    let status = Int(process.terminationStatus)
    return process.terminationReason == .uncaughtSignal ? 128 + status : status
  }
}

/// Searches a text in the output of a program, with memory that does not grow with the output.
private final class OutputSearch: Sendable {
  private let end = DispatchSemaphore(value: 0)
  // The reading thread writes it before it signals the end; others read it after the signal.
  private nonisolated(unsafe) var isFound = false

  init(of text: [UInt8], in output: FileHandle) {
    let descriptor = output.fileDescriptor
    DispatchQueue.global().async { [self] in
      var kept: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        kept += chunk[..<count]
        if !isFound, !kept.isEmpty { isFound = Data(kept).range(of: Data(text)) != nil }
        kept = isFound ? [] : Array(kept.suffix(text.count - 1))
      }
      withExtendedLifetime(output) {}
      end.signal()
    }
  }

  /// Returns whether the text was printed. It does not wait for a program that has left the process
  /// group of the check and keeps its output open.
  func hasFound() -> Bool {
    end.wait(timeout: .now() + .seconds(5)) == .success && isFound
  }
}
