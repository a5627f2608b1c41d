import Foundation
import Testing

/// The package for Python, on the library of this build.
@Suite("Python")
struct PythonTests {
  /// The library that is built with the tests.
  private static let library: String? = {
    let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.main.bundleURL
    let folders = [executable, bundle, bundle.deletingLastPathComponent()]
    return folders.map { $0.appending(path: "libRosterC.so").path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  @Test func itsTestsPass() throws {
    let library = try #require(Self.library, "swift build builds the library with the tests")
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tools/python/tests").standardized.path(percentEncoded: false)
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", "-m", "unittest", "discover", "-s", tests]
    process.environment = ProcessInfo.processInfo.environment.merging(["ROSTER_LIBRARY": library]) {
      $1
    }
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("Ran ") && text.contains("OK"), "\(text)")
  }
}
