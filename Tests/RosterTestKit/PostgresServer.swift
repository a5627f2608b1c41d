import Foundation

/// A PostgreSQL server for tests: `Tools/postgres-server`, which ends with this process.
///
/// Unchecked because of the lines that are read, which the lock guards.
package final class PostgresServer: @unchecked Sendable {
  /// Where the server is, as libpq reads it.
  package let connection: String
  /// The same as an address: `postgres://roster@/postgres?host=FOLDER`.
  package var address: String {
    let parts = connection.split(separator: " ").map { $0.split(separator: "=")[1] }
    return "postgres://\(parts[2])@/\(parts[1])?host=\(parts[0])"
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let lock = NSLock()
  private var schemaCount = 0

  /// The server did not start, or has ended.
  package struct Failure: Error, CustomStringConvertible {
    package let description = "Tools/postgres-server has ended; its message stands above"
  }

  /// The server of all tests that do not kill it; `nil` if it does not start.
  package static let shared = try? PostgresServer()

  /// Whether PostgreSQL is installed on this machine.
  package static let isInstalled: Bool = {
    let manager = FileManager.default
    let versions = try? manager.contentsOfDirectory(atPath: "/usr/lib/postgresql")
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return versions?.isEmpty == false
      || folders.contains { manager.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// Why tests have no lists on a server, `nil` if they have.
  package static var missing: String? {
    #if Postgres
      isInstalled ? nil : "PostgreSQL is not installed"
    #else
      "built without the trait Postgres"
    #endif
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: Settings of the server beside those of all tests, as `wal_level=logical`.
  ///   - diskSize: The number of megabytes of a disk that only its data is on. It needs root on Linux.
  package init(_ settings: [String] = [], diskSize: Int? = nil) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    process.executableURL = root.appending(path: "Tools/postgres-server").standardized
    // Nothing here survives the machine, so nothing is synced.
    process.arguments =
      (diskSize.map { ["--disk", "\($0)"] } ?? [])
      + (["fsync=off", "max_connections=150"] + settings).map { "-c \($0)" }
    process.standardInput = input
    process.standardOutput = output
    try process.start()
    guard let line = Self.line(output) else { throw Failure() }
    connection = line
  }

  /// The folder of the server, in which its files are in `data`.
  package var folder: Substring { connection.dropFirst("host=".count).prefix { $0 != " " } }

  /// The lines that the server has written to its log.
  package func logLines() throws -> [Substring] {
    try String(contentsOfFile: "\(folder)/log", encoding: .utf8).split(separator: "\n")
  }

  /// A name for a schema that no other test has.
  package func newSchema() -> String {
    lock.withLock {
      schemaCount += 1
      return "test \(schemaCount)"
    }
  }

  /// Ends the server at once, as a crash would.
  package func kill() throws { try tell("kill") }

  /// Starts the server again.
  package func start() throws { try tell("start") }

  /// Stops all processes of the server where they are.
  package func pause() throws { try tell("pause") }

  /// Lets the processes of a paused server go on.
  package func resume() throws { try tell("resume") }

  /// Fills the disk of the server.
  package func fillDisk() throws { try tell("fill") }

  /// Takes away what filled the disk.
  package func emptyDisk() throws { try tell("empty") }

  /// Starts a replica that follows the server asynchronously.
  ///
  /// - Returns: Where the replica is, as libpq reads it.
  package func startReplica() throws -> String { try "\(connection) port=\(tell("replica"))" }

  /// Makes a server of the replica, which follows no longer.
  package func promoteReplica() throws { try tell("promote") }

  /// - Returns: What the script says when it has done that.
  @discardableResult
  private func tell(_ order: String) throws -> String {
    try lock.withLock {
      try input.fileHandleForWriting.write(contentsOf: Data("\(order)\n".utf8))
      guard let line = Self.line(output) else { throw Failure() }
      return line
    }
  }

  private static func line(_ output: Pipe) -> String? {
    var bytes = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      if byte == Data([UInt8(ascii: "\n")]) { return String(decoding: bytes, as: UTF8.self) }
      bytes += byte
    }
    return nil
  }

  deinit { try? input.fileHandleForWriting.close() }
}
