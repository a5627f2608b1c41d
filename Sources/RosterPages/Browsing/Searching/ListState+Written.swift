package import RosterCore

extension ListState {
  /// Returns the path of an item as `roster show` and the inspector write it, `0:3`; `nil` if the text is none, or there
  /// is no such item.
  package func path(written text: String) -> ItemPath? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let section = Int(parts[0]), let item = Int(parts[1]),
      (0..<sectionCount).contains(section), (0..<itemCount(inSection: section)).contains(item)
    else { return nil }
    return ItemPath(section: section, item: item)
  }
}
