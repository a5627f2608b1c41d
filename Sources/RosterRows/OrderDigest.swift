package import RosterCore

/// A digest of the order of a list: the items in each page, and the place of each page and section.
///
/// It is the sum over all pages and sections, each with a number of its own. So a commit subtracts
/// the old numbers of what it changes and adds the new ones.
package struct OrderDigest: Equatable {
  /// The digest as an SQLite integer.
  package private(set) var value: Int

  /// - Parameter value: The digest to which numbers are added; 0 for that of the empty list.
  package init(_ value: Int = 0) { self.value = value }

  package mutating func add(_ leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>) {
    value &+= Self.number(of: leaf, items)
  }

  package mutating func remove(_ leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>) {
    value &-= Self.number(of: leaf, items)
  }

  package mutating func add(_ section: SectionID, order: Int) {
    value &+= Self.number(of: section, order)
  }

  package mutating func remove(_ section: SectionID, order: Int) {
    value &-= Self.number(of: section, order)
  }

  private static func number(
    of leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>
  ) -> Int {
    var mixer = WordMixer()
    mixer.add(Int(leaf.id.rawValue))
    mixer.add(leaf.section.rawValue)
    mixer.add(leaf.order)
    for item in items { mixer.add(item.rawValue) }
    return mixer.value
  }

  private static func number(of section: SectionID, _ order: Int) -> Int {
    var mixer = WordMixer()
    mixer.add(-section.rawValue)
    mixer.add(order)
    return mixer.value
  }
}
