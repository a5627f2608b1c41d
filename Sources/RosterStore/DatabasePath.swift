internal import Foundation
internal import RosterCore

/// What the file system reports about a path.
///
/// It is asked before SQLite opens the file, because SQLite has one message, "unable to open", for
/// most problems with a path.
struct DatabasePath {
  let path: String

  /// The path in a form that SQLite reads neither as a URI nor as the name of a database in memory.
  var literal: String { path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path }

  /// The write-ahead log, which holds what is not yet in the main file. SQLite removes it when the
  /// last connection is closed.
  var log: String { literal + "-wal" }
  /// The index of the log, which all connections share. SQLite removes it with the log.
  var logIndex: String { literal + "-shm" }
  /// The old content that a transaction has replaced in a file without a write-ahead log. If it
  /// exists and no process writes, the transaction was interrupted, and SQLite rolls it back.
  var rollbackJournal: String { literal + "-journal" }

  var hasWriteAheadLog: Bool { access(log, F_OK) == 0 }
  var hasRollbackJournal: Bool { access(rollbackJournal, F_OK) == 0 }

  /// Whether a journal of a transaction exists that began with an empty file.
  ///
  /// If that transaction was interrupted, SQLite empties the file again. So the content of the file
  /// does not count; after a power cut it may be any part of the first page.
  var hasJournalOfCreation: Bool {
    guard let file = FileHandle(forReadingAtPath: rollbackJournal) else { return false }
    defer { try? file.close() }
    let bytes = [UInt8]((try? file.read(upToCount: 20)) ?? Data())
    // The magic number is followed by the number of pages in the journal, a number for checksums,
    // and the number of pages that the file had.
    return bytes.count == 20 && bytes.starts(with: Self.journalMagic)
      && bytes[16...] == [0, 0, 0, 0]
  }

  private static let journalMagic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Verifies that the file can be opened or created.
  ///
  /// - Returns: Whether the file exists.
  func verify(isReadOnly: Bool, mustExist: Bool) throws(StorageError) -> Bool {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageError(.unreadable, "\"\(path)\" is not a path")
    }
    guard let mode = try mode(of: literal) else {
      guard !mustExist else { throw StorageError(.unreadable, "\(path): no such file") }
      guard try mode(of: folder) != nil else {
        throw StorageError(.unreadable, "\(path): the folder \(folder) does not exist")
      }
      try verifyFolderIsWritable()
      return false
    }
    guard mode & S_IFMT != S_IFDIR else {
      throw StorageError(.unreadable, "\(path): a folder, not a file")
    }
    guard mode & S_IFMT == S_IFREG else {
      throw StorageError(.unreadable, "\(path): not a regular file")
    }
    guard access(literal, R_OK) == 0 else {
      throw StorageError(.unreadable, "\(path): may not be read: \(Self.reason)")
    }
    try verifyIsWritable(isReadOnly: isReadOnly)
    return true
  }

  private func verifyIsWritable(isReadOnly: Bool) throws(StorageError) {
    if !isReadOnly {
      guard access(literal, W_OK) == 0 else {
        let code = errno
        let remedy =
          code == EROFS ? "Copy it to another disk" : "Open it for reading, or change its rights"
        throw StorageError(
          .readOnly, "\(path): may not be written: \(Self.reason(code)). \(remedy)")
      }
      try verifyFolderIsWritable()
    } else if access(logIndex, F_OK) != 0, access(folder, W_OK) != 0 {
      throw StorageError(
        .readOnly,
        "\(path): the folder may not be written, which SQLite needs for reading as well: "
          + "\(Self.reason). Copy the file to another folder")
    }
  }

  private func verifyFolderIsWritable() throws(StorageError) {
    guard access(folder, W_OK | X_OK) == 0 else {
      throw StorageError(
        .readOnly,
        "\(path): the folder \(folder) may not be written, where SQLite keeps the write-ahead log: "
          + "\(Self.reason)")
    }
  }

  /// What the file system reports about the file. If it changes between two looks, a process has
  /// written the file in between.
  var appearance: Appearance {
    var status = stat()
    guard stat(literal, &status) == 0 else { return Appearance() }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Appearance(
      file: FileIdentity(status), size: Int(status.st_size), seconds: time.tv_sec,
      nanoseconds: time.tv_nsec, hasLog: hasWriteAheadLog, hasRollbackJournal: hasRollbackJournal)
  }

  struct Appearance: Equatable {
    fileprivate var file: FileIdentity?
    fileprivate var size = 0
    fileprivate var seconds = 0
    fileprivate var nanoseconds = 0
    fileprivate var hasLog = false
    fileprivate var hasRollbackJournal = false
  }

  /// Returns the mode of a file, `nil` if it does not exist.
  private func mode(of path: String) throws(StorageError) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode }
    guard errno == ENOENT else {
      throw StorageError(.unreadable, "\(self.path): cannot be reached: \(Self.reason)")
    }
    return nil
  }

  private static var reason: String { reason(errno) }

  private static func reason(_ code: CInt) -> String { String(cString: strerror(code)) }
}
