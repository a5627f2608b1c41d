internal import RosterRows

/// A table whose rows a salvage searches, and how it recognises them.
struct SalvagedTable: Sendable {
  let name: String
  /// The columns, in the order of the record.
  let columns: [String]
  /// Whether rows have a key beside the record. The first value of the record then stands for the
  /// key.
  let isKeyed: Bool
  /// The kinds of the first values of a record.
  private let shape: [Kind]
  /// The numbers of values that a record can have: a row of an older format lacks the last ones.
  private let valueCounts: Set<Int>

  private enum Kind {
    /// The key of a section, item, page or revision.
    case key
    /// The number of a list.
    case list
    case integer
    case text
    case any

    func accepts(_ value: RecordValue) -> Bool {
      switch (self, value) {
      // Numbers begin at 1.
      case (.key, .integer(let number)):
        number >> RowKey.numberBits > 0 && number & (1 << RowKey.numberBits - 1) > 0
      case (.list, .integer(let number)): number > 0 && number <= RowKey.listMax
      case (.integer, .integer), (.text, .text), (.any, _): true
      default: false
      }
    }
  }

  /// - Parameter later: The columns that each later format has added.
  private init(
    _ name: String, isKeyed: Bool, _ columns: [(String, Kind)], _ later: [[String]] = []
  ) {
    self.name = name
    self.isKeyed = isKeyed
    self.columns = columns.map(\.0) + later.joined()
    shape = columns.map(\.1)
    valueCounts =
      later.reduce(into: (counts: Set([columns.count]), last: columns.count)) {
        $0.last += $1.count
        $0.counts.insert($0.last)
      }.counts
  }

  /// Whether the first value of a row is the number of its list.
  var isOfList: Bool { if case .list = shape[0] { true } else { false } }

  /// Returns the values of a row, with its key; `nil` if the cell does not belong to the table.
  func row(_ cell: TreePage.Cell) -> [RecordValue]? {
    guard (cell.key != nil) == isKeyed, valueCounts.contains(cell.values.count) else {
      return nil
    }
    var values = cell.values
    if let key = cell.key {
      guard values[0] == .null else { return nil }
      values[0] = .integer(key)
    }
    return zip(shape, values).allSatisfy { $0.accepts($1) } ? values : nil
  }

  static let list = SalvagedTable(
    "list", isKeyed: true, [("id", .list), ("name", .text)],
    [["oldest", "base", "subscribers", "digest"], ["keys_from"], ["page_capacity"]])
  /// Not a table: the index of the places of pages that earlier formats had, with which pages can be placed whose
  /// rows are gone.
  static let directory = SalvagedTable(
    "leaf_directory", isKeyed: false,
    [("section", .key), ("ord", .integer), ("count", .integer), ("id", .key)])

  /// All tables. Rows in pages that no tree reaches belong to the first table that they fit.
  static let all = [
    list,
    SalvagedTable(
      "leaf", isKeyed: true,
      [("id", .key), ("section", .key), ("ord", .integer), ("count", .integer), ("items", .text)]),
    SalvagedTable(
      "section", isKeyed: true,
      [
        ("id", .key), ("list", .list), ("ord", .integer), ("version", .integer), ("model", .any),
      ]),
    SalvagedTable(
      "item", isKeyed: true,
      [("id", .key), ("leaf", .key), ("version", .integer), ("model", .any)], [["model_key"]]),
    SalvagedTable(
      "journal", isKeyed: true,
      [
        ("id", .key), ("list", .list), ("next_item", .integer), ("next_section", .integer),
        ("next_leaf", .integer), ("digest", .integer), ("change", .text), ("origin", .any),
        ("at", .any), ("user_info", .any),
      ],
      [
        ["committed", "step_group", "takes_back", "undo", "redo"], ["pages"],
        ["step_scope", "scope_undo", "scope_redo"], ["parts"], ["written"],
      ]),
    directory,
    SalvagedTable(
      "item_history", isKeyed: false,
      [("item", .key), ("until", .integer), ("version", .integer), ("model", .any)], [["model_key"]]
    ),
    SalvagedTable(
      "section_history", isKeyed: false,
      [("section", .key), ("until", .integer), ("version", .integer), ("model", .any)]),
    SalvagedTable(
      "state", isKeyed: false,
      [
        ("item", .key), ("scope", .text), ("version", .integer), ("type_version", .integer),
        ("value", .any),
      ]),
    SalvagedTable(
      "supplement_state", isKeyed: false,
      [
        ("section", .key), ("kind", .text), ("scope", .text), ("version", .integer),
        ("type_version", .integer), ("value", .any),
      ]),
    SalvagedTable(
      "state_history", isKeyed: false,
      [
        ("item", .key), ("scope", .text), ("until", .integer), ("version", .integer),
        ("type_version", .integer), ("value", .any),
      ]),
    SalvagedTable(
      "supplement_state_history", isKeyed: false,
      [
        ("section", .key), ("kind", .text), ("scope", .text), ("until", .integer),
        ("version", .integer), ("type_version", .integer), ("value", .any),
      ]),
    SalvagedTable(
      "subscriber", isKeyed: false,
      [("list", .list), ("name", .text), ("revision", .integer)]),
    SalvagedTable(
      "sync_device", isKeyed: true,
      [
        ("list", .list), ("revision", .integer), ("opening", .text), ("last", .any),
        ("chain", .text), ("hub", .any), ("hub_revision", .integer), ("mark", .text),
        ("base", .text),
      ]),
    SalvagedTable(
      "sync_pending", isKeyed: false,
      [
        ("list", .list), ("number", .integer), ("opening", .text), ("obstacle", .any),
        ("change", .text),
      ]),
    // It has a text, since a file without its schema may have a full-text index, whose rows have a key and one number.
    SalvagedTable(
      "sync_hub", isKeyed: true, [("list", .list), ("revision", .integer), ("name", .text)],
      [["digests"]]),
    SalvagedTable(
      "sync_settled", isKeyed: false,
      [
        ("list", .list), ("number", .integer), ("name", .text), ("after", .integer),
        ("through", .integer),
      ]),
    SalvagedTable(
      "sync_loss", isKeyed: false,
      [
        ("list", .list), ("number", .integer), ("name", .text), ("change", .integer),
        ("lost", .integer), ("refusal", .any),
      ]),
  ]
}
