import Foundation
import RosterTestKit

/// Programs in Python, on the library of this build.
enum PythonProgram {
  /// Whether there is a Python that the package is for.
  static let isThere: Bool = {
    let asked = try? run(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])
    return asked?.status == 0
  }()

  /// The tests of the package.
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Tools/python/tests").standardized.path(percentEncoded: false)

  /// Runs a program.
  ///
  /// - Returns: Its exit status, and what it has written to standard error.
  static func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B"] + arguments
    if let library = BuiltLibrary.path {
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["ROSTER_LIBRARY": library]
      ) { $1 }
    }
    process.standardError = errors
    try process.start()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}
