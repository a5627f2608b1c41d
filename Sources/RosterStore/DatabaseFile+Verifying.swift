internal import CSQLite
internal import Migrations
internal import RosterCore

/// The checks of a file before it is opened.
extension DatabaseFile {
  /// The `application_id` of a Roster database: "RSTR".
  static let applicationID: UInt32 = 0x5253_5452

  /// The oldest format that can be read without a migration.
  private static let oldestFormat = 1
  /// The first format that has states.
  static let formatOfStates = 2
  /// The first format whose journal records what undo and redo revert.
  static let formatOfSteps = 3
  /// The first format that has states of headers and footers.
  static let formatOfSupplementStates = 4
  /// The first format whose lists have a seal.
  static let formatOfSeals = 5
  /// The first format whose journal has scopes of undo.
  static let formatOfScopes = 6
  /// The columns of the journal that they have.
  static let columnsOfScopes: Set = ["step_scope", "scope_undo", "scope_redo"]
  /// The first format whose items can have keys.
  static let formatOfKeys = 7
  /// The columns that they have.
  static let columnsOfKeys: Set = ["model_key", "keys_from"]
  /// The first format whose journal names the parts of changes in other lists.
  static let formatOfParts = 8
  /// The columns that it has for them.
  static let columnsOfParts: Set = ["parts"]
  /// The first format that records its steps in a table of its own.
  static let formatOfOwnSteps = 9
  /// The first format whose journal says how many bytes were written.
  static let formatOfWrittenCounts = 9
  /// The column that it has for that.
  static let columnsOfWrittenCounts: Set = ["written"]
  /// The first format whose lists say how many items their pages have, and whose items name a page from which they
  /// are found.
  static let formatOfPageSizes = 9
  /// The column that it has for that.
  static let columnsOfPageSizes: Set = ["page_capacity"]
  /// The first format that has tables of what devices know of their hubs.
  static let formatOfDevices = 10
  /// The first format that has tables of what hubs know of devices.
  static let formatOfHubs = 11
  /// The first format in which these have digests of settled changes.
  static let formatOfSettledDigests = 12
  /// The column that it has for them.
  static let columnsOfSettledDigests: Set = ["digests"]

  /// Inspects a file without changing it. One exception: when the file is opened for writing,
  /// SQLite rolls back a transaction that a crash has interrupted.
  ///
  /// Opening a file for writing switches it to the write-ahead log. So a file that is not a Roster
  /// database must be refused before.
  ///
  /// - Returns: What the tables of lists are called: it may be the database of an application, which has lists beside
  ///   its own tables.
  static func verify(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> TableNames {
    let exists = try path.verify(
      isReadOnly: configuration.isReadOnly, mustExist: !configuration.createsFile)
    guard exists, !path.hasJournalOfCreation, let header = try header(of: path) else {
      if exists, !configuration.createsFile { throw empty(path) }
      return .plain
    }
    let isOurs = header.applicationID == applicationID
    guard !isOurs || header.userVersion <= Migration.all.count else {
      throw newer(path, format: Int(header.userVersion))
    }
    if isOurs, !configuration.isReadOnly, path.hasRollbackJournal {
      try recover(path, configuration)
    }
    // A file that may not be a Roster database is read as it is.
    let isAtRest = !isOurs || !path.hasRollbackJournal
    var names = TableNames.plain
    try look(at: path, configuration, isAtRest: isAtRest) { database in
      let id = try database.integer("PRAGMA application_id") ?? 0
      if UInt32(truncatingIfNeeded: id) == applicationID {
        try verifySteps(of: database, path, isReadOnly: configuration.isReadOnly)
      } else if try ApplicationDatabase.isInstalled(in: database) {
        try ApplicationDatabase.verifySchema(of: database, path)
        names = .prefixed
      } else if try header.applicationID != 0 || !isEmpty(database) {
        throw foreign(path)
      } else if !configuration.createsFile {
        throw empty(path)
      }
    }
    return names
  }

  /// Reads the header of a file; `nil` if the file is empty.
  ///
  /// A power cut during a checkpoint can damage the first page, of which the log still has an
  /// intact copy. SQLite then reads the header from the log. The page can be damaged in such a way
  /// that it is still a header, with a number that was written in part:
  ///
  ///     "RSTR"    52 53 54 52
  ///     before    00 00 00 00
  ///     torn      00 00 00 52
  private static func header(of path: DatabasePath) throws -> DatabaseHeader? {
    do throws(StorageError) {
      guard let header = try DatabaseHeader(path) else { return nil }
      let isWell =
        header.applicationID == applicationID && header.userVersion <= Migration.all.count
      return isWell || !path.hasWriteAheadLog ? header : .unknown
    } catch {
      guard error.code == .notADatabase, path.hasWriteAheadLog else { throw error }
      return .unknown
    }
  }

  /// Reads a file through SQLite without leaving files behind.
  private static func look(
    at path: DatabasePath, _ configuration: SQLiteConfiguration, isAtRest: Bool,
    _ body: (StoreConnection) throws -> Void
  ) throws {
    // A reader of a file in write-ahead mode leaves two empty files behind. Where no log exists,
    // the main file has all content and can be read as immutable. If another process begins to
    // write it in the meantime, the result may be inconsistent; `open` then looks again.
    let isImmutable = isAtRest && !path.hasWriteAheadLog
    let connection = try StoreConnection(
      opening: isImmutable ? path.address + "?immutable=1" : path.literal,
      flags: SQLITE_OPEN_READONLY | (isImmutable ? SQLITE_OPEN_URI : 0))
    defer { connection.close() }
    try prepare(connection, path, configuration)
    try connection.inTransaction(.deferred) {
      try connection.withBoundedSteps { try body(connection) }
    }
  }

  /// Lets SQLite roll back an interrupted transaction, which it does before it reads anything.
  private static func recover(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws {
    try connect(path, configuration, isReadOnly: false).close()
  }

  private static func verifySteps(
    of database: StoreConnection, _ path: DatabasePath, isReadOnly: Bool
  ) throws {
    let taken = try verifySchema(of: database, path)
    guard !isReadOnly || taken.completedCount >= oldestFormat else {
      throw StorageError(
        .readOnly,
        "\(path.path): of an older format; open it for writing once to bring it up to date")
    }
  }

  /// Verifies that this version made what the file has, before anything of it is read.
  ///
  /// - Returns: The steps that the file has taken.
  @discardableResult
  static func verifySchema(of database: StoreConnection, _ path: DatabasePath) throws -> TakenSteps
  {
    try verifyFormat(of: database, path)
    let schema = try DatabaseSchema(ListConnection(database, .plain))
    if let impostor = try schema.impostors(among: [stepTable, formerStepTable]).first {
      throw notOurs(path, impostor)
    }
    let taken = try takenSteps(database)
    // A later version may have given a table another form.
    try verifyFormat(of: database, taken, path)
    if let impostor = try schema.impostors().first { throw notOurs(path, impostor) }
    return taken
  }

  /// Returns whether a database is empty, except for what an interrupted creation leaves.
  private static func isEmpty(_ database: StoreConnection) throws -> Bool {
    guard try DatabaseSchema(ListConnection(database, .plain)).hasOnlyStepTable() else {
      return false
    }
    let taken = try takenSteps(database)
    return taken.known.isEmpty && taken.later == nil
  }

  /// The error for a file whose schema Roster did not make, so that reading it may never end.
  static func notOurs(_ path: DatabasePath, _ finding: String) -> StorageError {
    StorageError(
      .corrupt,
      "\(path.path): \(finding), so nothing of it was read or changed; restore the file from a copy, "
        + "or save what can be read with \"roster salvage\"")
  }

  private static func empty(_ path: DatabasePath) -> StorageError {
    StorageError(
      .notADatabase,
      "\(path.path): empty, there is no list in it. Open it for writing to create one")
  }

  private static func foreign(_ path: DatabasePath) -> StorageError {
    StorageError(
      .notADatabase,
      "\(path.path): a SQLite database, but not one of Roster's; nothing was changed")
  }
}
