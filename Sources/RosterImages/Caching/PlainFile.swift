#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Files as the system has them: what fails returns nothing, since a cache goes on without.
enum PlainFile {
  struct Status {
    let byteCount: Int
    /// When it was last changed, in seconds since 1970.
    let time: Int64
  }

  /// Reads a file; `nil` if it is none, or longer than allowed.
  static func read(_ path: String, lengthMax: Int) -> [UInt8]? {
    // Neither does a link lead elsewhere, nor does a pipe wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= 0, status.st_size <= lengthMax
    else { return nil }
    let length = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let start = buffer.baseAddress {
        let read = pread(descriptor, start + count, length - count, off_t(count))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        count += read
      }
    }
    return bytes
  }

  /// Writes a new file, which must not exist.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var count = 0
      while count < buffer.count, let start = buffer.baseAddress {
        let written = posixWrite(descriptor, start + count, buffer.count - count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        count += written
      }
      return true
    }
    return close(descriptor) == 0 && isWritten
  }

  private static func posixWrite(
    _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, start, count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, start, count)
    #endif
  }

  static func status(of path: String) -> Status? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec.tv_sec
    #else
      let time = status.st_mtim.tv_sec
    #endif
    return Status(byteCount: Int(status.st_size), time: Int64(time))
  }

  static func setTime(of path: String, to time: Int64) {
    let seconds = timespec(tv_sec: Int(time), tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [seconds, seconds], AT_SYMLINK_NOFOLLOW)
  }

  /// The names in a folder, in any order; none if it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // The name stands behind the fields of the entry, and may be longer than it is declared.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry) + offset
      names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names
  }

  /// Makes a folder, with those around it; returns whether it is there.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return isFolder(path) }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      makeFolder(String(path[..<slash]))
    else { return false }
    return mkdir(path, 0o700) == 0 || isFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
