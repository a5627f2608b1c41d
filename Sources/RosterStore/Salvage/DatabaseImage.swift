internal import Foundation
internal import RosterCore

/// The pages of a database file and its write-ahead log, read without SQLite. So files that SQLite
/// refuses to open can be read, and no files are written beside them.
struct DatabaseImage {
  /// The number of bytes of a page that can hold cells.
  let usableSize: Int
  /// The number of pages; they are numbered from 1.
  let pageCount: Int
  /// The number of commits at the end of the log that cannot be read.
  private(set) var lostCommitCount = 0

  private let main: Data
  private let log: Data
  private let pageSize: Int
  /// The offsets of the newest committed copies of pages in the log.
  private var logged: [Int: Int] = [:]

  /// - Throws: `unreadable` if the file cannot be read.
  init(_ path: DatabasePath) throws(StorageError) {
    _ = try path.verifyIsReadable(mustExist: true)
    main = try Self.bytes(of: path.literal)
    log = path.hasWriteAheadLog ? try Self.bytes(of: path.log) : Data()
    let frames = WriteAheadFrames(log)
    pageSize = frames?.pageSize ?? Self.pageSize(in: main)
    let reserved = main.count > 20 ? Int(main[20]) : 0
    usableSize = pageSize - (reserved <= pageSize - 480 ? reserved : 0)
    pageCount = max(frames?.pageCount ?? 0, main.count / pageSize)
    logged = frames?.places ?? [:]
    lostCommitCount = frames?.lostCommitCount ?? 0
  }

  private static func bytes(of file: String) throws(StorageError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
    } catch {
      throw StorageError(.unreadable, "\(file): cannot be read", cause: error)
    }
  }

  /// Returns the page size in the header, or that of Roster's files if the header has none.
  private static func pageSize(in main: Data) -> Int {
    guard main.count >= 100 else { return 4_096 }
    let size = Int(main[16]) << 8 | Int(main[17])
    if size == 1 { return 65_536 }
    return size >= 512 && size & (size - 1) == 0 ? size : 4_096
  }

  /// Returns the bytes of a page, `nil` if the page does not exist.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= pageCount else { return nil }
    if let place = logged[number] { return [UInt8](log[place..<place + pageSize]) }
    let start = (number - 1) * pageSize
    guard start < main.count else { return nil }
    let bytes = [UInt8](main[start..<min(start + pageSize, main.count)])
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
  private(set) var pageCount = 0
  private(set) var places: [Int: Int] = [:]
  private(set) var lostCommitCount = 0

  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// - Returns: `nil` if the log does not exist.
  init?(_ log: Data) {
    guard log.count >= Self.headerLength else { return nil }
    let bytes = [UInt8](log)
    let magic = bytes.number(at: 0, byteCount: 4)
    let size = bytes.number(at: 8, byteCount: 4)
    guard magic & ~1 == 0x377f_0682, size >= 512, size <= 65_536, size & (size - 1) == 0 else {
      return nil
    }
    pageSize = size
    var sum = LogChecksum(isBigEndian: magic & 1 == 1)
    sum.add(bytes[0..<24])
    guard sum.isSame(as: bytes[24..<32]) else { return nil }
    readFrames(bytes, &sum)
  }

  private mutating func readFrames(_ bytes: [UInt8], _ sum: inout LogChecksum) {
    var pending: [Int: Int] = [:]
    var isWhole = true
    var start = Self.headerLength
    let length = Self.frameHeaderLength + pageSize
    while start + length <= bytes.count {
      defer { start += length }
      // Frames of an earlier log have other salts.
      guard bytes[start + 8..<start + 16].elementsEqual(bytes[16..<24]) else { break }
      let commit = bytes.number(at: start + 4, byteCount: 4)
      sum.add(bytes[start..<start + 8])
      sum.add(bytes[start + Self.frameHeaderLength..<start + length])
      isWhole = isWhole && sum.isSame(as: bytes[start + 16..<start + 24])
      guard isWhole else {
        if commit > 0 { lostCommitCount += 1 }
        continue
      }
      pending[bytes.number(at: start, byteCount: 4)] = start + Self.frameHeaderLength
      if commit > 0 {
        places.merge(pending) { $1 }
        pending = [:]
        pageCount = commit
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
