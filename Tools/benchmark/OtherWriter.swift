import Dispatch
import Foundation
import GRDB

/// Another process, which writes rows of a table when it is asked to, and knows nothing of lists.
final class OtherWriter {
  private let process = Process()
  private let questions = Pipe()
  private let answers = Pipe()

  init(_ path: String) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--write-rows-of", path]
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    try? questions.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Asks the process to change a row.
  func ask() throws { try questions.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  /// Waits until the row is written, and returns when the process began to write it.
  func start() throws -> DispatchTime {
    var line = Data()
    while let byte = try answers.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    guard let start = UInt64(String(decoding: line, as: UTF8.self)) else {
      throw BareDatabase.Failure(message: "the other process has ended")
    }
    return DispatchTime(uptimeNanoseconds: start)
  }

  /// What the process does: it changes a row for each line that it reads, and prints when it began.
  static func run(_ path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    // As a pool writes.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    var number = 0
    while readLine() != nil {
      let start = DispatchTime.now().uptimeNanoseconds
      try queue.write { try ApplicationBenchmark.changeRow($0, number, "of another process") }
      try FileHandle.standardOutput.write(contentsOf: Data("\(start)\n".utf8))
      number += 1
    }
  }
}
