/// How many items the pages of a list have.
///
/// A list keeps its sizes as long as it exists: what replays a change must make the pages that its writer made.
package struct PageSizes: Hashable, Sendable {
  /// The maximum number of items of a page.
  package let capacity: Int

  /// The maximum numbers of items that a list may choose. The pages of a file are checked against the highest.
  package static let capacities = 4...256

  /// The sizes of new lists. An insertion writes the page that it changes: with 64 items that is half a kilobyte,
  /// and a list of a million has some 20,000 pages, all of which an opening reads.
  package static let standard = PageSizes(64)

  /// The sizes of lists that were made before the ninth format of the file.
  package static let ofEarlierFormats = PageSizes(256)

  /// The number of pages in which an item is sought from the one that storage names on. Of a list that grew to *f*
  /// times its size at random, the page in which an item was has become *f* pages.
  static let soughtPageCount = 16

  private init(_ capacity: Int) { self.capacity = capacity }

  /// - Returns: `nil` if no list has such a capacity.
  package init?(capacity: Int) {
    guard Self.capacities.contains(capacity) else { return nil }
    self.init(capacity)
  }

  /// The number of items in each page that is made when many items arrive at once.
  var fill: Int { capacity * 3 / 4 }
  /// A page with fewer items joins a neighbour if both together have no more than `fill` items.
  var sparse: Int { capacity / 4 }
}

/// Items that stand next to each other in one section; `PageSizes` says how many. Storage keeps the order of
/// items as pages.
///
/// A page has an order key among the pages of its section. Keys have gaps, so a new page fits
/// between two others without a change to their keys.
package struct LeafPage: Weighted, Sendable {
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
