package import RosterCore

/// Statements that read a list, all on one state of its database.
///
/// A file and a server read the SQL alike: `$1` is the first parameter, and parameters first come up in the
/// order of their numbers.
package struct RowQuery: Sendable {
  /// A statement with what its parameters stand for.
  package struct Statement: Sendable {
    package var sql: String
    /// What `$1` stands for, one after the other; `nil` if the statement is run once.
    package var keys: RowKeys?
    /// What the parameters stand for that are not in `keys`.
    package var values: [Int]
  }

  package private(set) var statements: [Statement] = []
  /// Whether the answers tell no more of where the list is than its last and its oldest revision, as they stand
  /// there. That costs a server less, and does not stop at damage.
  package var asksForBoundsOnly = false
  /// Whether the rows are those of a revision that the caller has. They are the same for ever, so it does not matter
  /// whether the file still has its name.
  package var isOfOneRevision = false

  package init() {}

  /// Adds a statement that is run once.
  package mutating func add(_ sql: String, _ values: Int...) {
    statements.append(Statement(sql: sql, values: values))
  }

  /// Adds a statement that is run for each of some keys.
  package mutating func add(_ sql: String, forEach keys: RowKeys, _ values: Int...) {
    statements.append(Statement(sql: sql, keys: keys, values: values))
  }
}

/// What a statement is run for.
package enum RowKeys: Sendable {
  /// The keys of rows.
  case rows([Int])
  /// The keys of models.
  case models([ModelKey])
}

/// The statements that read a list from one database.
package struct ReadingSQL: Sendable {
  /// What a database says in words of its own.
  package struct Dialect: Sendable {
    /// Returns the columns of a model or state with some name, as `StoredRow.value(_:)` reads them.
    package var valueColumns: @Sendable (_ name: String) -> String
    /// Returns the number of bytes of a model or state with some name; `NULL` if it has none.
    package var byteCount: @Sendable (_ name: String) -> String
    /// Returns a statement that does for each of many row keys what a statement does for `$1`.
    package var forEachRow: @Sendable (_ sql: String) -> String
    /// The same for keys of models.
    package var forEachModelKey: @Sendable (_ sql: String) -> String
    /// Names the index of the keys of items, and of their before-images, where a database is told.
    package var keyIndex, earlierKeyIndex: String
    /// Whether `DISTINCT ON` gives the first row of each scope, in one walk through the before-images.
    package var hasDistinctOn: Bool

    package init(
      valueColumns: @escaping @Sendable (String) -> String = { $0 },
      byteCount: @escaping @Sendable (String) -> String = { "length(CAST(\($0) AS BLOB))" },
      forEachRow: @escaping @Sendable (String) -> String = { $0 },
      forEachModelKey: @escaping @Sendable (String) -> String = { $0 },
      keyIndex: String = "", earlierKeyIndex: String = "", hasDistinctOn: Bool = false
    ) {
      self.valueColumns = valueColumns
      self.byteCount = byteCount
      self.forEachRow = forEachRow
      self.forEachModelKey = forEachModelKey
      self.keyIndex = keyIndex
      self.earlierKeyIndex = earlierKeyIndex
      self.hasDistinctOn = hasDistinctOn
    }
  }

  /// What the format of the database has. A file of an older format may be open for reading.
  package let format: ListFormat
  /// Reads the sections of the list `$1`, in order.
  package let sections: String
  /// Reads the pages from `$1` to `$2`, without their items.
  package let leaves: String
  /// Reads the items of the page `$1`, for each.
  package let items: String
  /// Reads the pages from `$1` to `$2`, with their items.
  package let itemsOfAll: String
  /// Reads the pages from which the items from `$1` to `$2` are found.
  package let places: String
  /// Reads the columns `JournalEntry.columns` of the rows of the journal after the key `$1` up to `$2`, at most
  /// `$3`. Those that the format lacks are NULL.
  package let journal: String
  /// Reads the keys and user infos of the rows of the journal after the key `$1` up to `$2`, at most `$3`.
  package let userInfos: String
  /// Reads the numbers that the list gave next after the revision with the key `$1`.
  package let nextIdentifiers: String
  /// Reads the subscribers of the list `$1`, by name.
  package let subscribers: String
  /// Reads the row of the device of the list `$1`, and the changes that are pending there; `nil` if the format has none.
  package let device, pendingChanges: String?
  /// Read what the hub of the list `$1` has in `sync_hub`, `sync_settled` and `sync_loss`; `nil` likewise.
  package let hub, settledChanges, losses: String?
  /// Reads the keys and the sizes of the models of the items from `$1` to `$2`, the largest first, at most `$3`.
  package let largestItems: String
  /// Reads the item that has the key `$1`, for each, at the revision `$2`, with the revision from which on the items of
  /// the list have keys. Its number is between `$3` and `$4`, the list is `$5`.
  package let itemWithKey: String
  /// Reads the key that the item `$1` has, for each, at the revision `$2`.
  package let keyOfItem: String
  private let itemModel, sectionModel: String
  private let states, earlierStates: [StateTable: String]

  package init(_ dialect: Dialect, _ format: ListFormat = ListFormat()) {
    self.format = format
    sections = "SELECT id, ord FROM section WHERE list = $1 ORDER BY ord"
    leaves = "SELECT id, section, ord, count FROM leaf WHERE id BETWEEN $1 AND $2"
    items = dialect.forEachRow("SELECT items FROM leaf WHERE id = $1")
    itemsOfAll = "SELECT id, items FROM leaf WHERE id BETWEEN $1 AND $2"
    places = "SELECT id, leaf FROM item WHERE id BETWEEN $1 AND $2"
    journal = format.journalSQL
    userInfos = "SELECT id, user_info FROM journal WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3"
    nextIdentifiers = "SELECT next_item, next_section, next_leaf FROM journal WHERE id = $1"
    subscribers = "SELECT name, revision FROM subscriber WHERE list = $1 ORDER BY name"
    device =
      format.hasDevices
      ? """
      SELECT revision, opening, last, chain, hub, hub_revision, mark, base FROM sync_device WHERE list = $1
      """ : nil
    pendingChanges =
      format.hasDevices
      ? "SELECT number, opening, obstacle, change FROM sync_pending WHERE list = $1 ORDER BY number"
      : nil
    let hasHubs = format.hasHubs
    let digests = format.hasSettledDigests ? "digests" : "NULL"
    hub = hasHubs ? "SELECT revision, name, \(digests) FROM sync_hub WHERE list = $1" : nil
    settledChanges =
      hasHubs
      ? "SELECT number, name, after, through FROM sync_settled WHERE list = $1 ORDER BY number"
      : nil
    losses =
      hasHubs
      ? "SELECT number, name, change, lost, refusal FROM sync_loss WHERE list = $1 ORDER BY number"
      : nil
    largestItems = """
      SELECT id, coalesce(\(dialect.byteCount(ValueTable.items.value)), 0) FROM item
      WHERE id BETWEEN $1 AND $2 ORDER BY 2 DESC, 1 LIMIT $3
      """
    itemModel = dialect.forEachRow(Self.model(in: .items, dialect))
    sectionModel = dialect.forEachRow(Self.model(in: .sections, dialect))
    itemWithKey = dialect.forEachModelKey(Self.itemWithKey(dialect))
    keyOfItem = dialect.forEachRow(Self.keyOfItem)
    var states: [StateTable: String] = [:]
    var earlierStates: [StateTable: String] = [:]
    for table in StateTable.allCases {
      states[table] = dialect.forEachRow(Self.states(in: table, dialect))
      earlierStates[table] = dialect.forEachRow(Self.earlierStates(in: table, dialect))
    }
    self.states = states
    self.earlierStates = earlierStates
  }

  /// Reads the model of the item or section `$1`, for each, at the revision `$2`, after the revision that wrote
  /// it.
  package func model(in table: ValueTable) -> String {
    table == .items ? itemModel : sectionModel
  }

  /// Reads the states of the tree of the item or section `$1`, for each, that were written at the revision `$2` or
  /// before; `nil` if the format has none.
  package func states(in table: StateTable) -> String? {
    format.has(table) ? states[table] : nil
  }

  /// Reads the before-images of those states that were valid at the revision `$2`.
  package func earlierStates(in table: StateTable) -> String? {
    format.has(table) ? earlierStates[table] : nil
  }

  // MARK: At a revision

  // A row's own value is the one at a revision if it was written by then; otherwise that is the before-image
  // that was valid then.

  private static func model(in table: ValueTable, _ dialect: Dialect) -> String {
    let value = dialect.valueColumns(table.value)
    return """
      SELECT version, \(value) FROM \(table.name) WHERE id = $1 AND version <= $2
      UNION ALL
      SELECT version, \(value) FROM (
        SELECT version, \(value) FROM \(table.history)
        WHERE \(table.owner) = $1 AND until > $2 ORDER BY until LIMIT 1
      ) AS earlier WHERE version <= $2
      LIMIT 1
      """
  }

  // No two items have one key at a revision, so the before-images with a key do not overlap.
  private static func itemWithKey(_ dialect: Dialect) -> String {
    let value = dialect.valueColumns(ValueTable.items.value)
    func keysRevision(_ item: String) -> String {
      "(SELECT keys_from FROM list WHERE list.id = \(item) >> \(RowKey.numberBits))"
    }
    return """
      SELECT id, \(keysRevision("item.id")), \(value) FROM item \(dialect.keyIndex)
      WHERE model_key = $1 AND version <= $2 AND id BETWEEN $3 AND $4
      UNION ALL
      SELECT item, \(keysRevision("earlier.item")), \(value) FROM (
        SELECT item, version, \(value) FROM item_history \(dialect.earlierKeyIndex)
        WHERE item >> \(RowKey.numberBits) = $5 AND model_key = $1 AND until > $2
        ORDER BY until LIMIT 1
      ) AS earlier WHERE version <= $2
      LIMIT 1
      """
  }

  private static let keyOfItem = """
    SELECT model_key FROM item WHERE id = $1 AND version <= $2
    UNION ALL
    SELECT model_key FROM (
      SELECT version, model_key FROM item_history
      WHERE item = $1 AND until > $2 ORDER BY until LIMIT 1
    ) AS earlier WHERE version <= $2
    LIMIT 1
    """

  private static func states(in table: StateTable, _ dialect: Dialect) -> String {
    """
    SELECT scope, type_version, \(dialect.valueColumns("value")) FROM \(table.name)
    WHERE \(table.isOfOwner) AND version <= $2
    """
  }

  // Of each scope, only the first before-image that ends after the revision can be valid. Without `DISTINCT ON`
  // the search goes from scope to scope, however many before-images each has.
  private static func earlierStates(in table: StateTable, _ dialect: Dialect) -> String {
    let history = "\(table.name)_history"
    let isOwn = table.isOfOwner
    let value = dialect.valueColumns("value")
    if dialect.hasDistinctOn {
      return """
        SELECT scope, type_version, \(value) FROM (
          SELECT DISTINCT ON (scope) scope, version, type_version, \(value) FROM \(history)
          WHERE \(isOwn) AND until > $2 ORDER BY scope, until
        ) AS earlier WHERE version <= $2
        """
    }
    return """
      WITH RECURSIVE place (scope) AS (
        SELECT min(scope) FROM \(history) WHERE \(isOwn)
        UNION ALL
        SELECT (SELECT min(scope) FROM \(history) WHERE \(isOwn) AND scope > place.scope)
        FROM place WHERE place.scope IS NOT NULL
      )
      SELECT old.scope, type_version, \(value)
      FROM place JOIN \(history) AS old ON \(isOwn) AND old.scope = place.scope AND until = (
        SELECT min(until) FROM \(history)
        WHERE \(isOwn) AND scope = place.scope AND until > $2
      ) WHERE version <= $2
      """
  }
}

/// What the format of a database has.
package struct ListFormat: Hashable, Sendable {
  package var hasStates = true
  package var hasSteps = true
  package var hasSupplementStates = true
  package var hasSeals = true
  package var hasScopes = true
  package var hasKeys = true
  package var hasParts = true
  /// Whether the journal says how many bytes were written.
  package var hasWrittenCounts = true
  /// Whether each list says how many items its pages have, and items name a page from which they are found. Before,
  /// pages had up to 256 items, and each item named the page that held it.
  package var hasPageSizes = true
  /// Whether there are tables of what devices know of their hubs.
  package var hasDevices = true
  /// Whether there are tables of what hubs know of devices.
  package var hasHubs = true
  /// Whether these have digests of settled changes.
  package var hasSettledDigests = true

  /// Makes a format that has everything.
  package init() {}

  /// Whether there are the tables of a part in a synchronization.
  package func has(_ role: SyncRole) -> Bool { role == .device ? hasDevices : hasHubs }

  /// Whether there are states of items, of headers or of footers.
  package func has(_ table: StateTable) -> Bool {
    table == .items ? hasStates : hasSupplementStates
  }

  /// Reads the columns `JournalEntry.columns` of the rows of the journal after the key `$1` up to `$2`, at most
  /// `$3`. Those that the format lacks are NULL.
  package var journalSQL: String {
    let columns = JournalEntry.columns.map { column in
      let isThere =
        switch column {
        case "step_group", "takes_back", "undo", "redo", "committed": hasSteps
        case "pages": hasSeals
        case "step_scope", "scope_undo", "scope_redo": hasScopes
        case "parts": hasParts
        case "written": hasWrittenCounts
        default: true
        }
      return isThere ? column : "NULL"
    }
    return """
      SELECT \(columns.joined(separator: ", ")) FROM journal
      WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3
      """
  }
}
