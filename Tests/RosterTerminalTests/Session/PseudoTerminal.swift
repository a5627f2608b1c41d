import Foundation
import RosterTestKit
import Testing

/// A terminal without a screen, and a program that runs in it.
final class PseudoTerminal {
  private let controller: Int32
  private var terminal: Int32 = -1
  private let process = Process()
  private let errors = Pipe()
  /// What the program has written since it was last asked.
  private var unread: [UInt8] = []

  struct Failure: Error {
    var call: String
    var number = errno
  }

  init() throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard controller >= 0 else { throw Failure(call: "open /dev/ptmx") }
    terminal = open(try Self.unlockedName(controller), O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { throw Failure(call: "open") }
    try resize(rows: 5, columns: 200)
  }

  /// Returns the path of the terminal that belongs to a controller.
  private static func unlockedName(_ controller: Int32) throws -> String {
    #if canImport(Darwin)
      guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
      else { throw Failure(call: "unlockpt") }
      return String(cString: name)
    #else
      // Foundation does not show `unlockpt` and `ptsname`, nor what they ask for: `TIOCSPTLCK` and
      // `TIOCGPTN`.
      var isLocked: Int32 = 0
      var number: UInt32 = 0
      guard ioctl(controller, 0x4004_5431, &isLocked) == 0,
        ioctl(controller, 0x8004_5430, &number) == 0
      else { throw Failure(call: "ioctl") }
      return "/dev/pts/\(number)"
    #endif
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    if terminal >= 0 { close(terminal) }
    close(controller)
  }

  /// Starts the program of the tests that shows what happens.
  ///
  /// - Parameter hasInput: Whether its standard input is the terminal too.
  func start(hasInput: Bool = true) throws {
    process.executableURL = try ChildProgram.url(of: ChildProgram.Part.program)
    process.arguments = [ChildProgram.Part.terminal.rawValue]
    // The tests mean its crashes; backtraces would only take time.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardInput = hasInput ? FileHandle(fileDescriptor: terminal) : FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: terminal)
    process.standardError = errors
    try process.start()
  }

  func resize(rows: UInt16, columns: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(controller, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure(call: "ioctl") }
  }

  /// The flags and control characters of the terminal.
  func attributes() throws -> [UInt64] {
    var attributes = termios()
    guard tcgetattr(terminal, &attributes) == 0 else { throw Failure(call: "tcgetattr") }
    let flags = [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
    return flags.map { UInt64($0) } + withUnsafeBytes(of: attributes.c_cc) { $0.map(UInt64.init) }
  }

  // MARK: The program

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(controller, bytes, bytes.count) == bytes.count else { throw Failure(call: "write") }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  func waitUntilStopped() throws {
    var information = siginfo_t()
    let flags = WSTOPPED | WNOWAIT
    guard waitid(P_PID, id_t(process.processIdentifier), &information, flags) == 0 else {
      throw Failure(call: "waitid")
    }
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: The signal that ended it, or its exit code.
  func waitUntilEnd() -> (signal: Int32?, code: Int32?) {
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? (status, nil) : (nil, status)
  }

  func errorText() throws -> String {
    String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  // MARK: What it writes

  /// Reads until a text has come, and returns everything up to its end.
  @discardableResult
  func read(until text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      let starts = 0..<max(0, unread.count - wanted.count + 1)
      if let start = starts.first(where: { unread[$0...].starts(with: wanted) }) {
        let end = start + wanted.count
        defer { unread.removeFirst(end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard readMore() else { throw Failure(call: "read until \(text)") }
    }
  }

  /// Reads everything that an ended program has written.
  func readToEnd() -> String {
    close(terminal)
    terminal = -1
    while readMore() {}
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads what there is, and waits for it up to a minute, so that a fault ends the test.
  private func readMore() -> Bool {
    var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 60_000) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    unread += bytes[..<count]
    return true
  }
}
