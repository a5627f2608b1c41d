internal import RosterCore
internal import RosterJSON

/// A change record as JSON text: paths with the numbers of the items and sections at them.
///
///     {"insertedItems":[[0,5,3,17]]}      items 17, 18, 19 at [0, 5], [0, 6], [0, 7]
///
/// | part | element |
/// |---|---|
/// | `updatedItems`, `removedItems`, `insertedItems` | `[section, item, count, first id]` |
/// | `movedItems` | `[source section, item, target section, item, id]` |
/// | `updatedSections`, `removedSections`, `insertedSections` | `[section, id]` |
/// | `movedSections` | `[source section, target section]` |
/// | `states` | `[item id, scope]`: a state that was written or forgotten |
///
/// What has no effect is left out: updates and states of what is removed as well. `removedItems`
/// also holds the items that went with their section.
enum JournalCoding {
  fileprivate enum Part: String, CaseIterable {
    case updatedItems, removedItems, movedItems, insertedItems
    case updatedSections, removedSections, movedSections, insertedSections
    case states
  }

  // MARK: Encoding

  static func encode(_ record: ChangeRecord, states: [StateAddress] = []) -> String {
    let outline = record.outline
    let identities = record.identities
    let removed = Set(identities.removedItems.lazy.map(\.id))
    let removedSections = Set(identities.removedSections)
    var text = RecordText()
    text.append(
      .updatedItems,
      runsOf: zip(outline.updatedItems, identities.updatedItems).lazy
        .filter { !removed.contains($1) })
    text.append(.removedItems, runsOf: identities.removedItems.lazy.map { ($0.sourcePath, $0.id) })
    for (move, id) in zip(outline.movedItems, identities.movedItems) {
      text.append(
        .movedItems, move.source.section, move.source.item, move.target.section, move.target.item,
        id.rawValue)
    }
    text.append(.insertedItems, runsOf: zip(outline.insertedItems, identities.insertedItems))
    for (section, id) in zip(outline.updatedSections, identities.updatedSections)
    where !removedSections.contains(id) { text.append(.updatedSections, section, id.rawValue) }
    for (section, id) in zip(outline.removedSections, identities.removedSections) {
      text.append(.removedSections, section, id.rawValue)
    }
    for move in outline.movedSections { text.append(.movedSections, move.source, move.target) }
    for (section, id) in zip(outline.insertedSections, identities.insertedSections) {
      text.append(.insertedSections, section, id.rawValue)
    }
    for address in states where !removed.contains(address.item) { text.append(.states, address) }
    return text.finished()
  }

  // MARK: Decoding

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
      guard let pair = element.arrayValue, pair.count == 2, let item = pair[0].intValue,
        item > 0, item < next.item, let scope = pair[1].stringValue.flatMap({ ScopePath($0) })
      else { return nil }
      states.append(StateAddress(item: ItemID(rawValue: item), scope: scope))
    }
    return Set(states).count == states.count ? states : nil
  }

  /// Every number in a record is below 2^40, as those of items are.
  private static let numberLimit = 1 << RowKey.numberBits
}

/// The text of a record, written element by element; those of a part come in a row.
private struct RecordText {
  private var bytes: [UInt8] = []
  private var part: JournalCoding.Part?

  mutating func append<each Number: FixedWidthInteger>(
    _ part: JournalCoding.Part, _ numbers: repeat each Number
  ) {
    begin(part)
    var separator = UInt8(ascii: "[")
    for number in repeat each numbers {
      bytes.append(separator)
      bytes.appendDecimal(Int(number))
      separator = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func append(_ part: JournalCoding.Part, _ address: StateAddress) {
    begin(part)
    bytes.append(UInt8(ascii: "["))
    bytes.appendDecimal(address.item.rawValue)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: JSONValue.string(address.scope.description).canonicalText.utf8)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ part: JournalCoding.Part) {
    if part == self.part {
      bytes.append(UInt8(ascii: ","))
    } else {
      bytes.append(contentsOf: (self.part == nil ? "{\"" : "],\"").utf8)
      bytes.append(contentsOf: part.rawValue.utf8)
      bytes.append(contentsOf: "\":[".utf8)
      self.part = part
    }
  }

  /// Appends items; those that stand in a row and are numbered in a row are one element.
  mutating func append(
    _ part: JournalCoding.Part, runsOf items: some Sequence<(ItemPath, ItemID)>
  ) {
    var run: (path: ItemPath, id: ItemID, count: Int)?
    for (path, id) in items {
      if let current = run, current.path.section == path.section,
        current.path.item + current.count == path.item,
        current.id.rawValue + current.count == id.rawValue
      {
        run?.count += 1
      } else {
        append(part, run)
        run = (path, id, 1)
      }
    }
    append(part, run)
  }

  private mutating func append(
    _ part: JournalCoding.Part, _ run: (path: ItemPath, id: ItemID, count: Int)?
  ) {
    guard let run else { return }
    append(part, run.path.section, run.path.item, run.count, run.id.rawValue)
  }

  func finished() -> String {
    part == nil ? "{}" : String(decoding: bytes + "]}".utf8, as: UTF8.self)
  }
}
