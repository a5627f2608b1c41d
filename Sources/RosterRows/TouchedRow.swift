package import RosterCore
internal import RosterJSON

/// A row that a revision touched, and how.
package struct TouchedRow: Hashable, Sendable {
  /// What a revision does to a row.
  package enum Change: String, CaseIterable, Sendable {
    case inserted
    case updated
    case removed
    case moved
    /// It writes or forgets states of the row.
    case states
  }

  /// The item, or the header for the section. States of a footer are those of the footer.
  package let tree: TreeID
  /// In the order of the cases.
  package var changes: [Change]
}

extension JournalRow {
  /// Reads which rows the revision touched, without their places. A section that only moved has no number in the
  /// journal, and is left out.
  ///
  ///     {"updatedItems":[[0,5,3,17]],"movedItems":[[0,5,0,9,17]]}
  ///
  ///     item 17    updated, moved
  ///     item 18    updated
  ///     item 19    updated
  ///
  /// - Parameters:
  ///   - tree: The only row to look for; `nil` for all rows. The header and the footer of a section stand for the
  ///     section.
  ///   - limit: The maximum number of changes to read: a run of a million items is not taken apart.
  /// - Returns: The rows, in the order of the cases of `TouchedRow.Change`; `nil` if the text cannot be read.
  /// - Complexity: O(size of the text + limit).
  package func touchedRows(of tree: TreeID? = nil, limit: Int) -> [TouchedRow]? {
    guard counts != nil, let parts = try? JSONParser().parse(change).objectValue else { return nil }
    var reader = TouchedRowReader(tree, limit: limit)
    for kind in TouchedRow.Change.allCases {
      for part in JournalCoding.Part.allCases where part.change == kind {
        for element in parts[part.rawValue]?.arrayValue ?? [] {
          reader.read(part, element.arrayValue ?? [])
        }
      }
    }
    return reader.rows
  }
}

extension JournalCoding.Part {
  /// What the part says of rows; `nil` if it does not name them.
  fileprivate var change: TouchedRow.Change? {
    switch self {
    case .insertedItems, .insertedSections: .inserted
    case .updatedItems, .updatedSections: .updated
    case .removedItems, .removedSections: .removed
    case .movedItems: .moved
    case .states: .states
    case .movedSections: nil
    }
  }
}

/// Reads the rows that a change names, element by element.
private struct TouchedRowReader {
  private let wanted: TreeID?
  private var rest: Int
  private var indexes: [TreeID: Int] = [:]
  private(set) var rows: [TouchedRow] = []

  init(_ wanted: TreeID?, limit: Int) {
    self.wanted = wanted
    rest = limit
  }

  mutating func read(_ part: JournalCoding.Part, _ element: [JSONValue]) {
    guard let change = part.change else { return }
    switch part {
    case .insertedItems, .updatedItems, .removedItems:
      guard element.count == 4, let count = element[2].intValue, let first = element[3].intValue,
        count > 0, Self.isNumber(first), Self.isNumber(count)
      else { return }
      read(first..<first + count, change)
    case .movedItems:
      guard element.count == 5, let item = element[4].intValue, Self.isNumber(item) else { return }
      read(item..<item + 1, change)
    case .insertedSections, .updatedSections, .removedSections:
      guard element.count == 2, let section = element[1].intValue, Self.isNumber(section) else {
        return
      }
      add(.supplement(SupplementID(.header, of: SectionID(rawValue: section))), change)
    case .states:
      guard let number = element.first?.intValue, Self.isNumber(number) else { return }
      let kind = element.count == 3 ? element[1].stringValue : nil
      guard let table = StateTable.allCases.first(where: { $0.kind == kind }) else { return }
      add(table.tree(number), change)
    case .movedSections: return
    }
  }

  private mutating func read(_ items: Range<Int>, _ change: TouchedRow.Change) {
    if let wanted {
      guard let item = wanted.item, items.contains(item.rawValue) else { return }
      add(wanted, change)
    } else {
      for item in items.prefix(rest) { add(.item(ItemID(rawValue: item)), change) }
    }
  }

  private mutating func add(_ tree: TreeID, _ change: TouchedRow.Change) {
    guard rest > 0, isWanted(tree, change) else { return }
    rest -= 1
    guard let index = indexes[tree] else {
      indexes[tree] = rows.count
      rows.append(TouchedRow(tree: tree, changes: [change]))
      return
    }
    if rows[index].changes.last != change { rows[index].changes.append(change) }
  }

  private func isWanted(_ tree: TreeID, _ change: TouchedRow.Change) -> Bool {
    guard let wanted, tree != wanted else { return true }
    // A header and a footer show the model of the section.
    guard change != .states, let section = wanted.supplement?.section else { return false }
    return tree.supplement?.section == section
  }

  /// Whether a number is one of an item or section: a damaged one is not believed.
  private static func isNumber(_ number: Int) -> Bool {
    (1..<1 << RowKey.numberBits).contains(number)
  }
}
