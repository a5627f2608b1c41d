/// The counts that a changeset is verified against: the number of sections, and the number of items
/// in each.
package protocol SectionCounts {
  /// The number of sections.
  var sectionCount: Int { get }

  /// The number of items in a section.
  ///
  /// - Parameter section: A section in `0..<sectionCount`.
  func itemCount(inSection section: Int) -> Int
}

extension SectionCounts {
  func contains(section: Int) -> Bool { section >= 0 && section < sectionCount }

  package func contains(_ path: ItemPath) -> Bool {
    contains(section: path.section) && path.item >= 0
      && path.item < itemCount(inSection: path.section)
  }
}
