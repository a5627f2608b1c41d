/// How many items, sections and states a change touches; in words, `1 item removed, 3 items updated`.
package struct ChangeCounts: Hashable, Sendable, CustomStringConvertible {
  package var insertedItems = 0
  package var removedItems = 0
  package var updatedItems = 0
  package var movedItems = 0
  package var insertedSections = 0
  package var removedSections = 0
  package var updatedSections = 0
  package var movedSections = 0
  /// States that are written, or removed.
  package var states = 0

  /// Makes the counts of a change of nothing.
  package init() {}

  /// Counts what a changeset names: items that go with their sections are not among the removed ones.
  package init(_ outline: ChangesetOutline) {
    insertedItems = outline.insertedItems.count
    removedItems = outline.removedItems.count
    updatedItems = outline.updatedItems.count
    movedItems = outline.movedItems.count
    insertedSections = outline.insertedSections.count
    removedSections = outline.removedSections.count
    updatedSections = outline.updatedSections.count
    movedSections = outline.movedSections.count
  }

  /// Adds up what some changesets name.
  package init(_ outlines: [ChangesetOutline]) {
    for outline in outlines { add(ChangeCounts(outline)) }
  }

  /// Adds other counts.
  package mutating func add(_ other: ChangeCounts) {
    insertedItems += other.insertedItems
    removedItems += other.removedItems
    updatedItems += other.updatedItems
    movedItems += other.movedItems
    insertedSections += other.insertedSections
    removedSections += other.removedSections
    updatedSections += other.updatedSections
    movedSections += other.movedSections
    states += other.states
  }

  /// The number of items and sections that are touched.
  package var changeCount: Int { total - states }

  /// The number of everything that is touched.
  package var total: Int {
    insertedItems + removedItems + updatedItems + movedItems + insertedSections + removedSections
      + updatedSections + movedSections + states
  }

  package var description: String {
    let counts: [(count: Int, noun: String, did: String)] = [
      (insertedItems, "item", "inserted"), (removedItems, "item", "removed"),
      (updatedItems, "item", "updated"), (movedItems, "item", "moved"),
      (insertedSections, "section", "inserted"), (removedSections, "section", "removed"),
      (updatedSections, "section", "updated"), (movedSections, "section", "moved"),
      (states, "state", "written"),
    ]
    return total == 0
      ? "no items"
      : counts.filter { $0.count != 0 }.map { count, noun, did in
        "\(count) \(noun)\(count == 1 ? "" : "s") \(did)"
      }.joined(separator: ", ")
  }
}
