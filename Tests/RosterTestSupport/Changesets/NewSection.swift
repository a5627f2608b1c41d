package import RosterCore

/// The changeset that inserts a section with items.
package func newSection(at index: Int = 0, _ items: [String]) -> Changeset<String, String> {
  Changeset {
    $0.insertSection(at: index, "section")
    $0.insertItems(items, at: ItemPath(section: index, item: 0))
  }
}

/// The changeset that inserts an item at the beginning of the first section.
package func insertion(_ model: String) -> Changeset<String, String> {
  Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: 0)) }
}
