internal import RosterCore

/// The pages of a database file and its write-ahead log, read without SQLite. So files that SQLite
/// refuses to open can be read, and no files are written beside them.
struct DatabaseImage {
  /// The number of bytes of a page that can hold cells.
  let usableSize: Int
  /// The numbers of the pages behind the first one, ascending. A log may name pages of any number, so these
  /// are the ones that are there.
  let pageNumbers: [Int]
  /// How much of what does not fit into its own page may still be read.
  let overflow: OverflowBudget
  /// The number of commits at the end of the log that cannot be read.
  private(set) var lostCommitCount = 0

  /// Whether the file has other names, beside which there may be logs that are not read.
  let hasOtherNames: Bool

  private let main: SystemFile
  private let log: SystemFile?
  private let pageSize: Int
  /// The offsets of the newest committed copies of pages in the log.
  private var logged: [Int: Int] = [:]

  /// - Throws: `unreadable` if the file cannot be read.
  init(_ path: DatabasePath) throws(StorageError) {
    _ = try path.verifyIsReadable(mustExist: true)
    hasOtherNames = path.hasOtherNames
    main = try Self.file(path.literal)
    log = path.hasWriteAheadLog ? try Self.file(path.log) : nil
    let frames = log.flatMap { WriteAheadFrames($0) }
    let header = main.bytes(0..<100)
    pageSize = frames?.pageSize ?? Self.pageSize(in: header)
    let reserved = header.number(at: 20, byteCount: 1)
    usableSize = pageSize - (reserved <= pageSize - 480 ? reserved : 0)
    logged = frames?.places ?? [:]
    let count = max(main.count / pageSize, 1)
    pageNumbers = Array(2..<count + 1) + logged.keys.filter { $0 > count }.sorted()
    overflow = OverflowBudget(byteCount: 4 * (main.count + (log?.count ?? 0)))
    lostCommitCount = frames?.lostCommitCount ?? 0
  }

  private static func file(_ path: String) throws(StorageError) -> SystemFile {
    do throws(SystemError) {
      return try SystemFile(path)
    } catch {
      throw StorageError(.unreadable, "\(path): cannot be read", cause: error)
    }
  }

  /// Returns the page size in the header, or that of Roster's files if the header has none.
  private static func pageSize(in header: [UInt8]) -> Int {
    guard header.count == 100 else { return 4_096 }
    let size = header.number(at: 16, byteCount: 2)
    if size == 1 { return 65_536 }
    return size >= 512 && size & (size - 1) == 0 ? size : 4_096
  }

  /// Returns the bytes of a page, `nil` if the page does not exist.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0 else { return nil }
    if let log, let place = logged[number] {
      let bytes = log.bytes(place..<place + pageSize)
      return bytes.count == pageSize ? bytes : nil
    }
    let start = (number - 1) * pageSize
    guard start < main.count else { return nil }
    let bytes = main.bytes(start..<start + pageSize)
    return bytes + [UInt8](repeating: 0, count: pageSize - bytes.count)
  }

  /// Returns the pages that are free, as far as the file records them.
  func freePages() -> Set<Int> {
    var free: Set<Int> = []
    guard let header = page(1) else { return free }
    var trunk = header.number(at: 32, byteCount: 4)
    while trunk > 0, free.insert(trunk).inserted, let bytes = page(trunk) {
      let count = min(bytes.number(at: 4, byteCount: 4), usableSize / 4 - 2)
      for index in 0..<max(0, count) { free.insert(bytes.number(at: 8 + index * 4, byteCount: 4)) }
      trunk = bytes.number(at: 0, byteCount: 4)
    }
    return free
  }

  /// The format of the file; `nil` if its header is not that of a Roster database.
  var format: Int? {
    guard let header = page(1), header.starts(with: Array("SQLite format 3\0".utf8)),
      header.number(at: 68, byteCount: 4) == Int(DatabaseFile.applicationID)
    else { return nil }
    return header.number(at: 60, byteCount: 4)
  }
}

/// How many bytes of a salvage may come from pages behind that of their row.
///
/// In a sound file each of these pages belongs to one row. Forged rows can all lead to the same pages:
///
///     row ⇉ page → page → …
///     row ⇗
///
/// Some pages of a tree are read more than once, so the bound is some times the length of the file.
final class OverflowBudget {
  private var byteCount: Int

  init(byteCount: Int) { self.byteCount = byteCount }

  /// Takes bytes if there are as many left, and returns whether it has.
  func take(_ count: Int) -> Bool {
    guard count <= byteCount else { return false }
    byteCount -= count
    return true
  }
}

extension [UInt8] {
  /// Returns a number of up to seven bytes, the highest first; 0 beyond the end.
  func number(at offset: Int, byteCount: Int) -> Int {
    guard offset >= 0, offset + byteCount <= count else { return 0 }
    return self[offset..<offset + byteCount].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The frames of a write-ahead log up to the last complete commit.
private struct WriteAheadFrames {
  let pageSize: Int
  private(set) var places: [Int: Int] = [:]
  private(set) var lostCommitCount = 0

  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// - Returns: `nil` if the log does not exist.
  init?(_ log: SystemFile) {
    let header = log.bytes(0..<Self.headerLength)
    guard header.count == Self.headerLength else { return nil }
    let magic = header.number(at: 0, byteCount: 4)
    let size = header.number(at: 8, byteCount: 4)
    guard magic & ~1 == 0x377f_0682, size >= 512, size <= 65_536, size & (size - 1) == 0 else {
      return nil
    }
    pageSize = size
    var sum = LogChecksum(isBigEndian: magic & 1 == 1)
    sum.add(header[0..<24])
    guard sum.isSame(as: header[24..<32]) else { return nil }
    readFrames(log, salts: header[16..<24], &sum)
  }

  /// Reads one frame after the other: the log may be larger than the database.
  private mutating func readFrames(
    _ log: SystemFile, salts: ArraySlice<UInt8>, _ sum: inout LogChecksum
  ) {
    var pending: [Int: Int] = [:]
    var isWhole = true
    var start = Self.headerLength
    let length = Self.frameHeaderLength + pageSize
    while start + length <= log.count {
      defer { start += length }
      let frame = log.bytes(start..<start + length)
      // Frames of an earlier log have other salts.
      guard frame.count == length, frame[8..<16].elementsEqual(salts) else { break }
      let commit = frame.number(at: 4, byteCount: 4)
      sum.add(frame[0..<8])
      sum.add(frame[Self.frameHeaderLength...])
      isWhole = isWhole && sum.isSame(as: frame[16..<24])
      guard isWhole else {
        if commit > 0 { lostCommitCount += 1 }
        continue
      }
      pending[frame.number(at: 0, byteCount: 4)] = start + Self.frameHeaderLength
      if commit > 0 {
        places.merge(pending) { $1 }
        pending = [:]
      }
    }
  }
}

/// The checksum of the frames of a write-ahead log, as SQLite's file format defines it.
private struct LogChecksum {
  private let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      first = first &+ word(bytes, at: place) &+ second
      second = second &+ word(bytes, at: place + 4) &+ first
      place += 8
    }
  }

  private func word(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    let word = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return isBigEndian ? word : word.byteSwapped
  }

  func isSame(as bytes: ArraySlice<UInt8>) -> Bool {
    let stored = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return stored == UInt64(first) << 32 | UInt64(second)
  }
}
