internal import CSQLite
internal import RosterCore
internal import RosterRows

extension StorageError {
  /// Makes the error that a user of a list gets for an error of the database.
  ///
  /// - Parameter path: The file, which every message names.
  init(_ error: any Error, path: String) {
    if let error = error as? StorageError {
      self = error
      return
    }
    if let error = error as? RemovedList.Missed {
      self = error.error(in: path)
      return
    }
    let (code, message) =
      switch error {
      case let error as any SQLiteFailure: Self.meaning(of: error)
      case let error as DamagedRow: Self.damaged(error.description)
      case is PreparedStatement.MissingRow: Self.damaged("a row that the list relies on is missing")
      case is StoreConnection.UnexpectedValue:
        Self.damaged("a value has another type than its column")
      default: (Code.failed, "\(error)")
      }
    self.init(code, "\(path): \(message)", cause: error)
  }

  private static func meaning(of error: any SQLiteFailure) -> (Code, String) {
    let detail = error.message ?? "SQLite error \(error.extendedCode)"
    switch error.code {
    case SQLITE_NOTADB:
      return (.notADatabase, "not a SQLite database; nothing was changed")
    case SQLITE_CORRUPT: return damaged(detail)
    // See `StoreConnection.withBoundedSteps`.
    case SQLITE_INTERRUPT: return damaged("its pages lead to the same pages again and again")
    case SQLITE_CANTOPEN:
      return (
        .unreadable,
        DatabasePath.isOutOfDescriptors
          ? DatabasePath.outOfDescriptors
          : "cannot be opened; do the file and its folder exist, and may you read and write them?"
      )
    // SQLITE_READONLY_ROLLBACK.
    case SQLITE_READONLY where error.extendedCode >> 8 == 3:
      return (
        .readOnly,
        "a crash has interrupted a change, which must be taken back before the list can be read; "
          + "open the file for writing once (roster check --recover), which does that. The file that "
          + "ends with -journal belongs to it and must stay beside it"
      )
    case SQLITE_READONLY, SQLITE_PERM:
      return (.readOnly, "may not be written (\(detail)); check the rights of file and folder")
    case SQLITE_FULL:
      return (.full, "no room left; nothing was changed. Make room and try again")
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      return (.busy, "locked by another connection; nothing was changed. Try again later")
    case SQLITE_CONSTRAINT: return damaged("a row contradicts the list, \(detail)")
    case SQLITE_IOERR: return failedIO(error.extendedCode, detail)
    case SQLITE_NOMEM:
      return (.failed, "no memory left; free some and try again")
    case SQLITE_TOOBIG: return (.unencodable, "a value is larger than a row may be (\(detail))")
    case SQLITE_MISUSE where error.message?.contains(text: "closed") == true:
      return (.closed, "has been closed")
    // An application can keep tables and indexes in the file that need what it alone brings.
    case SQLITE_ERROR where Self.foreignNeeds.contains(where: detail.hasPrefix):
      return (.failed, "a table beside the lists needs what only its application has (\(detail))")
    // All SQL is fixed, so a missing table or column is missing from the file.
    case SQLITE_ERROR where detail.hasPrefix("no such"): return damaged(detail)
    default:
      return (.failed, detail)
    }
  }

  private static let foreignNeeds = [
    "no such collation", "no such function", "no such module", "no query solution",
  ]

  private static func damaged(_ detail: String) -> (Code, String) {
    (
      .corrupt,
      "the database is damaged (\(detail)); restore it from a copy, or save what can be read "
        + "with \"roster salvage\""
    )
  }

  /// What SQLite adds to `SQLITE_IOERR`.
  private enum FailedIO: CInt {
    case shortRead = 2
    case write = 3
    case truncate = 6
    case sizeOfLogIndex = 19
    case corruptFileSystem = 33
  }

  private static func failedIO(_ code: CInt, _ detail: String) -> (Code, String) {
    switch FailedIO(rawValue: code >> 8) {
    case .shortRead, .corruptFileSystem: damaged(detail)
    case .sizeOfLogIndex:
      (.failed, "no room left for the index of the write-ahead log. Make room and try again")
    case .write where DatabasePath.isFileSizeLimited,
      .truncate where DatabasePath.isFileSizeLimited:
      (
        .full,
        "no room left: this process may not write larger files; nothing was changed. Raise the limit "
          + "(ulimit -f) and try again"
      )
    case _ where DatabasePath.isOutOfDescriptors: (.failed, DatabasePath.outOfDescriptors)
    default: (.failed, "reading or writing failed (\(detail))")
    }
  }
}
