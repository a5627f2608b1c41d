package import Foundation

/// The program `sqlite3`, with which people read and write files.
package struct SQLiteShell: Sendable {
  private let program: URL

  /// Finds the program; `nil` if it is not installed.
  package init?() {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let found = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("sqlite3") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    program = found
  }

  /// Runs the program on a file, and returns what it prints.
  ///
  /// - Parameters:
  ///   - options: What precedes the path among its arguments.
  ///   - path: The file.
  ///   - sql: Statements, of which it does no more after one that fails.
  ///   - hidesErrors: Whether it prints nothing about statements that fail.
  package func run(
    _ options: [String] = [], on path: String, _ sql: String, hidesErrors: Bool = false
  ) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["-batch", "-init", "/dev/null"] + options + [path, sql]
    process.standardOutput = output
    if hidesErrors { process.standardError = FileHandle.nullDevice }
    try process.start()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
