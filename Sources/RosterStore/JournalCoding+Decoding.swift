internal import RosterCore
internal import RosterJSON

extension JournalCoding {
  /// - Parameter next: The numbers that the list gives after the change: none in the record is as
  ///   high.
  /// - Returns: `nil` if the text is no change record.
  static func decode(
    _ text: UnsafeRawBufferPointer, next: NextIdentifiers
  ) -> (record: ChangeRecord, states: [StateAddress])? {
    guard let object = try? JSONParser().parse(text).objectValue,
      object.keys.allSatisfy({ Part(rawValue: $0) != nil }),
      let updated = items(object, .updatedItems, next),
      let removed = items(object, .removedItems, next),
      let inserted = items(object, .insertedItems, next),
      let moved = rows(object, .movedItems, width: 5),
      let updatedSections = rows(object, .updatedSections, width: 2),
      let removedSections = rows(object, .removedSections, width: 2),
      let movedSections = rows(object, .movedSections, width: 2),
      let insertedSections = rows(object, .insertedSections, width: 2),
      let states = states(object, next)
    else { return nil }

    var identities = ChangeIdentities()
    identities.updatedItems = updated.map(\.id)
    identities.removedItems = removed.map { .init(sourcePath: $0.path, id: $0.id) }
    identities.movedItems = moved.map { ItemID(rawValue: $0[4]) }
    identities.insertedItems = inserted.map(\.id)
    identities.updatedSections = updatedSections.map { SectionID(rawValue: $0[1]) }
    identities.removedSections = removedSections.map { SectionID(rawValue: $0[1]) }
    identities.insertedSections = insertedSections.map { SectionID(rawValue: $0[1]) }
    let gone = Set(removedSections.map { $0[0] })
    let record = ChangeRecord(
      outline: ChangesetOutline(
        items: .init(
          updated: updated.map(\.path),
          removed: removed.map(\.path).filter { !gone.contains($0.section) },
          moved: moved.map {
            ItemMove(
              source: ItemPath(section: $0[0], item: $0[1]),
              target: ItemPath(section: $0[2], item: $0[3]))
          }, inserted: inserted.map(\.path)),
        sections: .init(
          updated: updatedSections.map { $0[0] }, removed: removedSections.map { $0[0] },
          moved: movedSections.map { SectionMove(source: $0[0], target: $0[1]) },
          inserted: insertedSections.map { $0[0] })),
      identities: identities)
    return (record, states)
  }

  private static func rows(
    _ object: [String: JSONValue], _ part: Part, width: Int
  ) -> [[Int]]? {
    guard let value = object[part.rawValue] else { return [] }
    guard let elements = value.arrayValue else { return nil }
    var rows: [[Int]] = []
    for element in elements {
      let row = element.arrayValue?.compactMap(\.intValue) ?? []
      guard row.count == width, row.allSatisfy({ $0 >= 0 && $0 < numberLimit }) else { return nil }
      rows.append(row)
    }
    return rows
  }

  private static func items(
    _ object: [String: JSONValue], _ part: Part, _ next: NextIdentifiers
  ) -> [(path: ItemPath, id: ItemID)]? {
    guard let runs = rows(object, part, width: 4) else { return nil }
    var items: [(path: ItemPath, id: ItemID)] = []
    for run in runs {
      let (section, item, count, id) = (run[0], run[1], run[2], run[3])
      // No item is there twice: a damaged number must not fill the memory.
      guard id + count <= next.item, items.count + count < next.item else { return nil }
      for offset in 0..<count {
        items.append(
          (ItemPath(section: section, item: item + offset), ItemID(rawValue: id + offset)))
      }
    }
    return items
  }

  private static func states(
    _ object: [String: JSONValue], _ next: NextIdentifiers
  ) -> [StateAddress]? {
    guard let value = object[Part.states.rawValue] else { return [] }
    guard let elements = value.arrayValue else { return nil }
    var states: [StateAddress] = []
    for element in elements {
      guard let parts = element.arrayValue, let tree = tree(parts.dropLast(), next),
        let scope = parts.last?.stringValue.flatMap({ ScopePath($0) })
      else { return nil }
      states.append(StateAddress(tree: tree, scope: scope))
    }
    return Set(states).count == states.count ? states : nil
  }

  /// Whose state it is: the number of an item, or that of a section and a kind.
  private static func tree(_ parts: ArraySlice<JSONValue>, _ next: NextIdentifiers) -> TreeID? {
    guard let number = parts.first?.intValue, number > 0 else { return nil }
    if parts.count == 1 { return number < next.item ? StateTable.items.tree(number) : nil }
    guard parts.count == 2, number < next.section, let kind = parts.last?.stringValue else {
      return nil
    }
    return StateTable.allCases.first { $0.kind == kind }?.tree(number)
  }

  /// Every number in a record is below 2^40, as those of items are.
  private static let numberLimit = 1 << RowKey.numberBits
}
