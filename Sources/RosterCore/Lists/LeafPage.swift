/// Up to `capacity` items that stand next to each other in one section. Storage keeps the order of
/// items as pages.
///
/// A page has an order key among the pages of its section. Keys have gaps, so a new page fits
/// between two others without a change to their keys.
package struct LeafPage: Weighted, Sendable {
  /// The maximum number of items of a page.
  package static let capacity = 256
  /// The number of items in each page that is made when many items arrive at once.
  static let fill = 192
  /// A page with fewer items joins a neighbour if both together have no more than `fill` items.
  static let sparse = 64

  /// Which page it is.
  package let id: LeafID
  /// Where the page stands among the pages of its section.
  package internal(set) var order: Int
  /// The number of items.
  package internal(set) var count: Int
  /// The items, `nil` if they are not in memory.
  var items: ContiguousArray<ItemID>?

  var weight: Int { count }
}

/// A section: an identity, a place among the sections, and its items in leaf pages.
struct Section: Weighted, Sendable {
  let id: SectionID
  /// Where the section stands among the sections of the list.
  var order: Int
  var leaves = CountedTree<LeafPage>()

  /// The number of items.
  var weight: Int { leaves.weight }
}
