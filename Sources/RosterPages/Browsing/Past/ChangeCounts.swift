internal import RosterCore

/// How much a change has changed, in words: `1 item removed, 3 items updated`.
package struct ChangeCounts: Hashable, Sendable, CustomStringConvertible {
  package var insertedItems = 0
  package var removedItems = 0
  package var updatedItems = 0
  package var movedItems = 0
  package var insertedSections = 0
  package var removedSections = 0
  package var updatedSections = 0
  package var movedSections = 0
  /// States that were written, or removed.
  package var states = 0

  /// Makes the counts of a change of nothing.
  package init() {}

  /// Adds up what some changes name.
  init(_ outlines: [ChangesetOutline]) {
    for outline in outlines {
      insertedItems += outline.insertedItems.count
      removedItems += outline.removedItems.count
      updatedItems += outline.updatedItems.count
      movedItems += outline.movedItems.count
      insertedSections += outline.insertedSections.count
      removedSections += outline.removedSections.count
      updatedSections += outline.updatedSections.count
      movedSections += outline.movedSections.count
    }
  }

  /// Whether nothing has changed.
  package var isEmpty: Bool { self == ChangeCounts() }

  package var description: String {
    let counts: [(count: Int, noun: String, did: String)] = [
      (insertedItems, "item", "inserted"), (removedItems, "item", "removed"),
      (updatedItems, "item", "updated"), (movedItems, "item", "moved"),
      (insertedSections, "section", "inserted"), (removedSections, "section", "removed"),
      (updatedSections, "section", "updated"), (movedSections, "section", "moved"),
      (states, "state", "written"),
    ]
    return isEmpty
      ? "no items"
      : counts.filter { $0.count != 0 }.map { count, noun, did in
        "\(count) \(noun)\(count == 1 ? "" : "s") \(did)"
      }.joined(separator: ", ")
  }
}
