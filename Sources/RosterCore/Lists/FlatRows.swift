/// The rows of a list in a view that has rows and no sections: section after section, each behind its header if there are
/// headers, and before its footer if there are footers.
///
///     sections  A: a b   B: c        with headers  A a b B c
///                                    with both     A a b /A B c /B
///                                    with neither  a b c
package struct FlatRows: Sendable {
  /// What stands in a row.
  package enum Place: Hashable, Sendable {
    case header(section: Int)
    case item(ItemPath)
    case footer(section: Int)
  }

  /// The list whose rows these are.
  package let list: ListState
  /// Whether each section has a row for its header.
  package let hasHeaders: Bool
  /// Whether each section has a row for its footer.
  package let hasFooters: Bool

  /// Lays out the rows of a list.
  package init(_ list: ListState, hasHeaders: Bool, hasFooters: Bool) {
    (self.list, self.hasHeaders, self.hasFooters) = (list, hasHeaders, hasFooters)
  }

  /// The number of rows.
  package var count: Int { start(of: list.sectionCount) }

  /// The number of headers that a section has.
  var headerCount: Int { hasHeaders ? 1 : 0 }

  /// The number of footers that a section has.
  private var footerCount: Int { hasFooters ? 1 : 0 }

  /// Returns the row in which a section begins.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  func start(of section: Int) -> Int {
    list.offset(ofSection: section) + section * (headerCount + footerCount)
  }

  /// Returns all rows of a section.
  func rows(ofSection section: Int) -> Range<Int> {
    let start = start(of: section)
    return start..<start + headerCount + list.itemCount(inSection: section) + footerCount
  }

  /// Returns the row of an item at a path of the list, or of the place behind the last one of its section.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  package func row(of path: ItemPath) -> Int { start(of: path.section) + headerCount + path.item }

  /// Returns the row of the header of a section; `nil` if there are no headers.
  package func row(ofHeader section: Int) -> Int? { hasHeaders ? start(of: section) : nil }

  /// Returns the row of the footer of a section; `nil` if there are no footers.
  package func row(ofFooter section: Int) -> Int? {
    hasFooters ? rows(ofSection: section).upperBound - 1 : nil
  }

  /// Returns what stands in a row; `nil` if there is no such row.
  ///
  /// - Complexity: O(log² *s*) for *s* sections.
  package func place(at row: Int) -> Place? {
    guard hasHeaders || hasFooters else { return list.path(atOffset: row).map(Place.item) }
    guard (0..<count).contains(row) else { return nil }
    // The last section that begins at the row or before it.
    var (low, high) = (0, list.sectionCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if start(of: middle) <= row { low = middle } else { high = middle }
    }
    let item = row - start(of: low) - headerCount
    if item < 0 { return .header(section: low) }
    return item < list.itemCount(inSection: low)
      ? .item(ItemPath(section: low, item: item)) : .footer(section: low)
  }

  /// Returns the path at which an item stands that is dropped before a row, with the list as it is; `nil` if no section
  /// begins before it. Before a header is the end of the section before, whose footer the item then stands before.
  ///
  /// - Complexity: O(log² *s*) for *s* sections.
  package func path(ofDropBefore row: Int) -> ItemPath? {
    func end(of section: Int) -> ItemPath? {
      section < 0 ? nil : ItemPath(section: section, item: list.itemCount(inSection: section))
    }
    switch place(at: row) {
    case .item(let path): return path
    case .header(let section): return end(of: section - 1)
    case .footer(let section): return end(of: section)
    case nil: return row == count ? end(of: list.sectionCount - 1) : nil
    }
  }

  /// Returns the items of rows, in the order of the rows. Headers and footers have none, and what cannot be read is left
  /// out.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows.
  package func items(at rows: some Sequence<Int>) -> [ItemID] {
    rows.compactMap {
      guard case .item(let path) = place(at: $0) else { return nil }
      return (try? list.itemID(at: path)) ?? nil
    }
  }

  /// Returns the rows of items, in the order of the items. Those that are not in the list are left out.
  ///
  /// - Complexity: O(*m* log *n*) for *m* items.
  package func rows(of items: [ItemID]) -> [Int] {
    items.compactMap { ((try? list.path(of: $0)) ?? nil).map(row(of:)) }
  }
}
