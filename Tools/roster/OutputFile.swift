import Foundation
import RosterJSON
import RosterText

/// Standard output or a file, with a buffer.
///
/// A file is written beside its place and replaces what is there when it is whole (``finish()``): one that
/// is cut off, because the disk is full, is not taken for it.
final class OutputFile {
  private let name: String
  /// Where the file is until it is whole, and where it is to be; `nil` for what is written in place.
  private var unfinished: (path: String, target: String)?
  private let descriptor: Int32
  /// Whether people read it as it is written.
  let isTerminal: Bool
  private var buffer: [UInt8] = []

  /// Standard output.
  init() {
    name = "standard output"
    descriptor = STDOUT_FILENO
    isTerminal = isatty(STDOUT_FILENO) == 1
  }

  /// - Parameter path: The file to write, standard output if `nil`.
  convenience init(path: String?) throws {
    if let path { try self.init(creating: path) } else { self.init() }
  }

  private init(creating path: String) throws {
    name = path
    isTerminal = false
    if let (target, mode) = Self.replaceable(path) {
      let beside = "\(target)-unfinished-\(UUID().uuidString.prefix(8))"
      descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw Self.failure(path) }
      unfinished = (beside, target)
      if let mode { fchmod(descriptor, mode) }
    } else {
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      guard descriptor >= 0 else { throw Self.failure(path) }
    }
  }

  /// What a new file replaces: nothing, or a file, with its mode. A link stays, and what it leads to is
  /// replaced. Returns `nil` for what can only be written in place: a device, a pipe, or a file in a folder
  /// without the right to write; and for a file that may not be written at all, which says so.
  private static func replaceable(_ path: String) -> (target: String, mode: mode_t?)? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return (path, nil) }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let resolved = realpath(path, nil)
    else { return nil }
    defer { free(resolved) }
    let target = String(cString: resolved)
    let folder = URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false)
    guard !target.hasPrefix("/dev/"), access(target, W_OK) == 0, access(folder, W_OK) == 0 else {
      return nil
    }
    return (target, status.st_mode & 0o7777)
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
    if let unfinished { unlink(unfinished.path) }
  }

  func write(_ append: (inout [UInt8]) -> Void) throws {
    append(&buffer)
    if isTerminal || buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes a line for people.
  func writeLine(_ line: String) throws {
    try write { bytes in
      bytes.append(contentsOf: line.safe.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes lines for people.
  func writeLines(_ lines: [String]) throws {
    for line in lines { try writeLine(line) }
  }

  /// Writes a line for programs.
  func writeLine(_ value: JSONValue) throws {
    try write { bytes in
      value.appendCanonical(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  func flush() throws {
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(
          descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EPIPE { throw ClosedPipe() }
      guard count > 0 || errno == EINTR else { throw Self.failure(name) }
      written += max(0, count)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, and gives a file its name: it is whole.
  func finish() throws {
    try flush()
    guard let (path, target) = unfinished else { return }
    guard rename(path, target) == 0 else { throw Self.failure(name) }
    unfinished = nil
  }

  /// Flushes the output of `print`, which bypasses all output files.
  ///
  /// - Throws: The errors of `flush`. `print` itself reports no errors.
  static func flushPrinted() throws {
    guard fflush(nil) != 0 else { return }
    if errno == EPIPE { throw ClosedPipe() }
    throw failure("standard output")
  }

  private static func failure(_ name: String) -> CommandFailure {
    CommandFailure(
      ExitStatus.input, "\(name): cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// The reader of the output has stopped reading, as `head` does.
struct ClosedPipe: Error {}
