internal import Foundation
internal import GRDB
internal import Migrations
internal import RosterCore

/// What a file must be before it is opened for writing, and how it is opened.
enum DatabaseFile {
  /// The `application_id` of a Roster database: "RSTR".
  static let applicationID = 0x5253_5452

  // MARK: Verifying

  /// Looks at a file without changing it.
  ///
  /// Opening for writing switches a file to the write-ahead log, so whatever is not ours must be
  /// refused before.
  static func verify(_ path: String, mayCreate: Bool) throws {
    guard let size = try fileSize(path) else {
      guard mayCreate else { throw StorageError(.unreadable, "\(path): no such file") }
      return
    }
    if size == 0 { return }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { database in
      let id = try Int.fetchOne(database, sql: "PRAGMA application_id")
      guard id == applicationID else {
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        if isEmpty, id == 0 { return }
        throw StorageError(
          .notADatabase, "\(path): a SQLite database, but not one of Roster's; nothing was changed")
      }
      let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard format <= Migration.all.count else {
        throw StorageError(
          .newerFormat,
          "\(path): written by a newer Roster (format \(format), this one knows "
            + "\(Migration.all.count)); nothing was changed. Use the newer version")
      }
    }
  }

  private static func fileSize(_ path: String) throws -> Int? {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return nil
    }
    guard !isDirectory.boolValue else {
      throw StorageError(.unreadable, "\(path): a folder, not a file")
    }
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  // MARK: Opening

  static func open(
    _ path: String, _ configuration: SQLiteConfiguration
  ) throws -> any DatabaseReader & DatabaseWriter & Sendable {
    let pool = try DatabasePool(path: path, configuration: settings(configuration))
    guard !configuration.isReadOnly else { return pool }
    try migrate(pool)
    try pool.writeWithoutTransaction { database in
      // Once more after opening: the pool sets NORMAL itself, after `prepareDatabase`.
      try database.execute(sql: "PRAGMA synchronous = \(configuration.durability.pragma)")
      if let pageCountMax = configuration.pageCountMax {
        try database.execute(sql: "PRAGMA max_page_count = \(pageCountMax)")
      }
    }
    return pool
  }

  private static func settings(_ configuration: SQLiteConfiguration) -> Configuration {
    var settings = Configuration()
    settings.label = "roster"
    settings.readonly = configuration.isReadOnly
    settings.busyMode = .timeout(configuration.busyTimeout)
    settings.maximumReaderCount = 4
    return settings
  }

  private static func migrate(_ pool: DatabasePool) throws {
    var migrator = DatabaseMigrator()
    for migration in Migration.all {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    try migrator.migrate(pool)
  }
}

extension SQLiteConfiguration.Durability {
  fileprivate var pragma: String {
    switch self {
    case .full: "FULL"
    case .normal: "NORMAL"
    }
  }
}
