import RosterCore
import RosterJSON
import RosterLog
import Testing

/// A list as arrays, to which a changeset is applied as its definition says, slot by slot.
struct NaiveList: SectionCounts {
  struct Section {
    var model: JSONValue?
    var items: [JSONValue] = []
  }

  private(set) var sections: [Section] = []
  private(set) var revision = 0

  var sectionCount: Int { sections.count }
  func itemCount(inSection section: Int) -> Int { sections[section].items.count }

  /// Applies a changeset after it was proved to be valid.
  mutating func apply(_ changeset: Changeset<JSONValue, JSONValue>) throws {
    _ = try changeset.verified(against: self)
    for (path, model) in changeset.updatedItems {
      sections[path.section].items[path.item] = model
    }
    var arrivals: [ItemPath: JSONValue] = [:]
    for (path, model) in changeset.insertedItems { arrivals[path] = model }
    for move in changeset.movedItems {
      arrivals[move.target] = sections[move.source.section].items[move.source.item]
    }
    let leaving = Set(changeset.removedItems).union(changeset.movedItems.map(\.source))
    let survivors = sections.indices.map { section in
      let items = sections[section].items.indices.filter {
        !leaving.contains(ItemPath(section: section, item: $0))
      }
      return Section(
        model: sections[section].model, items: items.map { sections[section].items[$0] })
    }
    // No importer moves or updates sections.
    #expect(changeset.movedSections.isEmpty && changeset.updatedSections.isEmpty)
    let stays = survivors.indices.filter { !changeset.removedSections.contains($0) }
    let new = Dictionary(
      uniqueKeysWithValues: changeset.insertedSections.map { ($0, Section(model: $1)) })
    sections = Self.filling(stays.map { survivors[$0] }, arrivals: new)
    let arrivalsBySection = Dictionary(grouping: arrivals) { $0.key.section }
    for (section, arrivals) in arrivalsBySection {
      let items = Dictionary(uniqueKeysWithValues: arrivals.map { ($0.key.item, $0.value) })
      sections[section].items = Self.filling(sections[section].items, arrivals: items)
    }
    revision += 1
  }

  /// Puts arrivals at their slots, and survivors in their order into the slots between.
  private static func filling<Element>(
    _ survivors: [Element], arrivals: [Int: Element]
  ) -> [Element] {
    var rest = survivors[...]
    return (0..<(survivors.count + arrivals.count)).compactMap { slot in
      arrivals[slot] ?? rest.popFirst()
    }
  }

  var expectation: RosterLog.Expectation {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(model: section.model)
      for item in section.items { fingerprint.addItem(model: item) }
    }
    var expectation = RosterLog.Expectation()
    expectation.revision = revision
    expectation.counts = sections.map(\.items.count)
    expectation.fingerprint = fingerprint.hex
    return expectation
  }
}
