#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A number by which the system says why a call has failed.
struct SystemError: Error, Hashable, CustomStringConvertible {
  let code: CInt

  /// Why the last call of this thread that failed did so.
  static var last: SystemError { SystemError(code: errno) }

  var description: String { String(cString: strerror(code)) }
}

/// A file of which parts are read when they are needed, without SQLite. A mapped file would end the process if it got
/// shorter, or if the disk could not read a part of it.
final class SystemFile: Sendable {
  private let descriptor: CInt
  /// The number of bytes when it was opened.
  let count: Int

  init(_ path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    let end = lseek(descriptor, 0, SEEK_END)
    if end < 0 {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    count = Int(clamping: end)
  }

  deinit { close(descriptor) }

  /// Returns bytes: none if they cannot be read, fewer at the end of the file.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { count = 0 }
        if read <= 0 { return }
        count += read
      }
    }
  }
}

extension SystemFile {
  /// Returns the names of what is in a folder; none if it cannot be read.
  static func names(inFolder path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
