internal import RosterCore

/// The slots that a page wants, and the row with which they move.
///
/// Slots are always those of the present list. If the anchor goes to another slot, the window moves by as
/// much:
///
///     A: a b c d      window 2..<4 (b c), anchor c      above  0
///     insert x y before b
///     A: a x y b c d  window 4..<6 (b c), anchor c      above  2
///
/// If the anchor itself is moved, or removed, the window stays with the nearest row in it that is not:
///
///     A: a b c d      window 2..<4 (b c), anchor b
///     move b to the end
///     A: a c d b      window 2..<4 (c d), anchor c
struct PageWindow {
  /// The list in which the slots are.
  private(set) var present: FeedPresent
  /// Its rows that are shown.
  private(set) var shown: RowSlots
  /// The first slot; a slot that may not exist.
  private(set) var first = 0
  /// The number of rows that the page wants.
  private(set) var count = 0
  /// The row that stays where it is on the screen; `nil` if the window stays at its slots.
  private(set) var anchor: TreeID?
  /// The number of items that came before the anchor, or else before the window, since this was last
  /// set.
  var aboveCount = 0

  init(_ present: FeedPresent) {
    self.present = present
    shown = RowSlots(present.state)
  }

  /// The slots of the window that exist. If the list is shorter than that, the window ends with it.
  var slots: Range<Int> {
    let start = max(0, min(first, shown.slotCount - count))
    return start..<min(shown.slotCount, start + count)
  }

  // MARK: Following

  /// Takes a batch.
  ///
  /// - Throws: `StorageError` if the anchor cannot be found; the window then stays at its slots.
  /// - Complexity: O(log *n*); if the anchor is moved or gone, O(*m* log *n*) for the *m* rows of the
  ///   window, and if none of them stays, that of `ChangeBatch.anchor(of:)`.
  mutating func take(_ batch: FeedBatch) throws(StorageError) {
    let source = shown
    let formerSlots = slots
    present = batch.present
    shown = RowSlots(present.state, source.folding)
    guard let former = anchor else {
      aboveCount += insertedCount(in: batch, before: shown.place(atSlot: first))
      return
    }
    anchor = nil
    guard let formerSlot = try source.slot(of: former) else { return }
    let slot: Int
    let staying = try batch.row(
      stayingNearestTo: former, at: formerSlot, in: formerSlots, of: source, to: shown)
    if let staying {
      (anchor, slot) = staying
    } else {
      (anchor, slot) = try shown.row(
        takingPlaceOf: former, at: formerSlot, of: source, after: batch)
    }
    if anchor != nil { first += slot - formerSlot }
    aboveCount += insertedCount(in: batch, before: shown.place(atSlot: slot))
  }

  private func insertedCount(in batch: FeedBatch, before place: TreePlace?) -> Int {
    guard !batch.insertedItems.isEmpty else { return 0 }
    guard let place else { return batch.insertedItems.count }
    // Ascending, so those before the place come first.
    var low = 0
    var high = batch.insertedItems.count
    while low < high {
      let middle = (low + high) / 2
      if .item(batch.insertedItems[middle]) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Moving

  /// Shows what another window shows, of the same list at another revision. The row that stays where it is does so, or
  /// else the nearest one of that window which is here as well.
  ///
  /// - Parameter keepsFolding: Whether the sections that are folded there are folded here.
  /// - Complexity: O(log *n*); if the row is not here, O(*m* log *n*) for the *m* rows of the window.
  mutating func goOn(from former: PageWindow, keepsFolding: Bool) {
    if keepsFolding { shown = RowSlots(present.state, former.shown.folding) }
    show(first: former.first, count: former.count, anchor: nil)
    do throws(StorageError) {
      guard let anchor = former.anchor, let slot = try former.shown.slot(of: anchor) else { return }
      let slots = former.slots
      let rows = try former.shown.rows(inSlots: slots).map(\.tree)
      // The row itself may stand outside of the window.
      let known =
        slots.contains(slot)
        ? SentWindow(first: slots.lowerBound, rows: rows) : SentWindow(first: slot, rows: [anchor])
      guard let survivor = try known.survivor(nearestTo: slot, in: shown) else { return }
      show(
        first: former.first + survivor.slot - slot, count: former.count, anchor: survivor.row)
    } catch {
      // The window stays at its slots. The update that reads them says what is wrong.
    }
  }

  /// Shows other slots.
  ///
  /// - Parameter anchor: The row with which the window moves from now on.
  mutating func show(first: Int, count: Int, anchor: TreeID?) {
    self.first = first
    self.count = count
    self.anchor = anchor
  }

  /// Shows what a page asks for.
  ///
  /// - Parameter known: The rows that the page has, as of the update to which its slots belong.
  /// - Throws: `StorageError` if the anchor cannot be found.
  mutating func show(
    _ request: PageMessage.WindowRequest, knowing known: SentWindow?
  ) throws(StorageError) {
    guard let anchor = request.anchor else {
      return show(first: request.first, count: request.count, anchor: nil)
    }
    if let slot = try shown.slot(of: anchor.row) {
      return show(
        first: request.first + slot - anchor.slot, count: request.count, anchor: anchor.row)
    }
    // The anchor is gone. The nearest row that the page has, and that is still there, takes its place.
    guard let known, let survivor = try known.survivor(nearestTo: anchor.slot, in: shown) else {
      return show(first: request.first, count: request.count, anchor: nil)
    }
    show(
      first: request.first + survivor.slot - anchor.slot, count: request.count,
      anchor: survivor.row)
  }

  /// Folds other sections. A row stays where it is, or the header of its section if that is folded; it comes into the
  /// window, which moves with it.
  ///
  /// - Parameters:
  ///   - folding: The sections.
  ///   - row: The row; `nil` for the anchor.
  /// - Throws: `StorageError` if the anchor cannot be found.
  mutating func fold(_ folding: Folding, keeping row: TreeID?) throws(StorageError) {
    let former = shown
    shown = RowSlots(present.state, folding)
    guard let kept = row ?? anchor, let row = try shown.shownRow(for: kept),
      let formerSlot = try former.slot(of: row), let slot = try shown.slot(of: row)
    else { return }
    first += slot - formerSlot
    reveal(row, at: slot)
  }

  /// Notes where the page was sent the window, which is elsewhere if the list is too short.
  mutating func wasSent(at slot: Int, insteadOf first: Int) { self.first += slot - first }

  /// Moves the window so that it contains a row, unless it does already, and follows this row.
  mutating func reveal(_ row: TreeID, at slot: Int) {
    if !slots.contains(slot) { first = slot - count / 2 }
    anchor = row
  }
}

extension FeedBatch {
  /// Returns the row itself, or else the nearest one of a window, that this batch neither removes nor
  /// moves.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - slot: Where it was.
  ///   - slots: The window as it was.
  ///   - source: The rows that were shown.
  ///   - target: Those that are.
  /// - Returns: The row, and the slot that counts as that of the former one; `nil` if all rows of the window
  ///   are moved or gone.
  /// - Complexity: O(log *n*) if the row stays, and otherwise O(*m* log *n*) for *m* rows in the window.
  fileprivate func row(
    stayingNearestTo row: TreeID, at slot: Int, in slots: Range<Int>,
    of source: RowSlots, to target: RowSlots
  ) throws(StorageError) -> (row: TreeID, slot: Int)? {
    func stays(_ row: TreeID) throws(StorageError) -> Bool {
      try source.state.place(of: row).map { !isMoved($0) } ?? false
    }
    if try stays(row), let slot = try target.slot(of: row) { return (row, slot) }
    let window = SentWindow(
      first: slots.lowerBound, rows: try source.rows(inSlots: slots).map(\.tree))
    return try window.survivor(nearestTo: slot, in: target, where: stays)
  }
}

extension RowSlots {
  /// Returns the row that a batch has put in the place of another one: this one itself, wherever it is now,
  /// or else its nearest neighbour.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - formerSlot: Where it was.
  ///   - source: The rows that were shown.
  ///   - batch: The batch that led to this state.
  /// - Returns: The row, and the slot that counts as that of the former one: a neighbour behind takes its
  ///   place, and one before ends there. `nil` if no item is left.
  fileprivate func row(
    takingPlaceOf row: TreeID, at formerSlot: Int, of source: RowSlots, after batch: FeedBatch
  ) throws(StorageError) -> (row: TreeID?, slot: Int) {
    if let slot = try slot(of: row) { return (row, slot) }
    guard let item = try source.item(nearestTo: row), let anchor = try batch.anchor(item)
    else { return (nil, min(formerSlot, slotCount)) }
    return nearest(anchor, to: formerSlot, from: source)
      ?? (nil, min(formerSlot, slotCount))
  }

  /// Returns the item itself, or of a header or footer the item behind it, or else the one before it;
  /// `nil` in a list without items.
  func item(nearestTo row: TreeID) throws(StorageError) -> ItemID? {
    if let item = row.item { return item }
    guard let slot = try slot(of: row) else { return nil }
    let offset = min(itemCount(beforeSlot: slot), state.itemCount - 1)
    return try state.path(atOffset: offset).flatMap { path throws(StorageError) in
      try state.itemID(at: path)
    }
  }

  /// Returns which item of this state takes the place of a slot of an earlier one.
  ///
  /// - Parameters:
  ///   - anchor: Where the item that was nearest to the slot has gone.
  ///   - formerSlot: The slot.
  ///   - source: The earlier state.
  func nearest(
    _ anchor: ItemAnchor, to formerSlot: Int, from source: RowSlots
  ) -> (row: TreeID, slot: Int)? {
    let item: ItemID
    let (sourcePath, targetPath): (ItemPath?, ItemPath)
    if let target = anchor.targetPath {
      (item, sourcePath, targetPath) = (anchor.item, anchor.sourcePath, target)
    } else if let neighbour = anchor.neighbour {
      (item, sourcePath, targetPath) = (
        neighbour.item, neighbour.sourcePath, neighbour.targetPath
      )
    } else {
      return nil
    }
    guard let slot = slot(of: .item(targetPath)) else { return nil }
    let wasBefore = sourcePath.flatMap { source.slot(of: .item($0)) }.map { $0 < formerSlot }
    return (.item(item), wasBefore == true ? slot + 1 : slot)
  }
}

/// The rows that a page was sent with an update.
struct SentWindow {
  /// The slot of the first row.
  var first = 0
  var rows: [TreeID] = []

  /// Returns the row that is nearest to a slot of this window and still in a list, and the slot that
  /// counts as that of the former one: a row behind takes its place, and one before ends there. Of two rows
  /// it is the one behind.
  ///
  /// - Parameter isWanted: Returns whether a row counts.
  /// - Complexity: O(*m* log *n*) for *m* rows.
  func survivor(
    nearestTo slot: Int, in shown: RowSlots,
    where isWanted: (TreeID) throws(StorageError) -> Bool = { _ in true }
  ) throws(StorageError) -> (row: TreeID, slot: Int)? {
    for distance in 0...rows.count {
      for index in [slot - first + distance, slot - first - distance]
      where rows.indices.contains(index) {
        if try isWanted(rows[index]), let found = try shown.slot(of: rows[index]) {
          return (rows[index], first + index < slot ? found + 1 : found)
        }
      }
    }
    return nil
  }
}
