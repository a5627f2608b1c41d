internal import RosterCore
internal import RosterRows

/// The SQL that finds the rows of states.
extension StateTable {
  /// The values of these columns if the first parameter is the key.
  var values: String { kind.map { "?1, '\($0)'" } ?? "?1" }

  /// The condition for rows of the item, header or footer whose key is the first parameter.
  var isOwn: String { "\(owner) = ?1\(isOfKind)" }

  /// The condition for rows of a list, whose first and last key are the first two parameters.
  var isOfList: String { "\(owner) BETWEEN ?1 AND ?2\(isOfKind)" }

  private var isOfKind: String { kind.map { " AND kind = '\($0)'" } ?? "" }
}

/// The statements that write the states of items, of headers or of footers.
struct StateStatements {
  /// Key, revision, scope: keeps the before-image of a state.
  let keep: PreparedStatement
  /// Key, scope, revision, version of the type, value.
  let set: PreparedStatement
  /// Key, scope.
  let forget: PreparedStatement

  init(_ table: StateTable, _ prepare: (String) throws -> PreparedStatement) rethrows {
    let (name, columns) = (table.name, table.columns)
    keep = try prepare(
      """
      INSERT INTO \(name)_history (\(columns), scope, until, version, type_version, value)
      SELECT \(columns), scope, ?2, version, type_version, value FROM \(name)
      WHERE \(table.isOwn) AND scope = ?3
      """)
    set = try prepare(
      """
      INSERT INTO \(name) (\(columns), scope, version, type_version, value)
      VALUES (\(table.values), ?2, ?3, ?4, ?5)
      ON CONFLICT (\(columns), scope) DO UPDATE SET version = ?3, type_version = ?4, value = ?5
      """)
    forget = try prepare("DELETE FROM \(name) WHERE \(table.isOwn) AND scope = ?2")
  }
}

/// The statements that move the states of removed items and sections to the history.
struct StateRemovalStatements {
  /// First and last key of a list.
  let hasAny: PreparedStatement
  /// Revision, first and last key.
  let keep: PreparedStatement
  /// First and last key.
  let forget: PreparedStatement

  /// - Parameter table: The table of items, or that of either headers or footers for both.
  init(_ table: StateTable, _ prepare: (String) throws -> PreparedStatement) rethrows {
    let (name, columns, owner) = (table.name, table.columns, table.owner)
    hasAny = try prepare("SELECT 1 FROM \(name) WHERE \(owner) BETWEEN ? AND ? LIMIT 1")
    keep = try prepare(
      """
      INSERT INTO \(name)_history (\(columns), scope, until, version, type_version, value)
      SELECT \(columns), scope, ?, version, type_version, value FROM \(name)
      WHERE \(owner) BETWEEN ? AND ?
      """)
    forget = try prepare("DELETE FROM \(name) WHERE \(owner) BETWEEN ? AND ?")
  }
}
