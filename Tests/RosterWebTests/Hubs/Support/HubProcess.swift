#if Web
  import Foundation
  import RosterTestKit
  import Synchronization

  /// `roster hub` as a process of its own, which can be killed and started again at the same port.
  final class HubProcess: Sendable {
    private let arguments: [String]
    private let command: [String]
    private let running = Mutex<Process?>(nil)
    /// The address that the first process has told.
    let url: String
    let port: Int

    struct Failure: Error {}

    /// Starts a hub.
    ///
    /// - Parameters:
    ///   - arguments: Those of `roster hub`, without a port.
    ///   - command: What runs the hub as its arguments, and becomes it; nothing if empty.
    init(_ arguments: [String], by command: [String] = []) throws {
      self.arguments = arguments
      self.command = command
      let (process, url) = try Self.start(command, arguments, port: 0)
      guard let port = url.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
        process.terminate()
        throw Failure()
      }
      (self.url, self.port) = (url, port)
      running.withLock { $0 = process }
    }

    deinit { kill() }

    /// Ends the process as a crash would.
    func kill() {
      running.withLock { process in
        if let process { Foundation.kill(process.processIdentifier, SIGKILL) }
        process?.waitUntilExit()
        process = nil
      }
    }

    /// Stops the process where it is.
    func pause() { signal(SIGSTOP) }

    /// Lets a paused process go on.
    func resume() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
      running.withLock { process in
        if let process { Foundation.kill(process.processIdentifier, number) }
      }
    }

    /// Starts the hub again, if it was killed.
    func startAgain() throws {
      try running.withLock { process in
        if process == nil { process = try Self.start(command, arguments, port: port).process }
      }
    }

    /// Asks the process to end, and waits until it has.
    ///
    /// - Returns: Its exit code.
    func interrupt() -> Int32? {
      running.withLock { process in
        process?.interrupt()
        process?.waitUntilExit()
        defer { process = nil }
        return process?.terminationStatus
      }
    }

    private static func start(
      _ command: [String], _ arguments: [String], port: Int
    ) throws -> (process: Process, url: String) {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      let roster = try ChildProgram.url(of: "roster").path(percentEncoded: false)
      process.arguments = command + [roster, "hub"] + arguments + ["--port", "\(port)"]
      process.standardOutput = output
      try process.start()
      var line = Data()
      while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
        if byte == Data([UInt8(ascii: "\n")]) {
          return (process, String(decoding: line, as: UTF8.self))
        }
        line += byte
      }
      process.waitUntilExit()
      throw Failure()
    }
  }
#endif
