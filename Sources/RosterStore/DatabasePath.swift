internal import RosterCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the file system reports about a path.
///
/// It is asked before SQLite opens the file, because SQLite has one message, "unable to open", for
/// most problems with a path.
///
/// Names are resolved once, at the beginning, as SQLite does: the log stands beside the file that a
/// symbolic link leads to, and a link that leads elsewhere later does not matter.
///
///     path       notes.sqlite -> /data/real.sqlite
///     literal    /data/real.sqlite
///     log        /data/real.sqlite-wal
struct DatabasePath {
  /// The path as it was given, for messages.
  let path: String
  /// The path of the file itself, in a form that SQLite reads neither as a URI nor as the name of a
  /// database in memory.
  let literal: String

  init(path: String) {
    self.path = path
    literal = Self.resolved(path)
  }

  /// Follows symbolic links, also one that leads to a file that does not exist yet.
  ///
  /// - Returns: An absolute path; the given one if its folder does not exist.
  private static func resolved(_ path: String) -> String {
    var rest = path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
    guard !path.isEmpty, !path.utf8.contains(0) else { return rest }
    // As many links in a row as Linux follows; more of them are a ring, which the system reports.
    for _ in 0..<40 {
      if let real = realPath(rest) { return real }
      guard let slash = realPath(folder(of: rest)) else { return rest }
      let file = (slash == "/" ? "" : slash) + "/" + name(of: rest)
      guard let target = target(ofLink: file) else { return file }
      rest = target.hasPrefix("/") ? target : folder(of: file) + "/" + target
    }
    return rest
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the path that a symbolic link holds; `nil` if the path leads to none.
  private static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    if count < 0 { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The path as a URI, as SQLite reads it: what may mean something else in one is written as `%` and two digits.
  var address: String {
    literal.utf8.reduce(into: "file:") { address, byte in
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "/-._~".contains(character) {
        address.append(character)
      } else {
        address += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
  }

  /// The write-ahead log, which holds what is not yet in the main file. SQLite removes it when the
  /// last connection is closed.
  var log: String { literal + "-wal" }
  /// The index of the log, which all connections share. SQLite removes it with the log.
  var logIndex: String { literal + "-shm" }
  /// The old content that a transaction has replaced in a file without a write-ahead log. If it
  /// exists and no process writes, the transaction was interrupted, and SQLite rolls it back.
  var rollbackJournal: String { literal + "-journal" }

  /// All files that SQLite keeps beside the database.
  var companions: [String] { [log, logIndex, rollbackJournal] }

  var hasWriteAheadLog: Bool { access(log, F_OK) == 0 }
  var hasRollbackJournal: Bool { access(rollbackJournal, F_OK) == 0 }

  /// The length of the log; 0 if there is none.
  var logByteCount: Int {
    var status = stat()
    return stat(log, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether a journal of a transaction exists that began with an empty file.
  ///
  /// If that transaction was interrupted, SQLite empties the file again. So the content of the file
  /// does not count; after a power cut it may be any part of the first page.
  var hasJournalOfCreation: Bool {
    guard let bytes = try? SystemFile(rollbackJournal).bytes(0..<20) else { return false }
    // The magic number is followed by the number of pages in the journal, a number for checksums,
    // and the number of pages that the file had.
    return bytes.count == 20 && bytes.starts(with: Self.journalMagic)
      && bytes[16...] == [0, 0, 0, 0]
  }

  private static let journalMagic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  private var folder: String { Self.folder(of: literal) }

  /// The folder as the path names it, unless a link leads to a file of another name.
  private var shownFolder: String {
    Self.name(of: path) == Self.name(of: literal) ? Self.folder(of: path) : folder
  }

  /// Verifies that the file can be opened or created.
  ///
  /// - Returns: Whether the file exists.
  func verify(isReadOnly: Bool, mustExist: Bool) throws(StorageError) -> Bool {
    guard try verifyIsReadable(mustExist: mustExist) else {
      try verifyName()
      guard try mode(of: folder) != nil else {
        throw StorageError(.unreadable, "\(path): the folder \(shownFolder) does not exist")
      }
      try verifyFolderIsWritable()
      return false
    }
    try verifyHasOneName()
    try verifyIsWritable(isReadOnly: isReadOnly)
    return true
  }

  /// Verifies that the bytes of the file can be read, for which nothing is written beside it.
  ///
  /// - Returns: Whether the file exists.
  func verifyIsReadable(mustExist: Bool) throws(StorageError) -> Bool {
    try verifyIsPath()
    try verifyCompanions()
    guard let mode = try mode(of: literal) else {
      guard !mustExist else { throw StorageError(.unreadable, "\(path): no such file") }
      return false
    }
    guard mode & S_IFMT != S_IFDIR else {
      throw StorageError(.unreadable, "\(path): a folder, not a file")
    }
    guard mode & S_IFMT == S_IFREG else {
      throw StorageError(.unreadable, "\(path): not a regular file")
    }
    guard access(literal, R_OK) == 0 else {
      throw StorageError(.unreadable, "\(path): may not be read: \(SystemError.last)")
    }
    return true
  }

  /// Verifies that the text is meant as a path, and not as something that SQLite or a shell makes of it:
  /// a file of that name would be a list that is not found again.
  private func verifyIsPath() throws(StorageError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageError(.unreadable, "\(path.inQuotes) is not a path")
    }
    let problem: String? =
      if path == MemoryDatabase.name {
        "is no file; a program keeps a list in memory with .memory(list:) or SQLiteStore.inMemory(). Write the "
          + "path of a file"
      } else if path.hasPrefix("file:") {
        "is an address; write the path of the file"
      } else if path == "~" || path.hasPrefix("~/") {
        "begins with ~, which a shell replaces by the home folder and Roster does not; write out the folder"
      } else {
        nil
      }
    guard let problem else { return }
    throw StorageError(
      .unreadable, "\(path): \(problem), or ./\(path) if that is the name of the file")
  }

  /// Verifies that no link stands where SQLite keeps a part of the database: SQLite would write, or empty,
  /// the file that it leads to.
  private func verifyCompanions() throws(StorageError) {
    for file in companions {
      var status = stat()
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw StorageError(
        .unreadable,
        "\(path): \(file) is a symbolic link, and SQLite would write the file that it leads to; remove "
          + "the link")
    }
  }

  /// Verifies that the file has no other names.
  ///
  /// Under each name SQLite keeps a log of its own, and connections under one do not see the log of another:
  /// commits are lost, or mixed with older pages.
  private func verifyHasOneName() throws(StorageError) {
    guard hasOtherNames else { return }
    throw StorageError(
      .unreadable,
      "\(path): the file has other names (hard links), under which its log is not found; remove them, or "
        + "open a copy of the file")
  }

  /// Whether the file has other names, beside the one under which a new file is written.
  var hasOtherNames: Bool {
    var status = stat()
    guard stat(literal, &status) == 0, status.st_nlink > 1 else { return false }
    let identity = FileIdentity(status)
    let unfinished = SystemFile.names(inFolder: folder).filter {
      $0.hasPrefix(UnfinishedFile.prefix(of: Self.name(of: literal)))
        && FileIdentity("\(folder)/\($0)") == identity
    }
    // The name may have gone before the folder was read.
    guard stat(literal, &status) == 0 else { return false }
    return Int(status.st_nlink) > 1 + unfinished.count
  }

  /// Verifies that a new file does not take the name of a part of another database.
  private func verifyName() throws(StorageError) {
    guard !["-wal", "-shm", "-journal"].contains(where: literal.hasSuffix) else {
      throw StorageError(
        .unreadable,
        "\(path): under names that end in -wal, -shm or -journal SQLite keeps parts of other "
          + "databases; choose another name")
    }
  }

  private func verifyIsWritable(isReadOnly: Bool) throws(StorageError) {
    if !isReadOnly {
      guard access(literal, W_OK) == 0 else {
        let reason = SystemError.last
        let remedy =
          reason.code == EROFS
          ? "Copy it to another disk" : "Open it for reading, or change its rights"
        throw StorageError(
          .readOnly, "\(path): may not be written: \(reason). \(remedy)")
      }
      // SQLite gives them the rights that the file has when they are made.
      for file in [log, logIndex] where access(file, F_OK) == 0 && access(file, W_OK) != 0 {
        throw StorageError(
          .readOnly,
          "\(path): \(file) beside it may not be written: \(SystemError.last). Give it the rights of the file"
        )
      }
      try verifyFolderIsWritable()
    } else if access(logIndex, F_OK) != 0, access(folder, W_OK) != 0 {
      throw StorageError(
        .readOnly,
        "\(path): the folder may not be written, which SQLite needs for reading as well: "
          + "\(SystemError.last). Copy the file to another folder")
    }
  }

  private func verifyFolderIsWritable() throws(StorageError) {
    guard access(folder, W_OK | X_OK) == 0 else {
      throw StorageError(
        .readOnly,
        "\(path): the folder \(shownFolder) may not be written, where SQLite keeps the write-ahead "
          + "log: \(SystemError.last)")
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
      throw StorageError(.unreadable, "\(self.path): cannot be reached: \(SystemError.last)")
    }
    return nil
  }
}
