package import RosterCore
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
/// | `states` | `[item id, scope]`: a state that was written or forgotten; `[section id, kind, scope]`: one of a header or footer |
///
/// Parts without an effect are left out, and so are updates and states of removed items and
/// sections. `removedItems` also holds the items that were removed with their section.
package enum JournalCoding {
  /// The parts of a record.
  package enum Part: String, CaseIterable {
    case updatedItems, removedItems, movedItems, insertedItems
    case updatedSections, removedSections, movedSections, insertedSections
    case states
  }

  /// Returns the text of a record, and of the states that its change wrote or removed.
  package static func encode(_ record: ChangeRecord, states: [StateAddress] = []) -> String {
    let outline = record.outline
    let identities = record.identities
    let removal = TreeRemoval(identities)
    var text = RecordText()
    text.append(
      .updatedItems,
      runsOf: zip(outline.updatedItems, identities.updatedItems).lazy
        .filter { !removal.items.contains($1) })
    text.append(.removedItems, runsOf: identities.removedItems.lazy.map { ($0.sourcePath, $0.id) })
    for (move, id) in zip(outline.movedItems, identities.movedItems) {
      text.append(
        .movedItems, move.source.section, move.source.item, move.target.section, move.target.item,
        id.rawValue)
    }
    text.append(.insertedItems, runsOf: zip(outline.insertedItems, identities.insertedItems))
    for (section, id) in zip(outline.updatedSections, identities.updatedSections)
    where !removal.sections.contains(id) { text.append(.updatedSections, section, id.rawValue) }
    for (section, id) in zip(outline.removedSections, identities.removedSections) {
      text.append(.removedSections, section, id.rawValue)
    }
    for move in outline.movedSections { text.append(.movedSections, move.source, move.target) }
    for (section, id) in zip(outline.insertedSections, identities.insertedSections) {
      text.append(.insertedSections, section, id.rawValue)
    }
    for address in states where !removal.takesAlong(address.tree) { text.append(.states, address) }
    return text.finished()
  }
}

/// Writes the text of a record element by element. The elements of a part must be appended
/// together.
private struct RecordText {
  private var bytes: [UInt8] = []
  private var part: JournalCoding.Part?

  /// Makes the text of an empty record, with capacity for most records.
  init() { bytes.reserveCapacity(128) }

  /// Appends an element of two to five numbers. Of those of a parameter pack the runtime would look up each type.
  mutating func append(
    _ part: JournalCoding.Part, _ first: Int, _ second: Int, _ third: Int? = nil,
    _ fourth: Int? = nil, _ fifth: Int? = nil
  ) {
    begin(part)
    bytes.append(UInt8(ascii: "["))
    bytes.appendDecimal(first)
    appendFurther(second)
    if let third { appendFurther(third) }
    if let fourth { appendFurther(fourth) }
    if let fifth { appendFurther(fifth) }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func appendFurther(_ number: Int) {
    bytes.append(UInt8(ascii: ","))
    bytes.appendDecimal(number)
  }

  mutating func append(_ part: JournalCoding.Part, _ address: StateAddress) {
    begin(part)
    bytes.append(UInt8(ascii: "["))
    bytes.appendDecimal(address.tree.number)
    bytes.append(UInt8(ascii: ","))
    if let kind = StateTable(address.tree).kind {
      bytes.append(contentsOf: "\"\(kind)\",".utf8)
    }
    JSONValue.string(address.scope.description).appendCanonical(to: &bytes)
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

  /// Appends items. Items with neighbouring paths and consecutive numbers become one element.
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

  mutating func finished() -> String {
    if part == nil { return "{}" }
    bytes.append(contentsOf: "]}".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The items and sections that a change removes, whose states are removed with them.
package struct TreeRemoval {
  package let items: Set<ItemID>
  package let sections: Set<SectionID>

  /// Makes the removal of a change.
  package init(_ identities: ChangeIdentities) {
    items = Set(identities.removedItems.lazy.map(\.id))
    sections = Set(identities.removedSections)
  }

  /// Returns whether the states of a tree are removed with its item or section.
  package func takesAlong(_ tree: TreeID) -> Bool {
    switch tree {
    case .item(let item): items.contains(item)
    case .supplement(let supplement): sections.contains(supplement.section)
    }
  }
}
