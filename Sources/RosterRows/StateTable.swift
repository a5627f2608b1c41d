package import RosterCore
internal import RosterJSON

/// The table with the states of items, of headers or of footers.
package enum StateTable: CaseIterable {
  case items
  case headers
  case footers

  /// The table with the states of a tree.
  package init(_ tree: TreeID) {
    switch tree {
    case .item: self = .items
    case .supplement(let supplement): self = supplement.kind == .header ? .headers : .footers
    }
  }

  /// The table's name. The table of before-images adds `_history` to it.
  package var name: String {
    switch self {
    case .items: "state"
    case .headers, .footers: "supplement_state"
    }
  }

  /// The column with the key of the item or section.
  package var owner: String {
    switch self {
    case .items: "item"
    case .headers, .footers: "section"
    }
  }

  /// The value of the column `kind`; `nil` if the table has no such column.
  package var kind: String? {
    switch self {
    case .items: nil
    case .headers: "header"
    case .footers: "footer"
    }
  }

  /// The columns that identify the tree of a state.
  package var columns: String { kind == nil ? owner : "\(owner), kind" }

  /// Whether a row belongs to the tree of the item or section with the key `$1`.
  var isOfOwner: String { "\(owner) = $1" + (kind.map { " AND kind = '\($0)'" } ?? "") }

  /// Returns the tree of an item or section with some number.
  package func tree(_ number: Int) -> TreeID {
    switch self {
    case .items: .item(ItemID(rawValue: number))
    case .headers: .supplement(SupplementID(.header, of: SectionID(rawValue: number)))
    case .footers: .supplement(SupplementID(.footer, of: SectionID(rawValue: number)))
    }
  }
}

extension TreeID {
  /// The number of the item or section within its list.
  package var number: Int {
    switch self {
    case .item(let item): item.rawValue
    case .supplement(let supplement): supplement.section.rawValue
    }
  }
}

/// The path of a scope as the text in the keys of rows.
package enum StateScope {
  /// Reads a path.
  ///
  /// - Returns: `nil` if the bytes are not the text of a path, byte for byte.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> ScopePath? {
    String(validUTF8: bytes).flatMap { ScopePath($0) }
  }
}
