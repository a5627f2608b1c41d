import Foundation

/// A file, or standard input, read in chunks.
final class InputFile {
  /// The name for messages.
  let name: String
  /// The number of bytes, `nil` if it is unknown.
  let size: Int?
  /// The number of bytes that were read.
  private(set) var position = 0
  private let descriptor: Int32

  /// - Parameter path: The path, `-` for standard input.
  init(_ path: String) throws {
    name = Self.name(path)
    guard path != "-" else {
      size = nil
      descriptor = STDIN_FILENO
      return
    }
    guard !path.isEmpty else {
      throw CommandFailure(ExitStatus.input, "the name of the file to read is empty")
    }
    descriptor = open(path, O_RDONLY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure(ExitStatus.input, "\(path): cannot be read: \(reason)")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure(ExitStatus.input, "\(path): a folder, not a file")
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// Returns the name of a path in messages.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Whether the next bytes can be read without waiting for a writer.
  var hasMore: Bool {
    guard size == nil else { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// The next bytes, `nil` at the end.
  func nextChunk() throws -> [UInt8]? {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let result = read(descriptor, buffer.baseAddress, buffer.count)
      failure = result < 0 ? errno : 0
      count = max(0, result)
    }
    guard failure == 0 || failure == EINTR else {
      throw CommandFailure(
        ExitStatus.input, "\(name): cannot be read: \(String(cString: strerror(failure)))")
    }
    if failure == EINTR { return [] }
    position += chunk.count
    return chunk.isEmpty ? nil : chunk
  }

  /// Returns the remaining bytes, if they are no more than `byteCountMax`.
  func readAll(byteCountMax: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try nextChunk() {
      bytes += chunk
      guard bytes.count <= byteCountMax else {
        throw CommandFailure(
          ExitStatus.input, "\(name): has more than \(byteCountMax) bytes, which is the limit")
      }
    }
    return bytes
  }
}
