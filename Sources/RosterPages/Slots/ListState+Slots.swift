package import RosterCore

/// A row of a page, and where it stands.
package struct PlacedRow: Hashable, Sendable {
  package let tree: TreeID
  package let place: TreePlace
}

/// Positions of rows. Each section has a slot for its header, one for each item, and one for its footer,
/// whether or not it has a header or footer.
///
///     A: a b   B:      slots  0        1  2  3        4        5
///                             header A a  b  footer A header B footer B
extension ListState {
  /// The number of slots.
  package var slotCount: Int { itemCount + 2 * sectionCount }

  /// Returns the slot of the header of a section that exists, or of the end of the list.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  private func slot(ofSection section: Int) -> Int { offset(ofSection: section) + 2 * section }

  /// Returns the slot of a place; `nil` if nothing stands there.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  package func slot(of place: TreePlace) -> Int? {
    let section = place.section
    guard section >= 0, section < sectionCount else { return nil }
    switch place {
    case .supplement(.header, _): return slot(ofSection: section)
    case .supplement(.footer, _): return slot(ofSection: section + 1) - 1
    case .item(let path):
      guard path.item >= 0, path.item < itemCount(inSection: section) else { return nil }
      return slot(ofSection: section) + 1 + path.item
    }
  }

  /// Returns what stands in a slot; `nil` if there is no such slot.
  ///
  /// - Complexity: O(log² *s*) for *s* sections.
  package func place(atSlot slot: Int) -> TreePlace? {
    guard slot >= 0, slot < slotCount else { return nil }
    var section = 0
    var last = sectionCount - 1
    while section < last {
      let middle = section + (last - section + 1) / 2
      if self.slot(ofSection: middle) <= slot { section = middle } else { last = middle - 1 }
    }
    let index = slot - self.slot(ofSection: section)
    if index == 0 { return .supplement(.header, ofSection: section) }
    if index > itemCount(inSection: section) { return .supplement(.footer, ofSection: section) }
    return .item(ItemPath(section: section, item: index - 1))
  }

  /// Returns how many items stand before a slot; all of them for a slot behind the last one.
  ///
  /// - Complexity: As ``place(atSlot:)``.
  package func itemCount(beforeSlot slot: Int) -> Int {
    guard slot > 0 else { return 0 }
    switch place(atSlot: slot) {
    case .item(let path): return offset(ofSection: path.section) + path.item
    case .supplement(.header, let section): return offset(ofSection: section)
    case .supplement(.footer, let section): return offset(ofSection: section + 1)
    case nil: return itemCount
    }
  }

  /// Returns the rows in a range of slots, in order. Slots that do not exist are skipped.
  ///
  /// - Throws: `StorageError` if a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log² *n* + *m* log *n*) for *m* rows.
  package func rows(inSlots slots: Range<Int>) throws(StorageError) -> [PlacedRow] {
    let slots = slots.clamped(to: 0..<slotCount)
    var rows: [PlacedRow] = []
    guard let first = place(atSlot: slots.lowerBound) else { return rows }
    rows.reserveCapacity(slots.count)
    var slot = slots.lowerBound
    var place = first
    while slot < slots.upperBound {
      let section = place.section
      switch place {
      case .item(let path):
        let count = min(slots.upperBound - slot, itemCount(inSection: section) - path.item)
        try forEachItem(inSection: section, path.item..<path.item + count) { path, id in
          rows.append(PlacedRow(tree: .item(id), place: .item(path)))
          return true
        }
        slot += count
        place = .supplement(.footer, ofSection: section)
      case .supplement(let kind, _):
        if let tree = try tree(at: place) { rows.append(PlacedRow(tree: tree, place: place)) }
        slot += 1
        if kind == .footer {
          place = .supplement(.header, ofSection: section + 1)
        } else if itemCount(inSection: section) > 0 {
          place = .item(ItemPath(section: section, item: 0))
        } else {
          place = .supplement(.footer, ofSection: section)
        }
      }
    }
    return rows
  }
}
