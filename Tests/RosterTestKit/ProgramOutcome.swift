internal import Foundation

/// What a program of the package has said, and how it has ended.
package struct ProgramOutcome {
  /// What the program ended with; `nil` if a signal ended it.
  package let exitCode: Int32?
  package let output: String
  package let errors: String

  /// Runs a program to its end.
  ///
  /// - Throws: If there is no such program, or it does not start.
  package init(of program: String, _ arguments: [String]) throws {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = try ChildProgram.url(of: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.start()
    self.output = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    // A few messages, which the pipe holds meanwhile.
    self.errors = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// What was printed, line by line.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }
}
