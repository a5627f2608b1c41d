import Foundation
import RosterTestKit
import Testing

/// The example as a running process with input and output.
final class RunningFeed {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init(database: String) throws {
    process.executableURL = URL(filePath: RosterProgram.feedPath)
    process.arguments = ["--database", database]
    process.standardInput = input
    process.standardOutput = output
    try process.start()
  }

  deinit {
    if process.isRunning { kill() }
  }

  func say(_ line: String) throws {
    try #require(process.isRunning)
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits for the next line that begins with some words.
  func expectLine(beginning words: String) throws {
    while let line = nextLine() {
      if line.hasPrefix(words) { return }
    }
    Issue.record("the output ended before \"\(words)\"")
  }

  /// The next line, which may have to be waited for; `nil` at the end.
  private func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { return nil }
      unread += chunk
    }
  }

  /// Ends the process as a power cut would, from its point of view.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Kills the process, and says how many revisions it has told of that were not yet read.
  func killAndReadRevisions() -> [Int] {
    kill()
    var revisions: [Int] = []
    while let line = nextLine() {
      if line.hasPrefix("revision "), let revision = Int(line.dropFirst(9)) {
        revisions.append(revision)
      }
    }
    return revisions
  }
}
