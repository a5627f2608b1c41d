internal import RosterConcurrency

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder in which the bytes of pictures are kept from one run to the next, as the server has sent
/// them.
///
///     let folder = ImageFolder(path: "/home/anna/.cache/feed/pictures")
///
/// Several processes may use it. A file is written under another name, and renamed when it is
/// complete. A file that is damaged, cut short, too old, or not of this folder, counts as missing
/// and is removed. If the folder cannot be read or written, pictures are downloaded: nothing fails.
///
/// The bounds hold within a sixteenth of the size for each process that writes.
public final class ImageFolder: Sendable {
  /// Where it is.
  public let path: String
  /// The largest sum of the sizes of all files. The files that were used last stay.
  public let byteCountMax: Int
  /// How long a file is good for after it was written.
  public let ageMax: Duration
  private let now: @Sendable () -> Int64
  private let usage = Guarded(Usage())

  /// What is known of the size of the folder.
  private struct Usage {
    /// The sum of the sizes; `nil` before the folder was looked through.
    var byteCount: Int?
    /// How much this process has written since then.
    var writtenByteCount = 0
    var isTrimming = false
  }

  /// Names a folder. It is made when the first picture is written.
  ///
  /// - Parameters:
  ///   - path: Where it is. Other files in it are left alone.
  ///   - byteCountMax: The largest sum of the sizes of all files.
  ///   - ageMax: How long a file is good for after it was written.
  ///   - now: Returns the time in seconds since 1970; `nil` for that of the system.
  public init(
    path: String, byteCountMax: Int = 200_000_000, ageMax: Duration = .seconds(30 * 86_400),
    now: (@Sendable () -> Int64)? = nil
  ) {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.byteCountMax = max(0, byteCountMax)
    self.ageMax = ageMax
    self.now = now ?? { Int64(time(nil)) }
  }

  // MARK: Reading

  /// Returns the bytes of an address; `nil` if they are not there, or not good.
  ///
  /// It blocks, as all methods here do.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - byteCountMax: More bytes are not read.
  func bytes(of address: String, byteCountMax: Int) -> [UInt8]? {
    let file = "\(path)/\(FolderEntry.name(of: address))"
    let lengthMax = byteCountMax + FolderEntry.headerLength + address.utf8.count
    guard let bytes = PlainFile.read(file, lengthMax: lengthMax) else {
      if let status = PlainFile.status(of: file), status.byteCount > lengthMax { unlink(file) }
      return nil
    }
    guard let entry = FolderEntry(file: bytes), entry.address == address, !isTooOld(entry.time)
    else {
      // Another process may have replaced it by a good one by now, which is downloaded again then.
      unlink(file)
      return nil
    }
    // What was used last stays longest.
    PlainFile.setTime(of: file, to: now())
    return entry.bytes
  }

  private func isTooOld(_ time: Int64) -> Bool {
    let age = now() - time
    // A file out of the future was written under a wrong clock.
    return age > ageMax.components.seconds || age < -86_400
  }

  // MARK: Writing

  /// Keeps the bytes of an address, as far as that works.
  func keep(_ bytes: [UInt8], of address: String) {
    let entry = FolderEntry(address: address, time: now(), bytes: bytes)
    let file = entry.file
    guard file.count <= byteCountMax, PlainFile.makeFolder(path) else { return }
    let name = FolderEntry.name(of: address)
    let draft = "\(path)/\(name)\(Self.draftMark)\(getpid())-\(UInt64.random(in: 0...(.max)))"
    guard PlainFile.write(file, to: draft), rename(draft, "\(path)/\(name)") == 0 else {
      unlink(draft)
      return
    }
    PlainFile.setTime(of: "\(path)/\(name)", to: now())
    if noteWritten(file.count) { trim() }
  }

  /// Removes the bytes of an address.
  func discard(_ address: String) { unlink("\(path)/\(FolderEntry.name(of: address))") }

  /// Notes how much was written, and returns whether the folder is to be looked through.
  private func noteWritten(_ byteCount: Int) -> Bool {
    usage.withLock { usage in
      usage.writtenByteCount += byteCount
      usage.byteCount = usage.byteCount.map { $0 + byteCount }
      let isDue = usage.byteCount.map { $0 > byteCountMax } ?? true
      // Others write too.
      guard isDue || usage.writtenByteCount > byteCountMax / 16, !usage.isTrimming else {
        return false
      }
      usage.isTrimming = true
      return true
    }
  }

  // MARK: Trimming

  /// Removes what is too old, and then what was not used for the longest time, until there is room.
  public func trim() {
    let now = now()
    var files: [(name: String, status: PlainFile.Status)] = []
    for name in PlainFile.names(in: path) {
      guard let status = PlainFile.status(of: "\(path)/\(name)") else { continue }
      if Self.isDraft(name) {
        // A process that was killed does not come back to it.
        if now - status.time > 3_600 { unlink("\(path)/\(name)") }
      } else if FolderEntry.isName(name) {
        if isTooOld(status.time) { unlink("\(path)/\(name)") } else { files.append((name, status)) }
      }
    }
    var sum = files.reduce(0) { $0 + $1.status.byteCount }
    files.sort { ($0.status.time, $0.name) < ($1.status.time, $1.name) }
    if sum > byteCountMax {
      // Some more than necessary, so that the next picture has room.
      for file in files where sum > byteCountMax - byteCountMax / 16 {
        unlink("\(path)/\(file.name)")
        sum -= file.status.byteCount
      }
    }
    usage.withLock { usage in
      usage.byteCount = sum
      usage.writtenByteCount = 0
      usage.isTrimming = false
    }
  }

  private static let draftMark = ".draft-"

  private static func isDraft(_ name: String) -> Bool {
    guard let mark = name.firstRange(of: draftMark) else { return false }
    return FolderEntry.isName(String(name[..<mark.lowerBound]))
  }
}
