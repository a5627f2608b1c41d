internal import RosterCore

/// Which sections of a list a page has folded: it shows their headers and footers without the items between them.
struct Folding: Hashable, Sendable {
  /// Whether all sections are folded but for some, instead of only some.
  var isOfAll = false
  /// The sections that are folded, or those that are not if all others are.
  var sections: Set<SectionID> = []

  func contains(_ section: SectionID) -> Bool { sections.contains(section) != isOfAll }

  /// In a list with more sections, not all are folded: each change of the list looks at all that are.
  static let sectionCountMax = 10_000

  /// Returns the slots of a list that are not shown, as ascending runs that do not touch.
  ///
  /// - Complexity: O(*f* log *s*) for *f* folded sections of *s*; nothing if none is.
  fileprivate func hiddenSlots(of state: ListState) -> [Range<Int>] {
    var indices: [Int] = []
    if !isOfAll {
      indices = sections.compactMap(state.index(of:)).sorted()
    } else if state.sectionCount <= Self.sectionCountMax {
      indices = (0..<state.sectionCount).filter { index in
        state.sectionID(at: index).map(contains) ?? false
      }
    }
    return indices.compactMap { index in
      let count = state.itemCount(inSection: index)
      guard count > 0, let header = state.slot(of: .supplement(.header, ofSection: index)) else {
        return nil
      }
      return header + 1..<header + 1 + count
    }
  }
}

/// Positions of the rows that a page is shown: the slots of the list without those of folded items.
///
///     list    header A  a  b  footer A  header B  c  footer B      A is folded
///     shown   header A        footer A  header B  c  footer B
///     slot    0               1         2         3  4
struct RowSlots: Sendable {
  let state: ListState
  let folding: Folding
  private let hidden: [Range<Int>]
  /// How many slots are hidden by the runs before each one, and by all of them at the end.
  private let hiddenCounts: [Int]

  init(_ state: ListState, _ folding: Folding = Folding()) {
    self.state = state
    self.folding = folding
    hidden = folding.hiddenSlots(of: state)
    hiddenCounts = hidden.reduce(into: [0]) { counts, run in
      counts.append(counts[counts.count - 1] + run.count)
    }
  }

  /// The number of slots.
  var slotCount: Int { state.slotCount - hiddenCounts[hidden.count] }

  /// Returns the number of runs at the beginning of which something is so.
  private func runCount(where isSo: (Int) -> Bool) -> Int {
    var (low, high) = (0, hidden.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the slot of the list that is shown in a slot; one behind its end for one behind the last.
  private func listSlot(_ slot: Int) -> Int {
    slot + hiddenCounts[runCount { hidden[$0].lowerBound - hiddenCounts[$0] <= slot }]
  }

  /// Returns the slot of a place; `nil` if nothing stands there, or it is folded.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  func slot(of place: TreePlace) -> Int? {
    guard let listSlot = state.slot(of: place) else { return nil }
    let before = runCount { hidden[$0].upperBound <= listSlot }
    if before < hidden.count, hidden[before].contains(listSlot) { return nil }
    return listSlot - hiddenCounts[before]
  }

  /// Returns the slot of a row; `nil` if it does not exist, or is folded.
  ///
  /// - Complexity: O(log *n*).
  func slot(of row: TreeID) throws(StorageError) -> Int? {
    try state.place(of: row).flatMap(slot(of:))
  }

  /// Returns the row itself, or the header of the folded section that it is in; `nil` if it does not exist.
  func shownRow(for row: TreeID) throws(StorageError) -> TreeID? {
    guard let place = try state.place(of: row) else { return nil }
    if slot(of: place) != nil { return row }
    return state.sectionID(at: place.section).map { .supplement(SupplementID(.header, of: $0)) }
  }

  /// Returns how many items the section of a header hides; `nil` of a row that is no header of a folded section.
  func foldedCount(of row: PlacedRow) -> Int? {
    guard case .supplement(.header, let section) = row.place, isFolded(section) else { return nil }
    return state.itemCount(inSection: section)
  }

  private func isFolded(_ section: Int) -> Bool {
    if folding.isOfAll, state.sectionCount > Folding.sectionCountMax { return false }
    return state.sectionID(at: section).map(folding.contains) ?? false
  }

  /// Returns what stands in a slot; `nil` if there is no such slot.
  ///
  /// - Complexity: O(log² *s*) for *s* sections.
  func place(atSlot slot: Int) -> TreePlace? {
    slot < 0 ? nil : state.place(atSlot: listSlot(slot))
  }

  /// Returns how many items of the list stand before a slot, folded ones among them; all of them for a slot behind the
  /// last one.
  ///
  /// - Complexity: As ``place(atSlot:)``.
  func itemCount(beforeSlot slot: Int) -> Int {
    slot > 0 ? state.itemCount(beforeSlot: listSlot(slot)) : 0
  }

  /// Returns the rows in a range of slots, in order. Slots that do not exist are skipped.
  ///
  /// - Throws: `StorageError` if a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log² *n* + *m* log *n*) for *m* rows.
  func rows(inSlots slots: Range<Int>) throws(StorageError) -> [PlacedRow] {
    let slots = slots.clamped(to: 0..<slotCount)
    var rows: [PlacedRow] = []
    var start = listSlot(slots.lowerBound)
    var next = runCount { hidden[$0].upperBound <= start }
    while rows.count < slots.count {
      let end = start + slots.count - rows.count
      guard next < hidden.count, hidden[next].lowerBound < end else {
        return rows + (try state.rows(inSlots: start..<end))
      }
      rows += try state.rows(inSlots: start..<hidden[next].lowerBound)
      start = hidden[next].upperBound
      next += 1
    }
    return rows
  }
}
