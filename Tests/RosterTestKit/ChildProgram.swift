package import Foundation

/// A program that stands beside the tests, in a process of its own.
package final class ChildProgram {
  package let process = Process()
  private let output = Pipe()
  /// What the process has said so far.
  private var said = Data()
  private var wasKilled = false

  /// A process that did not end well: it failed, or it crashed.
  package struct Failure: Error, CustomStringConvertible {
    package let program: String
    package let arguments: [String]
    /// The number of the signal that ended the process, or what it exited with.
    package let status: Int32
    package let isCrash: Bool
    /// What it said before.
    package let lines: [String]

    package var description: String {
      "\(program) \(arguments.joined(separator: " ")): "
        + "\(isCrash ? "ended by signal" : "exited with") \(status), after \(lines.suffix(3))"
    }
  }

  /// What `RosterChild`, the program that is there for tests only, can do.
  package enum Part: String, CaseIterable, Sendable {
    /// Writes or opens a file of lists, as the tests of the store say.
    case store
    /// Changes the states of rows, and the rows, until it is killed.
    case states
    /// Changes two lists at once until it is killed.
    case joint
    /// Writes rows of an application and lists in one transaction until it is killed.
    case application
    /// Rebuilds a derived list, and changes its source meanwhile, until it is killed.
    case rebuilding
    /// Changes a list with which two derived lists are kept together until it is killed.
    case together
    /// Writes lists, and suspends its store when it is told to.
    case suspension
    /// Navigates until it is killed.
    case navigation
    /// Writes a list together with others.
    case writer
    /// Shows what happens in a terminal.
    case terminal

    package static let program = "RosterChild"
  }

  /// Starts the program of the tests with one of its parts.
  ///
  /// - Throws: If it is not built, or it does not start.
  package convenience init(_ part: Part, _ arguments: [String]) throws {
    try self.init(Part.program, [part.rawValue] + arguments)
  }

  /// Starts a program of the package.
  ///
  /// - Throws: If there is no such program, or it does not start.
  package init(_ name: String, _ arguments: [String]) throws {
    process.executableURL = try Self.url(of: name)
    process.arguments = arguments
    process.standardOutput = output
    // Some are to crash, and one has no descriptors left for what would print where.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
    try process.start()
  }

  /// Returns where a program of the package is: it is built into the folder of the test program.
  ///
  /// - Throws: If there is no such program.
  package static func url(of name: String) throws -> URL {
    let candidates = [
      URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL,
      Bundle(for: TemporaryFolder.self).bundleURL,
    ].map { $0.deletingLastPathComponent().appendingPathComponent(name) }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name]) }
    return found
  }

  /// Kills the process, which ends well then, however far it has come.
  package func kill() {
    wasKilled = true
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Sends the process a signal.
  package func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

  /// Waits until the process has said some lines, or has come to its end.
  package func wait(forLines count: Int) {
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return }
      said += data
    }
  }

  /// Everything that the process says, up to its end, in whole lines.
  ///
  /// - Throws: A `Failure` if the process did not end well; one that was killed with `kill()` did.
  package func lines() throws -> [String] {
    said += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // What follows the last line feed is a line that was cut off.
    let lines = String(decoding: said, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    let (status, isCrash) = (
      process.terminationStatus, process.terminationReason == .uncaughtSignal
    )
    let endedWell = isCrash ? wasKilled && status == SIGKILL : status == 0
    guard endedWell else {
      throw Failure(
        program: process.executableURL?.lastPathComponent ?? "",
        arguments: process.arguments ?? [], status: status, isCrash: isCrash, lines: lines)
    }
    return lines
  }
}
