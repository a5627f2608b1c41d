internal import Foundation
internal import GRDBSQLite
internal import RosterCore

/// The first bytes of a SQLite file, read without a lock: looking at a file leaves no trace.
///
/// They are read through SQLite's own access to files. A process that closes a descriptor of a file
/// loses all the locks that it has on that file, those of its other connections among them; SQLite
/// knows of these, and keeps the descriptor open.
///
/// What is still in the write-ahead log is not seen here, so a file that looks right may turn out
/// to be newer; one that looks wrong is.
struct DatabaseHeader {
  /// The number by which applications know their files; 0 if it was not set.
  let applicationID: UInt32
  /// The format of the file, as the application counts it.
  let userVersion: UInt32

  private static let length = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// - Returns: `nil` if the file is empty.
  /// - Throws: `notADatabase` if it does not begin as SQLite files do.
  init?(_ path: DatabasePath) throws(StorageError) {
    let bytes = try Self.firstBytes(of: path)
    if bytes.isEmpty { return nil }
    guard bytes.count == Self.length, bytes.starts(with: Self.magic) else {
      throw StorageError(.notADatabase, "\(path.path): not a SQLite database; nothing was changed")
    }
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    userVersion = number(at: 60)
    applicationID = number(at: 68)
  }

  /// - Returns: Fewer bytes than a header has if the file is shorter.
  private static func firstBytes(of path: DatabasePath) throws(StorageError) -> [UInt8] {
    var connection: OpaquePointer?
    // Of a file that nobody changes SQLite wants no locks.
    let uri = URL(fileURLWithPath: path.literal).absoluteString + "?immutable=1"
    var result = sqlite3_open_v2(uri, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
    defer { sqlite3_close(connection) }
    var file: UnsafeMutablePointer<sqlite3_file>?
    if result == SQLITE_OK {
      result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    }
    var bytes: [UInt8] = []
    if result == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee {
      var count: sqlite3_int64 = 0
      result = methods.xFileSize?(file, &count) ?? SQLITE_IOERR
      bytes = [UInt8](repeating: 0, count: Int(min(count, sqlite3_int64(length))))
      if result == SQLITE_OK, !bytes.isEmpty {
        result = methods.xRead?(file, &bytes, Int32(bytes.count), 0) ?? SQLITE_IOERR
      }
    }
    guard result == SQLITE_OK else {
      let reason = String(cString: sqlite3_errstr(result))
      throw StorageError(.unreadable, "\(path.path): cannot be read: \(reason)")
    }
    return bytes
  }
}
