public import GRDB
internal import RosterConcurrency
internal import RosterCore
public import RosterEngine
internal import RosterRows
internal import RosterStore

/// A table of an application as a list: an item for each row.
///
///     let todos = try roster.table(Todo.self)
///     for try await batch in try todos.list.batches() { show(batch) }
///
/// Whatever writes the table becomes a batch: the application by GRDB, a cascade, a trigger, another process, a shell.
/// The rows that change are noted in the transaction that changes them. A write of the ``RosterDatabase`` takes up all
/// notes in its own transaction. After any other commit, one change of the list takes them up soon; a crash between the
/// two leaves notes, which the next opening takes up.
///
/// The list follows for as long as this or the list is kept.
///
/// The list has one section. Rows stand in the order in which they were first seen, by their keys if at once. An item
/// keeps its identity while its row keeps its key; a row that is removed and inserted again in between is updated. The
/// list has a copy of each row, so earlier snapshots stay readable, unless it is opened with ``TableModels/rows``. It
/// cannot be changed itself (`keptUp`), and undo passes over it.
public final class TableList<Model: Sendable, Output: Sendable>: Sendable {
  /// The list, whose items have the primary keys of their rows as keys.
  public let list: ListDataSource<Model, String, Output>

  private let following: TableFollowing<Model, Output>

  fileprivate init(
    _ list: ListDataSource<Model, String, Output>, _ following: TableFollowing<Model, Output>
  ) {
    self.list = list
    self.following = following
  }

  /// Returns once the list has everything that was committed to the table before.
  ///
  /// - Throws: Why the list cannot be brought up to date: a row that the record cannot be read from say.
  public func bringUpToDate() async throws { try await following.bringUpToDate(comparesAll: false) }

  /// Compares all rows with the list, and returns once it has what the table has.
  ///
  /// It finds what was written without triggers: by a program that has switched them off, or that has put another file in
  /// the place of the database.
  ///
  /// - Throws: As ``bringUpToDate()``.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public func compareAll() async throws { try await following.bringUpToDate(comparesAll: true) }

  /// Why the list could not be brought up to date the last time; `nil` if it could.
  public var failure: (any Error)? { following.failure }

  /// Waits for what is queued, and closes the list. Rows that change are noted nevertheless, for the next opening.
  public func close() async {
    following.stopLooking()
    await list.close()
  }
}

extension RosterDatabase {
  /// Opens a table of the application as a list.
  ///
  ///     let todos = try roster.table(Todo.self)
  ///
  /// The first time, this makes triggers that note which rows change, and a list with an item for each row. They are
  /// made again if a migration has replaced the table.
  ///
  /// - Parameters:
  ///   - record: What the rows are read as.
  ///   - name: The name of the list; that of the table if it is left out.
  ///   - configuration: The limits of the list.
  /// - Throws: `failed` if the table has no primary key of one column that is never null, is a view or a virtual table,
  ///   or has a unique index of an expression; or if the list is not one that shows a table. `inUse`, `busy`, `readOnly`.
  ///   What reading a row throws.
  /// - Complexity: O(*n* log *n*) for *n* rows the first time, and if the record has other columns than the list has of
  ///   the rows; O(*k* log *n*) otherwise, for *k* rows that were noted since.
  public func table<Record>(
    _ record: Record.Type, list name: String? = nil,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws -> TableList<Record, Never>
  where Record: FetchableRecord & EncodableRecord & TableRecord & Sendable {
    try table(record, .copied, list: name, configuration: configuration)
  }

  /// Opens a table of the application as a list with outputs.
  ///
  /// See ``table(_:list:configuration:)``.
  ///
  /// - Parameter generate: Makes the output for a row. It runs when the row is committed, on several threads at once.
  public func table<Record, Output>(
    _ record: Record.Type, list name: String? = nil,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Record, GenerationContext) -> Output
  ) throws -> TableList<Record, Output>
  where Record: FetchableRecord & EncodableRecord & TableRecord & Sendable {
    try table(record, .copied, list: name, configuration: configuration, generate: generate)
  }

  /// Opens a table of the application as a list, with copies of its rows as models or without.
  ///
  ///     let photos = try roster.table(Photo.self, .rows)
  ///
  /// A list keeps the kind of models with which it was made, in all processes: one that has copies is opened with
  /// ``TableModels/copied``, and one that has none with ``TableModels/rows`` or ``TableModels/rows(copying:)``.
  ///
  /// - Parameters:
  ///   - record: What the rows are read as.
  ///   - models: What the items have of the rows.
  ///   - name: The name of the list; that of the table if it is left out.
  ///   - configuration: The limits of the list.
  /// - Throws: As ``table(_:list:configuration:)``; `failed` if the list has models of another kind.
  /// - Complexity: That of ``table(_:list:configuration:)``.
  public func table<Record, Model>(
    _ record: Record.Type, _ models: TableModels<Record, Model>, list name: String? = nil,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws -> TableList<Model, Never> {
    try open(models, name, configuration) { list, codec, key, configuration throws(StorageError) in
      try ListDataSource(
        storage: list, codec: codec, sectionCodec: TextCodec(), key: key,
        configuration: configuration)
    }
  }

  /// Opens a table of the application as a list with outputs, with copies of its rows as models or without.
  ///
  /// See ``table(_:_:list:configuration:)``.
  ///
  /// - Parameter generate: Makes the output for a row, of the model that the item has. It runs when the row is committed,
  ///   on several threads at once, and may read the row.
  public func table<Record, Model, Output>(
    _ record: Record.Type, _ models: TableModels<Record, Model>, list name: String? = nil,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws -> TableList<Model, Output> {
    try open(models, name, configuration) { list, codec, key, configuration throws(StorageError) in
      try ListDataSource(
        storage: list, codec: codec, sectionCodec: TextCodec(), key: key,
        configuration: configuration, generate: generate)
    }
  }

  private func open<Record, Model, Output>(
    _ models: TableModels<Record, Model>, _ name: String?, _ configuration: DataSourceConfiguration,
    _ open: (
      SQLiteList, any TableCodec<Model>, @escaping @Sendable (Model) -> any ModelKeyConvertible,
      DataSourceConfiguration
    ) throws(StorageError) -> ListDataSource<Model, String, Output>
  ) throws -> TableList<Model, Output> {
    let name = name ?? Record.databaseTableName
    let (stored, noted) = try store.list(showing: Record.databaseTableName, named: name)
    var configuration = configuration
    // Any process may take up the notes of a file.
    configuration.isShared = connections is DatabasePool
    let codec = models.codec(noted.key)
    // A row without a key fails when it is encoded.
    let list = try open(
      stored, codec, { (try? codec.modelKey(of: $0)) ?? .text("") }, configuration)
    list.runner.source.withLock { $0 = "the table \(noted.name)" }
    let following = TableFollowing(noted, list, stored, codec, store, tables)
    try following.verifyModels(of: list.snapshot)
    try following.bringUpToDateNow()
    following.startLooking(connections)
    list.keep(following)
    return TableList(list, following)
  }
}

/// Keeps a list up with a table.
private final class TableFollowing<Model: Sendable, Output: Sendable>: Sendable {
  /// The table as a change has found it.
  private struct Found {
    var table: NotedTable
    /// The version of the schema in which the triggers are as they must be; `nil` if they were made anew, which may be
    /// rolled back, so that the next change looks again.
    var schemaVersion: Int?
    var isThere = true
    /// Whether all rows are noted, because a migration has replaced the table or its triggers.
    var isNotedAnew = false
  }

  private struct Progress {
    var found: Found
    var observer: NoteObserver?
    var watch: (any StorageWatch)?
  }

  /// The list keeps this.
  private weak let list: ListDataSource<Model, String, Output>?
  private let stored: SQLiteList
  private let codec: any TableCodec<Model>
  private let store: SQLiteStore
  private let tables: OpenTables
  private let progress: Guarded<Progress>
  private let upkeep = Upkeep()

  init(
    _ table: NotedTable, _ list: ListDataSource<Model, String, Output>, _ stored: SQLiteList,
    _ codec: any TableCodec<Model>, _ store: SQLiteStore, _ tables: OpenTables
  ) {
    self.list = list
    self.stored = stored
    self.codec = codec
    self.store = store
    self.tables = tables
    progress = Guarded(Progress(found: Found(table: table)))
  }

  var failure: (any Error)? { upkeep.failure }

  deinit { stopLooking() }

  // MARK: Noticing

  /// Looks for notes after each commit, and in each write of the `RosterDatabase`.
  func startLooking(_ connections: any DatabaseWriter) {
    let observer = NoteObserver { [weak self] db in self?.lookForNotes(in: db) }
    let watch = store.watch { [weak self] in self?.lookForNotes() }
    progress.withLock { ($0.observer, $0.watch) = (observer, watch) }
    // It is told for as long as it is kept.
    connections.add(transactionObserver: observer)
    store.register(self)
    tables.add(self) { [weak self] transaction in self?.upkeep(in: transaction) }
  }

  func stopLooking() {
    tables.remove(self)
    let watch = progress.withLock { progress in
      defer { (progress.observer, progress.watch) = (nil, nil) }
      return progress.watch
    }
    watch?.cancel()
  }

  /// Looks for notes on the connection that has committed.
  func lookForNotes(in db: Database) {
    upkeep.retrySoon()
    let table = progress.withLock { $0.found.table }
    // Without the tables of notes, the next change says what is wrong.
    if (try? table.hasNotes(in: StoreConnection(db))) ?? true { takeUpNotes() }
  }

  /// Looks for notes of other connections; after a failure less and less often, until this one commits.
  func lookForNotes() {
    guard upkeep.isDue else { return }
    if (try? store.hasNotes(progress.withLock { $0.found.table })) ?? true { takeUpNotes() }
  }

  /// Queues a change that takes up what is noted when its turn comes, unless one waits.
  private func takeUpNotes() {
    upkeep.queue {
      try store.enqueue(modification(comparesAll: false), annotation, qos: .default)
    }
  }

  func bringUpToDate(comparesAll: Bool) async throws {
    try await upkeep.bringUpToDate {
      _ = try await store.apply(modification(comparesAll: comparesAll), annotation)
    }
  }

  func bringUpToDateNow() throws {
    try upkeep.bringUpToDateNow {
      _ = try store.applySynchronously(
        modification(comparesAll: false, comparesColumns: true), annotation)
    }
  }

  // MARK: Taking up notes

  private var annotation: ChangeAnnotation {
    ChangeAnnotation(origin: "table \(progress.withLock { $0.found.table.name })", undo: .none)
  }

  /// A change of the list that takes up what is noted, in the transaction in which it forgets the notes.
  ///
  /// - Parameter comparesColumns: Whether to compare all rows if the list has copies of other columns.
  private func modification(
    comparesAll: Bool, comparesColumns: Bool = false
  ) throws(DataSourceError) -> StoreModification<
    (value: Void, batch: ListBatch<Model, String, Output>)
  > {
    guard let list else { throw .closed }
    let transaction = ApplicationTransaction(store)
    return .change(list, keepsUp: true) { [self] draft in
      // What is committed from now on queues another change.
      upkeep.begins()
      try transaction.lend { db in
        let found = try find(in: StoreConnection(db))
        progress.withLock { $0.found = found }
        let comparesAll =
          try comparesAll || comparesColumns && hasOtherColumns(draft.source, found, db)
        try takeUp(&draft, of: found, db, comparesAll: comparesAll)
      }
    }.joining(transaction)
  }

  /// The part of a write of the application that takes up what is noted, also by the write itself; `nil` if the list
  /// takes no changes now.
  ///
  /// If a row cannot be read, the write goes on without it: the notes stay, and the change that looks for them behind
  /// the write says why.
  private func upkeep(in transaction: ApplicationTransaction) -> JointUpkeep? {
    guard let list else { return nil }
    // What the write has made of the schema holds once it is committed.
    let following = Guarded<(found: Found, attempt: Int)?>(nil)
    return JointUpkeep(of: list, annotation) { [weak self] in
      guard let self, let (found, attempt) = following.withLock({ $0 }) else { return }
      progress.withLock { $0.found = found }
      upkeep.hasFollowed(attempt)
    } _: { [self] draft in
      let attempt = upkeep.begin()
      do {
        let connection = try transaction.connection
        // Most writes change rows of other tables.
        if let former = try known(at: schemaVersion(of: connection)),
          try !former.table.hasNotes(in: connection)
        {
          following.withLock { $0 = (former, attempt) }
          throw Upkeep.NothingNew()
        }
        try transaction.lend { db in
          let now = try find(in: StoreConnection(db))
          following.withLock { $0 = (now, attempt) }
          try takeUp(&draft, of: now, db, comparesAll: false)
        }
      } catch let error as Upkeep.NothingNew {
        throw error
      } catch {
        following.withLock { $0 = nil }
        try transaction.verifyIsOpen()
        throw Upkeep.NothingNew()
      }
    }
  }

  /// Brings the list up to date with what is noted.
  ///
  /// While the list has no items, no model of them says what it has of rows. So a revision that leaves it without any says
  /// it, and those behind it verify that they have the same: of two processes that open an empty table as lists of two
  /// kinds, the one whose transaction comes second is refused.
  private func takeUp(
    _ draft: inout ListDraft<Model, String>, of found: Found, _ db: Database, comparesAll: Bool
  ) throws {
    var isUnsaid = false
    if draft.source.itemCount == 0 {
      try verifyModels(of: draft.source)
      isUnsaid = try found.isThere && saidKeptRows(of: draft.source) == nil
    }
    try follow(found, db, in: &draft, comparesAll: comparesAll, makesRevision: isUnsaid)
    if draft.state.itemCount == 0 {
      draft.annotation = annotation
      draft.annotation?.keptRows = codec.keptRows
    }
  }

  /// - Parameter makesRevision: Whether to make a revision also if nothing has changed.
  private func follow(
    _ found: Found, _ db: Database, in draft: inout ListDraft<Model, String>, comparesAll: Bool,
    makesRevision: Bool
  ) throws {
    let connection = StoreConnection(db)
    let (table, isThere) = (found.table, found.isThere)
    if comparesAll, isThere { try table.noteAll(in: connection) }
    let comparesAll = comparesAll || found.isNotedAnew
    let keys = try table.takeNotes(in: connection)
    let isCompared = comparesAll && (isThere || draft.source.itemCount > 0)
    guard makesRevision || isCompared || !keys.isEmpty else { throw Upkeep.NothingNew() }
    let rows = isThere ? try db.cachedStatement(sql: table.rowSQL) : nil
    var seen: Set<ModelKey> = []
    for noted in keys {
      if let model = try rows.flatMap({ try model(of: noted, by: $0, in: table) }) {
        seen.insert(try put(model, in: &draft))
      }
      // A row may be found by a key that is written in another way: 5 as '5'.
      if let key = ModelKey(noted), !seen.contains(key), let item = try draft.item(key: key) {
        try draft.remove(item)
      }
    }
    guard comparesAll else { return }
    // All rows are seen: what else the list has is gone.
    for key in try table.itemKeys(in: connection).subtracting(seen) {
      if let item = try draft.item(key: key) { try draft.remove(item) }
    }
  }

  /// Returns the model of the row with a key; `nil` if the table has none.
  private func model(
    of key: RecordValue, by statement: Statement, in table: NotedTable
  ) throws -> Model? {
    let rows = try Row.fetchCursor(statement, arguments: [key.databaseValue])
    return try withExtendedLifetime(rows) {
      try rows.next().map { try codec.model(of: $0, in: table, statement) }
    }
  }

  /// Inserts or updates the item of a row, unless the list has the row as it is.
  private func put(
    _ model: Model, in draft: inout ListDraft<Model, String>
  ) throws -> ModelKey {
    let key = try codec.modelKey(of: model)
    guard let item = try draft.item(key: key) else {
      try draft.append(model)
      return key
    }
    // What the list has is not decoded: an earlier version may have written it, with other columns.
    let known = try stored.models(of: [item], at: draft.source.revision).first ?? nil
    if try known != codec.encode(model) { try draft.update(item, model) }
    return key
  }

  /// Verifies that the list has models of the kind with which it is opened: it would have both otherwise.
  ///
  /// - Throws: `failed` with the kind that it has.
  func verifyModels(of snapshot: ListSnapshot<Model, String>) throws {
    guard let others = try otherModels(of: snapshot) else { return }
    throw StorageError(
      .failed,
      "\(store.path): the list \(stored.name.inQuotes) of a table cannot be opened: \(others), or give this list another name"
    )
  }

  /// Returns what the list has if that is not what the codec makes of rows. A list of an earlier release does not say it
  /// while it has no items, and takes any.
  private func otherModels(of snapshot: ListSnapshot<Model, String>) throws -> OtherModels? {
    if let first = try firstModel(of: snapshot) { return codec.others(with: first) }
    let said = try saidKeptRows(of: snapshot)
    return said.flatMap { $0 == codec.keptRows ? nil : OtherModels(keptRows: $0) }
  }

  /// Returns what a list without items says that it has of rows; `nil` if it does not say it.
  ///
  /// - Complexity: O(1) if it says it, unless states were written since; a row for each revision otherwise.
  private func saidKeptRows(of snapshot: ListSnapshot<Model, String>) throws -> KeptRows? {
    try stored.newestEntry(upTo: snapshot.revision) { $0.keptRows != nil }?.annotation.keptRows
  }

  /// Returns whether the list has copies of other columns than those that the record has: an earlier version of the
  /// application has made them, and no migration has altered the table since. A row that stands as it was says so.
  private func hasOtherColumns(
    _ snapshot: ListSnapshot<Model, String>, _ found: Found, _ db: Database
  ) throws -> Bool {
    guard found.isThere, let first = try firstModel(of: snapshot), let known = codec.copy(in: first)
    else { return false }
    let rows = try db.cachedStatement(sql: found.table.rowSQL)
    // To compare all rows would fail with one that cannot be read, and with it the opening.
    guard let model = try? model(of: RecordValue(known.key), by: rows, in: found.table),
      let now = try? codec.copy(in: codec.encode(model))
    else { return false }
    return known.columns != now.columns
  }

  /// Returns the model of the first item, as it is stored; `nil` if the list has none.
  private func firstModel(of snapshot: ListSnapshot<Model, String>) throws -> StoredValue? {
    guard let first = try snapshot.state.itemID(at: ItemPath(section: 0, item: 0))
    else { return nil }
    return try stored.models(of: [first], at: snapshot.revision).first ?? nil
  }

  /// Makes sure that the rows are noted: a migration may have replaced the table or its triggers.
  private func find(in connection: StoreConnection) throws -> Found {
    let version = try schemaVersion(of: connection)
    if let known = known(at: version) { return known }
    let former = progress.withLock { $0.found.table }
    let (table, isNotedAnew) = try former.renewed(in: connection)
    return Found(
      table: table ?? former, schemaVersion: isNotedAnew ? nil : version,
      isThere: table != nil, isNotedAnew: isNotedAnew)
  }

  /// Returns the table as it was found in a version of the schema; `nil` if it was found in another one.
  private func known(at version: Int?) -> Found? {
    let found = progress.withLock { $0.found }
    guard let version, version == found.schemaVersion else { return nil }
    return Found(table: found.table, schemaVersion: version)
  }

  private func schemaVersion(of connection: StoreConnection) throws -> Int? {
    var version: Int?
    try connection.cachedPrepared("PRAGMA schema_version").forEachRow([]) {
      version = $0.integer(0)
    }
    return version
  }
}

extension TableFollowing: SuspendableWork {
  // What takes up notes waits in the queue of the list.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void) { whenSuspended() }

  func resume() {
    upkeep.retrySoon()
    lookForNotes()
  }
}

/// Calls a closure after each commit of a connection.
private final class NoteObserver: TransactionObserver, Sendable {
  private let didCommit: @Sendable (Database) -> Void

  init(_ didCommit: @escaping @Sendable (Database) -> Void) { self.didCommit = didCommit }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseDidCommit(_ db: Database) { didCommit(db) }

  func databaseDidRollback(_ db: Database) {}
}
