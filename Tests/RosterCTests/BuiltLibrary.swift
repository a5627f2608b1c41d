import Foundation
import RosterTestKit

/// The library that is built with the tests.
enum BuiltLibrary {
  /// Where it lies; `nil` if it is not built.
  static let path: String? = {
    let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.main.bundleURL
    let folders = [executable, bundle, bundle.deletingLastPathComponent()]
    return folders.map { $0.appending(path: name).path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  private static var name: String { "libRosterC.so" }

  /// Runs a script of Bash in the folder of the package.
  ///
  /// - Parameter prefix: Where the scripts of `Tools` find the library, and beside which they build; `nil` if they do
  ///   not.
  /// - Returns: Its exit status, and all that it has said.
  static func run(
    _ script: String, prefix: String? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-euo", "pipefail", "-c", script]
    process.currentDirectoryURL = package
    if let prefix {
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["ROSTER_PREFIX": prefix, "ROSTER_BUILT": "\(prefix)-built"]
      ) { $1 }
    }
    (process.standardOutput, process.standardError) = (output, output)
    try process.start()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// The folder of the package.
  static let package = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The header of the interface.
  static let header = package.appending(path: "Sources/CRoster/roster.h")

  /// The programs in C that use the interface.
  static let calls = package.appending(path: "Tests/CRosterCalls/calls.c")

  /// Installs it into a folder, as `Tools/library --prefix` does.
  static func install(into folder: String) throws {
    let files = FileManager.default
    guard let path else { throw CocoaError(.fileNoSuchFile) }
    try files.createDirectory(
      atPath: "\(folder)/lib/pkgconfig", withIntermediateDirectories: true)
    try files.createDirectory(atPath: "\(folder)/include", withIntermediateDirectories: true)
    for link in [name, "libroster.so"] {
      try files.createSymbolicLink(atPath: "\(folder)/lib/\(link)", withDestinationPath: path)
    }
    try files.copyItem(
      at: header, to: URL(filePath: "\(folder)/include/roster.h"))
    let description = """
      prefix=\(folder)

      Name: roster
      Description: Ordered, transactional lists on SQLite
      Version: 1
      Libs: -L${prefix}/lib -lroster
      Cflags: -I${prefix}/include

      """
    try Data(description.utf8).write(to: URL(filePath: "\(folder)/lib/pkgconfig/roster.pc"))
  }
}
