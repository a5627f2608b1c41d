internal import CSQLite
internal import RosterCore

/// The first bytes of a SQLite file, read without a lock and without the write-ahead log. Reading
/// them leaves no trace.
///
/// The header does not show what is still in the write-ahead log. So a file with a good header may
/// turn out to be newer, but a file with a bad header is bad.
///
/// The bytes are read through SQLite, never through a descriptor of our own. When a process closes
/// any descriptor of a file, the system drops all locks that the process has on the file, including
/// those of a store that has it open. Another process would then consider itself the last one and
/// remove the log.
struct DatabaseHeader {
  /// The number by which applications mark their files; 0 if it was not set.
  let applicationID: UInt32
  /// The application's number for the format of the file.
  let userVersion: UInt32
  /// Whether the file is marked as one whose commits are in a write-ahead log.
  let isInWriteAheadMode: Bool

  /// The header of a file whose first page is unreadable.
  static let unknown = DatabaseHeader()

  private static let length = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  private init() {
    applicationID = 0
    userVersion = 0
    isInWriteAheadMode = false
  }

  /// Reads the header of a file that is not open yet.
  ///
  /// - Returns: `nil` if the file is empty.
  /// - Throws: `notADatabase` if it does not begin as SQLite files do.
  init?(_ path: DatabasePath) throws(StorageError) {
    var connection: OpaquePointer?
    // Opening alone neither locks the file nor reads the log.
    let code = sqlite3_open_v2(path.literal, &connection, SQLITE_OPEN_READONLY, nil)
    defer { sqlite3_close(connection) }
    guard code != SQLITE_NOMEM else {
      throw StorageError(.failed, "\(path.path): no memory left; free some and try again")
    }
    guard code == SQLITE_OK else {
      throw path.cannotBeOpened(errno: sqlite3_system_errno(connection))
    }
    try self.init(of: connection, path)
  }

  /// Reads the header of the file that a connection has open.
  init?(of connection: OpaquePointer?, _ path: DatabasePath) throws(StorageError) {
    guard let bytes = Self.bytes(of: connection) else {
      throw StorageError(.unreadable, "\(path.path): cannot be read; is the disk damaged?")
    }
    if bytes.isEmpty { return nil }
    guard bytes.count == Self.length, bytes.starts(with: Self.magic) else {
      throw StorageError(.notADatabase, "\(path.path): not a SQLite database; nothing was changed")
    }
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    isInWriteAheadMode = bytes[18] == 2 && bytes[19] == 2
    userVersion = number(at: 60)
    applicationID = number(at: 68)
  }

  /// Returns the first bytes of the file, fewer if it is shorter; `nil` if they cannot be read.
  private static func bytes(of connection: OpaquePointer?) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return nil }
    var size: sqlite3_int64 = 0
    guard methods.pointee.xFileSize?(file, &size) == SQLITE_OK else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(length, Int(size)))
    let count = CInt(bytes.count)
    guard count == 0 || methods.pointee.xRead?(file, &bytes, count, 0) == SQLITE_OK else {
      return nil
    }
    return bytes
  }
}
