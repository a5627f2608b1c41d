import Foundation
import RosterTestSupport
import Testing

/// The program that stands beside the tests, in a process of its own.
struct StoreChild {
  let process = Process()
  private let output = Pipe()

  init(_ arguments: String...) throws {
    let executable: URL = try #require(Self.executable)
    process.executableURL = executable
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// The program is built into the folder of the test program.
  private static var executable: URL? {
    let candidates = [
      URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL,
      Bundle(for: TemporaryFolder.self).bundleURL,
    ]
    return candidates.map {
      $0.deletingLastPathComponent().appendingPathComponent("RosterStoreChild")
    }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Everything that the process says, up to its end, in whole lines.
  func lines() throws -> [String] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // What follows the last line feed is a line that was cut off.
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
  }
}
