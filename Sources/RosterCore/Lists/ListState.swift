/// A list at one revision: which items stand where. It is immutable, cheap to copy, and safe to
/// keep.
///
/// A state holds identities, not models. It is a tree of counted trees: sections, their leaf pages,
/// and the item ids in them. Two maps, from an item to its leaf and from a leaf to its section,
/// make lookups in both directions O(log *n*):
///
///     path → id     sections by count, leaves by weight, offset in the leaf
///     id → path     a leaf from which the item is found, order keys of leaf and section, offset in the leaf
///
/// States share everything that a change did not touch. A page is in memory once it was needed.
/// Reading a page may fail, so reading throws.
public struct ListState: Sendable {
  private struct Contents: Sendable {
    var revision = 0
    var sections = CountedTree<Section>()
    var leafLocations = IdentifierMap<LeafLocation>(vacant: .none)
    var sectionOrders = IdentifierMap<Int>(vacant: Int.min)
    var places = IdentifierMap<LeafID>(vacant: .none)
    var nextIdentifiers = NextIdentifiers()
    var pageSizes: PageSizes
    /// Whether sections are left out, whose items are in the maps.
    var isPrefix = false
    var stored: StoredPages
  }

  private var contents: SharedValue<Contents>

  /// The number of changesets that led here.
  public internal(set) var revision: Revision {
    get { contents.value.revision }
    _modify { yield &contents.value.revision }
  }

  var sections: CountedTree<Section> {
    _read { yield contents.value.sections }
    _modify { yield &contents.value.sections }
  }

  /// Where each leaf page stands.
  var leafLocations: IdentifierMap<LeafLocation> {
    _read { yield contents.value.leafLocations }
    _modify { yield &contents.value.leafLocations }
  }

  /// The order keys of the sections.
  var sectionOrders: IdentifierMap<Int> {
    _read { yield contents.value.sectionOrders }
    _modify { yield &contents.value.sectionOrders }
  }

  /// For each item of the chunks of ids that changed since the list was opened, a leaf from which it is found.
  var places: IdentifierMap<LeafID> {
    _read { yield contents.value.places }
    _modify { yield &contents.value.places }
  }

  /// The numbers that the next new item, section and leaf get.
  package internal(set) var nextIdentifiers: NextIdentifiers {
    get { contents.value.nextIdentifiers }
    _modify { yield &contents.value.nextIdentifiers }
  }

  /// How many items its pages have.
  package var pageSizes: PageSizes { contents.value.pageSizes }

  /// Whether this is only the beginning of a list; see ``prefix(sectionCount:)``.
  var isPrefix: Bool { contents.value.isPrefix }

  /// Returns the list without the sections behind a number of them: what is shown of a list whose last
  /// sections are not. Items of the others stand nowhere in it.
  ///
  /// The result is for reading; no change can be applied to it.
  ///
  /// - Complexity: O(log *s*) for each section that is left out.
  package func prefix(sectionCount: Int) -> ListState {
    let count = max(0, sectionCount)
    guard sections.count > count else { return self }
    var prefix = self
    prefix.contents.value.isPrefix = true
    while prefix.sections.count > count { prefix.sections.remove(at: count) }
    return prefix
  }

  /// The pages that are not in memory.
  var stored: StoredPages {
    get { contents.value.stored }
    _modify { yield &contents.value.stored }
  }

  /// Makes the empty list at revision 0.
  package init(_ pageSizes: PageSizes = .standard) {
    self.init(stored: StoredPages(source: NoPages(), itemLimit: 0), pageSizes)
  }

  init(stored: StoredPages, _ pageSizes: PageSizes) {
    contents = SharedValue(Contents(pageSizes: pageSizes, stored: stored))
  }
}

/// The pages of a list as they were when it was opened. All later states share them.
final class StoredPages: Sendable {
  let source: any PageSource
  /// Ids from here on were not given when the list was opened.
  let itemLimit: Int

  init(source: any PageSource, itemLimit: Int) {
    self.source = source
    self.itemLimit = itemLimit
  }

  func items(of leaf: LeafPage) throws(StorageError) -> ContiguousArray<ItemID> {
    if let items = leaf.items { return items }
    let items = try source.items(inLeaf: leaf.id)
    guard items.count == leaf.count else {
      throw StorageError(
        .corrupt, "\(leaf.id) holds \(items.count) items, the directory says \(leaf.count)")
    }
    return items
  }

  /// The leaves from which the items of a chunk are found, `nil` if the chunk lies beyond what was stored.
  func places(inChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID>? {
    guard chunk * IdentifierMap<LeafID>.width < itemLimit else { return nil }
    return try source.leaves(ofItemsInChunk: chunk)
  }
}

/// The numbers that a list gives next. They only grow.
package struct NextIdentifiers: Hashable, Sendable {
  /// The number of the next new item.
  package var item: Int
  /// The number of the next new section.
  package var section: Int
  /// The number of the next new leaf page.
  package var leaf: UInt32

  /// The numbers of items and sections stay below this limit. So storage can combine them with the
  /// number of the list, and counting up from numbers that were read from storage cannot overflow.
  static let limit = 1 << 40

  /// Whether a list can have these numbers.
  package var isPossible: Bool {
    item > 0 && item <= Self.limit && section > 0 && section <= Self.limit && leaf > 0
  }

  /// Makes the given numbers; by default those of an empty list.
  package init(item: Int = 1, section: Int = 1, leaf: UInt32 = 1) {
    self.item = item
    self.section = section
    self.leaf = leaf
  }
}

/// The section of a leaf page and its order key there.
struct LeafLocation: Equatable, Sendable {
  var section: SectionID
  var order: Int

  static let none = LeafLocation(section: SectionID(rawValue: 0), order: 0)
}

extension ListState: SectionCounts {
  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// The number of items in all sections.
  public var itemCount: Int { sections.weight }

  /// The number of items in a section, 0 if there is no such section.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func itemCount(inSection section: Int) -> Int {
    contains(section: section) ? sections[section].weight : 0
  }

  /// The numbers of items of all sections.
  ///
  /// - Complexity: O(*s*).
  public var itemCounts: [Int] { sections.elements.map(\.weight) }
}
