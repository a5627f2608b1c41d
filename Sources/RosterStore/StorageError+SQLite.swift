internal import GRDB
internal import RosterCore

extension StorageError {
  /// What an error of the database means for the user of a list.
  ///
  /// - Parameter path: The file, which every message names.
  init(_ error: any Error, path: String) {
    if let error = error as? StorageError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "\(path): \(error)", cause: error)
      return
    }
    let (code, message) = Self.meaning(of: error)
    self.init(code, "\(path): \(message)", cause: error)
  }

  private static func meaning(of error: DatabaseError) -> (Code, String) {
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return (.notADatabase, "not a SQLite database")
    case .SQLITE_CORRUPT:
      return (
        .corrupt,
        "the database is damaged (\(detail)); restore it from a copy, or dump what is left of it"
      )
    case .SQLITE_CANTOPEN:
      return (
        .unreadable,
        "cannot be opened; do the file and its folder exist, and may you read and write them?"
      )
    case .SQLITE_READONLY, .SQLITE_PERM:
      return (.readOnly, "may not be written (\(detail)); check the rights of file and folder")
    case .SQLITE_FULL:
      return (.full, "no room left; nothing was changed. Make room and try again")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return (.busy, "another connection is writing; nothing was changed. Try again later")
    case .SQLITE_CONSTRAINT where error.message?.contains("journal.id") == true:
      return (.stale, "another writer has changed the list; open it again")
    case .SQLITE_IOERR:
      return (.failed, "reading or writing failed (\(detail)); nothing was changed")
    default:
      return (.failed, detail)
    }
  }
}
