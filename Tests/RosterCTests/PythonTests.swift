import Foundation
import RosterTestKit
import Testing

/// The package for Python, on the library of this build.
@Suite("Python")
struct PythonTests {
  private static func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
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

  /// Whether there is a Python that the package is for.
  private static let hasPython: Bool = {
    let asked = try? run(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])
    return asked?.status == 0
  }()

  @Test(.enabled(if: hasPython, "Python 3.10 runs the package"))
  func itsTestsPass() throws {
    try #require(BuiltLibrary.path != nil, "swift build builds the library with the tests")
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tools/python/tests").standardized.path(percentEncoded: false)
    let (status, text) = try Self.run(["-m", "unittest", "discover", "-s", tests])
    #expect(status == 0, "\(text)")
    #expect(text.contains("Ran ") && text.contains("OK"), "\(text)")
  }
}
