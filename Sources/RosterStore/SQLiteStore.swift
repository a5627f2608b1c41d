public import RosterCore
internal import RosterConcurrency
internal import RosterRows

/// A file that holds named lists, or a place in memory that does.
///
/// Opening for writing migrates a file of an older format. A file that is not a Roster database, or
/// that a newer Roster wrote, is refused and stays untouched. If a newer Roster migrates a file that is
/// open, the next write throws `newerFormat`, and nothing is written.
public final class SQLiteStore: ListStore, JointStorage {
  /// The path of the file; `:memory:` if there is none.
  public let path: String
  /// How the file was opened.
  public let configuration: SQLiteConfiguration
  /// The file that the path led to when it was opened. In memory only messages name it.
  let file: DatabasePath
  let pool: any StoreConnections
  /// The connections that read lists. A file is read by connections of the store's own: a transaction of the application
  /// does not decide what they see, and they do not wait for the application's readers.
  let readers: any StoreConnections
  /// What the tables are called.
  let names: TableNames
  /// Whether the connections that write are those of an application.
  let isGuest: Bool
  /// The label of the queue on which an application writes; `nil` if the connections are the store's own.
  private let writerLabel: String?
  /// `nil` in memory.
  let files: OpenedFiles?
  let commitWatches = CommitWatches()
  let writing: Writing
  /// The transaction of an application in which lists are changed as well.
  let hosting = Hosting()
  let gate = SuspensionGate()
  /// The lists that have texts, whose words are indexed when they are written.
  let indexedLists = Guarded<Set<Int>>([])
  /// Made when it is needed first.
  let wordMatcher = Guarded<WordMatcher?>(nil)

  /// Opens a file, and creates it if it does not exist.
  ///
  /// A path is never more than a path: SQLite's `:memory:` and `file:` addresses are refused, and so is
  /// `~/`, which a shell replaces. ``inMemory(configuration:)`` makes a store in memory.
  ///
  /// - Throws: A `StorageError` with a code of its own for each kind of failure: `unreadable`,
  ///   `notADatabase`, `newerFormat`, `corrupt`, `readOnly`, `full`, `busy`. If the file is removed
  ///   or replaced afterwards, later calls throw `replaced`.
  public init(
    path: String, configuration: SQLiteConfiguration = SQLiteConfiguration()
  ) throws(StorageError) {
    self.path = path
    self.configuration = configuration
    let checkpoint = LogCheckpoint(configuration.durability)
    writing = Writing(checkpoint)
    (isGuest, writerLabel) = (false, nil)
    file = DatabasePath(path: path)
    do {
      let pool: OwnConnections
      (pool, names) = try DatabaseFile.open(file, configuration)
      files = try OpenedFiles(of: pool, file, configuration)
      if !configuration.isReadOnly { pool.write(checkpoint.observe) }
      (self.pool, readers) = (pool, pool)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Makes a store in memory, which begins without lists: for tests, for previews, and for what need not last.
  ///
  ///     let store = try SQLiteStore.inMemory()
  ///     if let list = try store.list(named: "inbox") {
  ///       let inbox = try ListDataSource<Message, Day, Never>(.stored(list))
  ///       print(inbox.snapshot.itemCount)
  ///     }
  ///
  /// Its lists do what those of a file do, by the same code on the same database, and nothing is written to
  /// a disk. They go when the store is closed, or when it and its lists are released. A data source that is
  /// closed does not take its list along: another one can open it again in the same store. Each store is one
  /// of its own, which nothing outside the process can open.
  ///
  /// Reads and commits take turns: a ``check(journalTail:)`` or a ``vacuum()`` makes commits wait, and
  /// waits for them.
  ///
  /// - Parameter configuration: The maximum number of pages. Durability and timeout mean nothing here: the
  ///   lists survive no crash, and no other connection holds a lock.
  /// - Throws: `unreadable` if the configuration lets nothing be created.
  public static func inMemory(
    configuration: SQLiteConfiguration = SQLiteConfiguration()
  ) throws(StorageError) -> SQLiteStore {
    try SQLiteStore(inMemory: configuration)
  }

  private init(inMemory configuration: SQLiteConfiguration) throws(StorageError) {
    path = MemoryDatabase.name
    self.configuration = configuration
    writing = Writing(nil)
    names = .plain
    (isGuest, writerLabel) = (false, nil)
    file = DatabasePath(path: path)
    files = nil
    do {
      let queue = try MemoryDatabase.open(configuration)
      (pool, readers) = (queue, queue)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Opens the lists in the database of an application, and writes them by the connections of the application. What
  /// commits guarantee, and when the log is moved into the file, is up to these.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `nil` in memory.
  ///   - configuration: How long a commit waits for another process; the rest means nothing here.
  /// - Throws: `notADatabase` if the connections only read, and there are no tables of lists.
  package init(
    beside connections: any HostConnections, path: String?, _ configuration: SQLiteConfiguration
  ) throws(StorageError) {
    self.path = path ?? MemoryDatabase.name
    var configuration = configuration
    configuration.isReadOnly = connections.isReadOnly
    self.configuration = configuration
    writing = Writing(nil)
    names = .prefixed
    isGuest = true
    file = DatabasePath(path: self.path)
    pool = connections
    do {
      readers =
        try path == nil ? connections : connections.readers(file.path)
      writerLabel = try ApplicationDatabase.open(
        connections, readers, file, busyTimeout: configuration.busyTimeout)
      files = try path == nil ? nil : OpenedFiles(of: readers, file, configuration)
    } catch {
      throw StorageError(error, path: self.path)
    }
  }

  /// Whether the caller is in a write of the application.
  package var isHeldByCaller: Bool { writerLabel.map { CurrentThread.queueLabel == $0 } ?? false }

  /// Whether the lists are in the database of an application, beside its tables.
  package var isOfApplication: Bool { names == .prefixed }

  /// Whether the lists are in memory and not in a file.
  var isInMemory: Bool { files == nil }

  /// Returns the lists in the file, by name.
  ///
  /// - Complexity: O(leaf pages of the file).
  public func lists() throws(StorageError) -> [StoredListSummary] {
    try read { database in
      var lists: [StoredListSummary] = []
      try database.cachedPrepared(Self.summarySQL).forEachRow {
        lists.append(StoredListSummary($0))
      }
      return lists
    }
  }

  private static let summarySQL = """
    SELECT
      name,
      coalesce((SELECT max(journal.id) & \(1 << RowKey.numberBits - 1) FROM journal
        WHERE journal.id BETWEEN list.id << \(RowKey.numberBits)
          AND (list.id << \(RowKey.numberBits)) + \((1 << RowKey.numberBits) - 1)), 0) AS revision,
      (SELECT count(*) FROM section WHERE section.list = list.id) AS sections,
      (SELECT coalesce(sum(leaf.count), 0) FROM leaf
        WHERE leaf.id BETWEEN list.id << \(RowKey.numberBits)
          AND (list.id << \(RowKey.numberBits)) + \((1 << RowKey.numberBits) - 1)) AS items
    FROM list WHERE \(RemovedList.sqlIsThere) ORDER BY name
    """

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - name: Its name in the file.
  ///   - create: Whether to create the list if it does not exist.
  /// - Returns: `nil` if the list does not exist and was not to be created.
  public func list(named name: String, create: Bool = true) throws(StorageError) -> SQLiteList? {
    try list(named: name, create: create, .standard)
  }

  package func storedList(
    named name: String, create: Bool
  ) throws(StorageError) -> (any StoredList)? {
    try list(named: name, create: create)
  }

  /// Opens a list.
  ///
  /// - Parameter pageSizes: How many items the pages of the list have if it is created.
  package func list(
    named name: String, create: Bool, _ pageSizes: PageSizes
  ) throws(StorageError) -> SQLiteList? {
    try name.requireListName(in: path)
    if let id = try listID(name) { return SQLiteList(self, id: id, name: name) }
    guard create else { return nil }
    try write { database, _ in
      // Another connection may have created it in the meantime.
      guard try listID(name, database) == nil else { return }
      let last = try database.integer("SELECT max(id) FROM list") ?? 0
      guard last < RowKey.listMax else {
        throw StorageError(.full, "\(path): a file holds at most \(RowKey.listMax) lists")
      }
      try database.cachedPrepared("INSERT INTO list (id, name) VALUES (?, ?)").run(last + 1, name)
      try ListSeal(pageSizes).write(ofList: last + 1, named: name, database)
      // The number that it keeps is not the last one any more.
      try database.cachedPrepared("DELETE FROM list WHERE name = ?").run(RemovedList.name)
      let count = 1 - database.database.changesCount
      try database.cachedPrepared("UPDATE file SET list_count = list_count + ?").run(count)
    }
    guard let id = try listID(name) else { return nil }
    return SQLiteList(self, id: id, name: name)
  }

  /// Returns what the file's format has; a file of an older format may be open for reading.
  ///
  /// Each call asks the file, because another process may migrate it.
  func format(_ database: ListConnection) throws -> ListFormat {
    guard configuration.isReadOnly else { return ListFormat() }
    return ListFormat(ofFile: try formatNumber(database))
  }

  /// Returns the number of the format.
  func formatNumber(_ database: ListConnection) throws -> Int {
    if names == .prefixed { return try DatabaseFile.takenSteps(database.database).completedCount }
    var number = 0
    try database.cachedPrepared("PRAGMA user_version").forEachRow { number = $0.integer(0) }
    return number
  }

  /// Returns the tables of models and states that the file's format has.
  func valueTables(_ database: ListConnection) throws -> [ValueTable] {
    let format = try format(database)
    return ValueTable.allCases.filter { table in
      switch table {
      case .items, .sections: true
      case .states: format.hasStates
      case .supplementStates: format.hasSupplementStates
      }
    }
  }

  private func listID(_ name: String) throws(StorageError) -> Int? {
    try read { try listID(name, $0) }
  }

  private func listID(_ name: String, _ database: ListConnection) throws -> Int? {
    try database.integer("SELECT id FROM list WHERE name = ?", [name])
  }

  /// Rewrites the file without its free pages, and so returns them to the file system.
  ///
  /// This is a full vacuum: it needs as much room as the file, and no other connection can write
  /// meanwhile. Roster has no incremental vacuum. Its map of pages would make every commit slower,
  /// and later commits use the free pages anyway.
  ///
  /// In memory, it frees what the pages take.
  ///
  /// In the database of an application, it is the application's to do.
  ///
  /// - Throws: `busy`, `full`, `readOnly`, `replaced`, `newerFormat`; `failed` in the database of an application.
  /// - Complexity: O(file).
  public func vacuum() throws(StorageError) {
    guard names == .plain else {
      throw StorageError(
        .failed, "\(path): the database is an application's, which alone decides when to vacuum it")
    }
    // Statements that were prepared before the vacuum must be prepared again at their next use. A
    // rollback may then lack the memory for it.
    defer { releaseMemory() }
    try accessing { () throws(StorageError) in try rewrite() }
  }

  private func rewrite() throws(StorageError) {
    do {
      try pool.write { database in
        try verifyIsOpen(database)
        try files?.verify()
        try writing.verifyFormat(of: ListConnection(database, names), file)
        defer { writing.forgetStatements() }
        try database.execute("VACUUM")
        if isInMemory { return }
        // The vacuum has written the whole file into the log. A commit begins the log anew, and with
        // this limit it becomes as short as that commit. SQLite writes no page for an update that changes
        // nothing.
        try writing.checkpoint?.run(takingLockOf: database)
        try database.execute("PRAGMA journal_size_limit = 0")
        defer { try? database.execute("PRAGMA journal_size_limit = -1") }
        try database.inTransaction(.immediate) {
          try database.execute("UPDATE file SET list_count = list_count + 1")
          try database.execute("UPDATE file SET list_count = list_count - 1")
        }
      }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Returns the number of bytes of the file that are in use, and of those that later commits can
  /// use.
  ///
  /// - Throws: If the file cannot be read.
  public func byteCounts() throws(StorageError) -> (used: Int, free: Int) {
    try read { database in
      func number(_ name: String) throws -> Int {
        try database.integer("PRAGMA \(name)") ?? 0
      }
      let size = try database.database.pageSize
      let free = try number("freelist_count")
      return try ((number("page_count") - free) * size, free * size)
    }
  }

  /// Frees what the store's own connections keep only to be faster.
  func releaseMemory() { (pool as? OwnConnections)?.releaseMemory() }

  /// Closes the file. Later calls throw `closed`. In memory, the lists go. The database of an application stays open.
  public func close() throws(StorageError) {
    do {
      guard !isGuest else {
        hosting.close()
        letGo()
        if !isInMemory { try readers.close() }
        return
      }
      pool.write { _ in writing.end() }
      try pool.close()
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Whether the file was closed.
  var isClosed: Bool {
    isGuest ? hosting.isClosed : pool.write { $0.handle == nil }
  }

  /// The file itself, the same for all of its paths; in memory, the store.
  package var identity: String { files?.identity ?? "memory, \(ObjectIdentifier(self))" }

  /// Calls `handler` soon after the file was written, by any process. It may also call it without a write.
  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    isInMemory ? commitWatches.watch(handler) : FileWatch(path: file.log, handler)
  }

  deinit {
    if isGuest { letGo() } else { pool.write { _ in writing.end() } }
  }

  /// Gives up the statements, where alone the connection may be used. The caller may be there already.
  private func letGo() {
    (pool as? any HostConnections)?.writeSoon { [writing] _ in writing.end() }
  }
}
