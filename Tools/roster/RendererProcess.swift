import Dispatch
import Foundation
import RosterRendererKit

/// A renderer in a process of its own, which reads lines from its standard input and writes lines to
/// its standard output.
///
/// It never waits longer than its time limit, keeps no more than a bounded number of bytes, and
/// kills the process with everything that it has started in the end.
final class RendererProcess: RendererUnderTest {
  /// The maximum length of what the renderer has said and was not read yet.
  private static let byteCountMax = 1 << 24
  /// How much of what it writes to standard error is kept for messages.
  private static let wordCountMax = 2_000

  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle
  private let errors: FileHandle
  private let hasEnded = DispatchSemaphore(value: 0)
  private let timeout: Int
  private var said: [UInt8] = []
  /// Where the search for the next line feed goes on.
  private var searchStart = 0
  private var words: [UInt8] = []
  private var isInputOpen = true
  private var isOutputOpen = true
  private var areErrorsOpen = true
  /// Until when the answer to the last line must be there.
  private var deadline = DispatchTime.now()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program, by its path or a name that is searched in `PATH`, and its arguments.
  ///   - timeout: The seconds that it has for each answer.
  init(_ command: [String], timeout: Int) throws {
    self.timeout = timeout
    let pipes = (Pipe(), Pipe(), Pipe())
    input = pipes.0.fileHandleForWriting
    output = pipes.1.fileHandleForReading
    errors = pipes.2.fileHandleForReading
    process.executableURL = try Self.executable(command.first ?? "")
    process.arguments = Array(command.dropFirst())
    process.standardInput = pipes.0
    process.standardOutput = pipes.1
    process.standardError = pipes.2
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    do {
      try process.run()
    } catch {
      throw CommandFailure(
        ExitStatus.input, "\(command.first ?? ""): cannot be started: \(error.localizedDescription)"
      )
    }
    try? pipes.0.fileHandleForReading.close()
    try? pipes.1.fileHandleForWriting.close()
    try? pipes.2.fileHandleForWriting.close()
    for file in [input, output, errors] {
      _ = fcntl(file.fileDescriptor, F_SETFL, fcntl(file.fileDescriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  private static func executable(_ name: String) throws -> URL {
    let folders =
      name.contains("/")
      ? [""]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
    for folder in folders where isProgram(folder + name) { return URL(filePath: folder + name) }
    throw CommandFailure(
      ExitStatus.input,
      name.contains("/")
        ? "\(name): not a program that can be run"
        : "\(name): no such program in PATH; a program elsewhere is named by its path: ./\(name)")
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }

  // MARK: Lines

  func send(_ line: [UInt8]) throws(RendererFailure) {
    deadline = .now() + .seconds(timeout)
    var rest = line[...]
    while isInputOpen, !rest.isEmpty {
      // It may be writing itself, and go on only when that is read.
      try wait(forRoom: true, "it does not read its input")
      let count = rest.withUnsafeBytes { write(input.fileDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EPIPE {
        // What it has said before may tell why.
        isInputOpen = false
        deadline = min(deadline, .now() + .seconds(1))
        return
      }
      rest = rest.dropFirst(max(0, count))
    }
  }

  func receive() throws(RendererFailure) -> [UInt8] {
    while true {
      if let end = said[searchStart...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(said[..<end])
        said.removeSubrange(...end)
        searchStart = 0
        return line
      }
      searchStart = said.count
      guard isOutputOpen else { throw ended("it has closed its output") }
      try wait(
        forRoom: false,
        isInputOpen ? "it has not answered in \(timeout) seconds" : "it has closed its input")
    }
  }

  /// Waits until something can be read or written, and reads it.
  private func wait(
    forRoom: Bool, _ reason: String
  ) throws(RendererFailure) {
    var requests = [
      pollfd(fd: isOutputOpen ? output.fileDescriptor : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsOpen ? errors.fileDescriptor : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forRoom ? input.fileDescriptor : -1, events: Int16(POLLOUT), revents: 0),
    ]
    let now = DispatchTime.now()
    guard now < deadline else { throw RendererFailure(reason + heard) }
    let rest = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1
    guard poll(&requests, nfds_t(requests.count), Int32(rest)) > 0 else { return }
    if requests[0].revents != 0 { try readOutput() }
    if requests[1].revents != 0 { readErrors() }
  }

  private func readOutput() throws(RendererFailure) {
    guard let chunk = Self.chunk(of: output) else {
      isOutputOpen = false
      return
    }
    said += chunk
    guard said.count <= Self.byteCountMax else {
      throw RendererFailure("it has said more than \(Self.byteCountMax) bytes at once")
    }
  }

  private func readErrors() {
    guard let chunk = Self.chunk(of: errors) else {
      areErrorsOpen = false
      return
    }
    words = (words + chunk).suffix(Self.wordCountMax)
  }

  /// Returns the next bytes, none if there are none yet; `nil` at the end.
  private static func chunk(of file: FileHandle) -> [UInt8]? {
    var isAtEnd = false
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let result = read(file.fileDescriptor, buffer.baseAddress, buffer.count)
      isAtEnd = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
      count = max(0, result)
    }
    return isAtEnd ? nil : chunk
  }

  // MARK: The end

  /// Closes the input, and kills the program unless it ends soon.
  func end() {
    try? input.close()
    // Whatever is left to be said is not heard, so that it does not wait for a reader.
    try? output.close()
    let isLate = hasEnded.wait(timeout: .now() + .seconds(1)) == .timedOut
    kill(-process.processIdentifier, SIGKILL)
    if isLate {
      kill(process.processIdentifier, SIGKILL)
      hasEnded.wait()
    }
    try? errors.close()
  }

  /// Returns why a program that can no longer be talked to has ended, as far as it has.
  private func ended(_ reason: String) -> RendererFailure {
    guard hasEnded.wait(timeout: .now() + .seconds(1)) == .success else {
      return RendererFailure(reason + heard)
    }
    // The end is waited for once more when the run is over.
    hasEnded.signal()
    let status = process.terminationStatus
    let end =
      process.terminationReason == .uncaughtSignal
      ? "it was ended by signal \(status)" : "it has ended with exit status \(status)"
    return RendererFailure(end + heard)
  }

  /// The last of what it has written to standard error.
  private var heard: String {
    while areErrorsOpen {
      let before = words
      readErrors()
      if words == before { break }
    }
    let text = String(decoding: words, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return text.isEmpty ? "" : "; its last words: \(text)"
  }
}
