package import RosterCore
internal import RosterJSON

/// A table whose rows are copied from one database to another as they are.
package struct CopiedTable: Sendable {
  /// What a column holds.
  package enum Kind: Sendable {
    /// A key, which contains the number of the list.
    case key
    /// The number of the list.
    case list
    case number
    case text
    /// A model or state.
    case value
    /// The key of an item's model.
    case modelKey
  }

  /// The name of the table.
  package let name: String
  /// The columns. The first one is a key or the number of the list.
  package let columns: [(name: String, kind: Kind)]
  /// The columns by which rows are ordered.
  package let order: String

  /// The tables, so that none refers to a later one.
  package static let all = [
    CopiedTable(
      "section", [("id", .key), ("list", .list), ("ord", .number), version, model], order: "id"),
    CopiedTable(
      "leaf",
      [
        ("id", .key), ("section", .key), ("ord", .number), ("count", .number), ("items", .text),
      ], order: "id"),
    CopiedTable("item", [("id", .key), ("leaf", .key), version, model, modelKey], order: "id"),
    CopiedTable(
      "item_history", [("item", .key), until, version, model, modelKey], order: "item, until"),
    CopiedTable(
      "section_history", [("section", .key), until, version, model], order: "section, until"),
    CopiedTable(
      "journal",
      [
        ("id", .key), ("list", .list), ("next_item", .number), ("next_section", .number),
        ("next_leaf", .number), ("digest", .number), ("change", .text), ("origin", .text),
        ("at", .text), userInfoColumn, ("committed", .number), ("step_group", .text),
        ("takes_back", .number), ("undo", .number), ("redo", .number), ("pages", .number),
        ("step_scope", .text), ("scope_undo", .number), ("scope_redo", .number),
        partsColumn, ("written", .number),
      ], order: "id"),
    CopiedTable("state", [("item", .key), scope] + state, order: "item, scope"),
    CopiedTable(
      "state_history", [("item", .key), scope, until] + state, order: "item, scope, until"),
    CopiedTable(
      "supplement_state", [("section", .key), kind, scope] + state, order: "section, kind, scope"),
    CopiedTable(
      "supplement_state_history", [("section", .key), kind, scope, until] + state,
      order: "section, kind, scope, until"),
    CopiedTable(
      "subscriber", [("list", .list), ("name", .text), ("revision", .number)], order: "name"),
    CopiedTable(
      "sync_device",
      [
        ("list", .list), ("revision", .number), ("opening", .text), ("last", .number),
        ("chain", .text), ("hub", .text), ("hub_revision", .number), ("mark", .text),
        ("base", .text),
      ], order: "list"),
    CopiedTable(
      "sync_pending",
      [
        ("list", .list), ("number", .number), ("opening", .text), ("obstacle", .text),
        ("change", .text),
      ], order: "number"),
    CopiedTable(
      "sync_hub",
      [("list", .list), ("revision", .number), ("name", .text), ("digests", .text)],
      order: "list"),
    CopiedTable(
      "sync_settled",
      [
        ("list", .list), ("number", .number), ("name", .text), ("after", .number),
        ("through", .number),
      ], order: "number"),
    CopiedTable(
      "sync_loss",
      [
        ("list", .list), ("number", .number), ("name", .text), ("change", .number),
        ("lost", .number), ("refusal", .text),
      ], order: "number"),
  ]

  /// The column that names the other lists of a change, which do not come along.
  private static let partsColumn = ("parts", Kind.text)
  /// The column in which a derived list names its sources.
  private static let userInfoColumn = ("user_info", Kind.text)
  private static let version = ("version", Kind.number)
  private static let until = ("until", Kind.number)
  private static let model = ("model", Kind.value)
  private static let modelKey = ("model_key", Kind.modelKey)
  private static let scope = ("scope", Kind.text)
  private static let kind = ("kind", Kind.text)
  private static let state = [version, ("type_version", Kind.number), ("value", Kind.value)]

  private init(_ name: String, _ columns: [(String, Kind)], order: String) {
    self.name = name
    self.columns = columns.map { (name: $0.0, kind: $0.1) }
    self.order = order
  }

  /// The range of the first column in the rows of a list.
  package func range(of keys: RowKey) -> ClosedRange<Int> {
    columns[0].kind == .list ? keys.list...keys.list : keys.first...keys.last
  }

  /// Reads a row.
  package func cells(_ row: some StoredRow, width: (Kind) -> Int32)
    -> [RowCell]
  {
    var position: Int32 = 0
    var cells: [RowCell] = []
    cells.reserveCapacity(columns.count)
    for column in columns {
      switch column.kind {
      case .key, .list, .number: cells.append(.number(row.optionalInteger(position)))
      case .text: cells.append(.text(row.optionalText(position)))
      case .value: cells.append(.value(row.value(position)))
      case .modelKey: cells.append(.modelKey(row.modelKey(position)))
      }
      position += width(column.kind)
    }
    return cells
  }

  /// Returns a row as a list by itself has it, which may have another number. The digests in it are still
  /// the old ones.
  package func separated(_ cells: [RowCell], as keys: RowKey) -> [RowCell] {
    zip(columns, cells).map { column, cell in
      switch (column.kind, cell) {
      case (.key, .number(let key?)): .number(keys.key(keys.number(key)))
      case (.list, .number): .number(keys.list)
      case _ where column.name == Self.partsColumn.0: .text(nil)
      case (.text, .text(let text?)) where column.name == Self.userInfoColumn.0:
        .text(Self.separatedUserInfo(text) ?? text)
      default: cell
      }
    }
  }
}

extension CopiedTable {
  /// Returns the user info of a revision as a list by itself has it; `nil` if that is no other.
  package static func separatedUserInfo(_ text: String) -> String? {
    guard let userInfo = try? JSONParser.ofMessages.parse(text).objectValue else { return nil }
    let separated = userInfo.withoutSourceNumbers
    return separated == userInfo ? nil : JSONValue.object(separated).canonicalText
  }
}

/// The content of one column of a row.
package enum RowCell: Hashable, Sendable {
  case number(Int?)
  case text(String?)
  case value(StoredValue)
  case modelKey(ModelKey?)
}

/// The row of a list that is copied.
package struct CopiedList: Sendable {
  package let id: Int
  package let name: String
  package let seal: ListSeal
  /// The digest in the row. It is copied as it is, so that a check of the copy finds what was altered.
  package let digest: Int

  /// The columns of the row, in the order in which they are read.
  package static let columns = [
    "id", "name", "oldest", "base", "subscribers", "digest", "keys_from", "page_capacity",
  ]

  /// Reads a row of `columns`.
  package init(_ row: some StoredRow) {
    var seal = ListSeal()
    seal.oldest = row.integer(2)
    seal.base = BaseDigest(row.integer(3))
    seal.subscribers = SubscribersDigest(row.integer(4))
    seal.keysRevision = row.optionalInteger(6)
    seal.pageSizes = PageSizes(stored: row.optionalInteger(7))
    self.init(id: row.integer(0), name: row.text(1), seal: seal, digest: row.integer(5))
  }

  private init(id: Int, name: String, seal: ListSeal, digest: Int) {
    self.id = id
    self.name = name
    self.seal = seal
    self.digest = digest
  }

  /// Returns the row under another number and name, with the digest of both.
  package func renamed(_ name: String, id: Int) -> CopiedList {
    CopiedList(id: id, name: name, seal: seal, digest: seal.digest(ofList: id, named: name))
  }
}

/// A file or server from which lists are copied, and to which.
package protocol CopiedStore: AnyObject, Sendable {
  /// The file or server, which every message names.
  var place: String { get }

  /// Reads lists as they are now, in one transaction.
  ///
  /// - Parameters:
  ///   - names: The lists; all if `nil`.
  ///   - visit: Receives each list, and what visits its rows, some at a time.
  func readLists(
    _ names: [String]?,
    _ visit: (CopiedList, (CopiedTable, ([[RowCell]]) throws -> Void) throws -> Void) throws -> Void
  ) throws(StorageError)

  /// The numbers of the lists.
  func listNumbers() throws(StorageError) -> [Int]

  /// Writes a list in one transaction.
  ///
  /// - Parameter fill: Receives what writes rows.
  /// - Throws: `failed` if there is a list with its number or name.
  func insert(
    _ list: CopiedList,
    _ fill: (@escaping (CopiedTable, [[RowCell]]) throws -> Void) throws -> Void
  ) throws(StorageError)
}
