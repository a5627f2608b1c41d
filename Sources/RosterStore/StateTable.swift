internal import GRDB
internal import RosterCore

/// The table with the states of items, of headers or of footers, and the SQL that finds its rows.
enum StateTable: CaseIterable {
  case items
  case headers
  case footers

  init(_ tree: TreeID) {
    switch tree {
    case .item: self = .items
    case .supplement(let supplement): self = supplement.kind == .header ? .headers : .footers
    }
  }

  /// The table's name. The table of before-images adds `_history` to it.
  var name: String {
    switch self {
    case .items: "state"
    case .headers, .footers: "supplement_state"
    }
  }

  /// The column with the key of the item or section.
  var owner: String {
    switch self {
    case .items: "item"
    case .headers, .footers: "section"
    }
  }

  /// The value of the column `kind`; `nil` if the table has no such column.
  var kind: String? {
    switch self {
    case .items: nil
    case .headers: "header"
    case .footers: "footer"
    }
  }

  /// The columns that identify the tree of a state.
  var columns: String { kind == nil ? owner : "\(owner), kind" }

  /// The values of these columns if the first parameter is the key.
  var values: String { kind.map { "?1, '\($0)'" } ?? "?1" }

  /// The condition for rows of the item, header or footer whose key is the first parameter.
  var isOwn: String { "\(owner) = ?1\(isOfKind)" }

  /// The condition for rows of a list, whose first and last key are the first two parameters.
  var isOfList: String { "\(owner) BETWEEN ?1 AND ?2\(isOfKind)" }

  private var isOfKind: String { kind.map { " AND kind = '\($0)'" } ?? "" }

  /// Returns the tree of an item or section with some number.
  func tree(_ number: Int) -> TreeID {
    switch self {
    case .items: .item(ItemID(rawValue: number))
    case .headers: .supplement(SupplementID(.header, of: SectionID(rawValue: number)))
    case .footers: .supplement(SupplementID(.footer, of: SectionID(rawValue: number)))
    }
  }
}

extension TreeID {
  /// The number of the item or section within its list.
  var number: Int {
    switch self {
    case .item(let item): item.rawValue
    case .supplement(let supplement): supplement.section.rawValue
    }
  }
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

/// The path of a scope as the text in the keys of rows.
enum StateScope {
  /// - Returns: `nil` if the bytes are not the text of a path, byte for byte.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> ScopePath? {
    String(validating: bytes, as: UTF8.self).flatMap { ScopePath($0) }
  }
}
