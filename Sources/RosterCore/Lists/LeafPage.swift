/// Up to `capacity` items that stand in a row in one section: what order is stored in.
///
/// A page has an order key among the pages of its section; keys have gaps, so that a new page fits
/// between two others without touching them.
public struct LeafPage: Weighted, Sendable {
  /// The most items of a page.
  public static let capacity = 256
  /// How full pages are made when many items arrive at once.
  static let fill = 192
  /// A page with fewer items joins a neighbour if both together are no more than `fill`.
  static let sparse = 64

  /// The page.
  public let id: LeafID
  /// Where the page stands among the pages of its section.
  public internal(set) var order: Int
  /// The number of items.
  public internal(set) var count: Int
  /// The items if they are in memory.
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
