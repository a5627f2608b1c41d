package import RosterCore
internal import RosterJSON

extension JournalCoding {
  /// Reads a record, and the states that its change wrote or removed.
  ///
  /// - Parameter next: The numbers that the list gives after the change. All numbers in the record
  ///   are smaller.
  /// - Returns: `nil` if the text is not a change record.
  package static func decode(
    _ text: UnsafeRawBufferPointer, next: NextIdentifiers
  ) -> (record: ChangeRecord, states: [StateAddress])? {
    guard let object = try? JSONParser().parse(text).objectValue else { return nil }
    var reader = RecordReader(next: next)
    for (name, value) in object {
      guard let part = Part(rawValue: name), let elements = value.arrayValue,
        elements.allSatisfy({ reader.read(part, $0) })
      else { return nil }
    }
    return reader.finished()
  }
}

/// Reads a record element by element.
private struct RecordReader {
  private let next: NextIdentifiers
  private var items = ChangesetOutline.ItemParts()
  private var sections = ChangesetOutline.SectionParts()
  private var identities = ChangeIdentities()
  private var states: [StateAddress] = []

  init(next: NextIdentifiers) { self.next = next }

  /// - Returns: Whether the element is possible in the part.
  mutating func read(_ part: JournalCoding.Part, _ element: JSONValue) -> Bool {
    guard let row = element.arrayValue else { return false }
    switch part {
    case .updatedItems: return Self.readItems(row, next, &items.updated, &identities.updatedItems)
    case .insertedItems:
      return Self.readItems(row, next, &items.inserted, &identities.insertedItems)
    case .removedItems: return readRemovedItems(row)
    case .movedItems: return readMovedItem(row)
    case .updatedSections:
      return Self.readSection(row, next, &sections.updated, &identities.updatedSections)
    case .removedSections:
      return Self.readSection(row, next, &sections.removed, &identities.removedSections)
    case .insertedSections:
      return Self.readSection(row, next, &sections.inserted, &identities.insertedSections)
    case .movedSections:
      guard row.count == 2, let source = Self.number(row[0]), let target = Self.number(row[1])
      else { return false }
      sections.moved.append(SectionMove(source: source, target: target))
      return true
    case .states: return readState(row)
    }
  }

  func finished() -> (record: ChangeRecord, states: [StateAddress])? {
    guard states.count < 2 || Set(states).count == states.count else { return nil }
    var items = items
    if !sections.removed.isEmpty {
      let gone = Set(sections.removed)
      items.removed.removeAll { gone.contains($0.section) }
    }
    let outline = ChangesetOutline(items: items, sections: sections)
    return (ChangeRecord(outline: outline, identities: identities), states)
  }

  // MARK: Elements

  private static func readItems(
    _ row: [JSONValue], _ next: NextIdentifiers, _ paths: inout [ItemPath], _ ids: inout [ItemID]
  ) -> Bool {
    guard row.count == 4, let section = number(row[0]), let item = number(row[1]),
      let count = number(row[2]), let id = number(row[3]), id > 0,
      // No item occurs twice in a part, so this bound keeps a damaged count from filling the
      // memory.
      id + count <= next.item, paths.count + count < next.item
    else { return false }
    for offset in 0..<count {
      paths.append(ItemPath(section: section, item: item + offset))
      ids.append(ItemID(rawValue: id + offset))
    }
    return true
  }

  private mutating func readRemovedItems(_ row: [JSONValue]) -> Bool {
    let start = items.removed.count
    var ids: [ItemID] = []
    guard Self.readItems(row, next, &items.removed, &ids) else { return false }
    for (path, id) in zip(items.removed[start...], ids) {
      identities.removedItems.append(.init(sourcePath: path, id: id))
    }
    return true
  }

  private mutating func readMovedItem(_ row: [JSONValue]) -> Bool {
    guard row.count == 5, let sourceSection = Self.number(row[0]),
      let sourceItem = Self.number(row[1]),
      let targetSection = Self.number(row[2]), let targetItem = Self.number(row[3]),
      let id = Self.number(row[4]), id > 0, id < next.item
    else { return false }
    items.moved.append(
      ItemMove(
        source: ItemPath(section: sourceSection, item: sourceItem),
        target: ItemPath(section: targetSection, item: targetItem)))
    identities.movedItems.append(ItemID(rawValue: id))
    return true
  }

  private static func readSection(
    _ row: [JSONValue], _ next: NextIdentifiers, _ sections: inout [Int], _ ids: inout [SectionID]
  ) -> Bool {
    guard row.count == 2, let section = number(row[0]), let id = number(row[1]), id > 0,
      id < next.section
    else { return false }
    sections.append(section)
    ids.append(SectionID(rawValue: id))
    return true
  }

  private mutating func readState(_ row: [JSONValue]) -> Bool {
    guard let tree = Self.tree(row.dropLast(), next),
      let scope = row.last?.stringValue.flatMap({ ScopePath($0) })
    else { return false }
    states.append(StateAddress(tree: tree, scope: scope))
    return true
  }

  /// Reads the tree of a state: the number of an item, or that of a section and a kind.
  private static func tree(_ parts: ArraySlice<JSONValue>, _ next: NextIdentifiers) -> TreeID? {
    guard let number = parts.first?.intValue, number > 0 else { return nil }
    if parts.count == 1 { return number < next.item ? StateTable.items.tree(number) : nil }
    guard parts.count == 2, number < next.section, let kind = parts.last?.stringValue else {
      return nil
    }
    return StateTable.allCases.first { $0.kind == kind }?.tree(number)
  }

  /// Reads a number. All numbers in a record are below 2^40, as those of items are.
  private static func number(_ value: JSONValue) -> Int? {
    guard let number = value.intValue, number >= 0, number < 1 << RowKey.numberBits
    else { return nil }
    return number
  }
}
