internal import RosterCore

/// Notices that another process has brought an open file to a later format.
///
/// A commit in the old form would be valid for this version only. So each commit asks whether another
/// connection has written since the last one, which SQLite knows without reading; only then the format
/// is read again, and the schema only if it has changed.
///
/// Only the thread to which the connection that writes is lent uses it.
final class FormatWatch {
  /// What changes when another connection commits, as of the last look; `nil` before the first one.
  private(set) var dataVersion: Int?
  private var schemaVersion: Int?
  /// Whether tables of lists in a file have triggers, which may alter what a commit writes. Roster makes none, but an
  /// application that keeps tables in the file may.
  private(set) var hasTriggers = false

  /// - Throws: `newerFormat` if a later version has written the file.
  func verify(_ connection: ListConnection, _ path: DatabasePath) throws {
    let dataVersion = try number("PRAGMA data_version", connection)
    // An application may change the schema by the connection itself.
    if connection.names == .plain, dataVersion == self.dataVersion { return }
    let schemaVersion = try number("PRAGMA schema_version", connection)
    let isAltered = schemaVersion != self.schemaVersion
    if dataVersion == self.dataVersion, !isAltered { return }
    let database = connection.database
    var hasTriggers = hasTriggers
    switch connection.names {
    case .plain where isAltered:
      try DatabaseFile.verifySchema(of: database, path)
      hasTriggers = try !DatabaseSchema(connection).triggers().isEmpty
    case .plain:
      try DatabaseFile.verifyFormat(of: database, DatabaseFile.takenSteps(database), path)
    case .prefixed where isAltered: try ApplicationDatabase.verifySchema(of: database, path)
    case .prefixed: try ApplicationDatabase.verifySteps(of: database, path)
    }
    (self.dataVersion, self.schemaVersion) = (dataVersion, schemaVersion)
    self.hasTriggers = hasTriggers
  }

  private func number(_ sql: String, _ connection: ListConnection) throws -> Int {
    var number = 0
    try connection.cachedPrepared(sql).forEachRow { number = $0.integer(0) }
    return number
  }
}
