package import RosterCore

/// The changeset that inserts a section with items.
package func newSection(at index: Int = 0, _ items: [String]) -> Changeset<String, String> {
  Changeset {
    $0.insertSection(at: index, "section")
    $0.insertItems(items, at: ItemPath(section: index, item: 0))
  }
}
