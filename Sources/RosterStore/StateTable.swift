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
