internal import RosterComponents
public import RosterCore
internal import RosterEngine

extension ListPresenter {
  /// Follows the user, who has scrolled: shows the rows around the new visible part. The offset is
  /// corrected only by what is measured for the first time.
  ///
  /// Does nothing during an update, when a host reports the offset that it was just told.
  ///
  /// - Parameter offset: Where the visible part begins now, in points from the start of the
  ///   content; it may lie outside of the content.
  /// - Throws: `StorageError` if a row cannot be read; the views are as they were.
  public func userScrolled(to offset: Double) throws {
    guard !isUpdating, offset.isFinite else { return }
    mount.userScrolled(to: offset)
    try scroll(exactlyTo: offset)
  }

  /// Scrolls by a number of points, as far as the content reaches.
  ///
  /// - Throws: As ``userScrolled(to:)``.
  public func scroll(by distance: Double) throws { try scroll(to: position.offset + distance) }

  /// Scrolls to an offset in points from the start of the content, as far as the content reaches.
  ///
  /// - Throws: As ``userScrolled(to:)``.
  public func scroll(to offset: Double) throws {
    try scroll(exactlyTo: position.clamped(offset, in: extents))
  }

  /// Scrolls to an item, header or footer.
  ///
  /// - Returns: Whether it is in the list that is shown.
  /// - Throws: As ``userScrolled(to:)``.
  @discardableResult
  public func scroll(
    to tree: TreeID, alignment: ScrollAlignment = .nearest
  ) throws -> Bool {
    guard let place = try extents.state.place(of: tree), extents.span(at: place) != nil else {
      return false
    }
    let former = position.offset
    anchor = tree
    try update { () throws(StorageError) in
      // What is measured on the way may move the row, or make it longer.
      for _ in 0..<4 {
        let sought = position.offset(
          showing: place, alignment, in: extents, sticksHeaders: configuration.sticksHeaders)
        guard let sought, let start = extents.span(at: place)?.start else { return }
        position.offset = sought
        isForward = sought >= former
        let hold = ScrollHold.row(place, distance: start - sought)
        try settle(HeldTree(hold: hold, tree: tree, point: .start(of: place)), corrects: false)
        if position.offset(
          showing: place, alignment, in: extents, sticksHeaders: configuration.sticksHeaders)
          == position.offset
        {
          return
        }
      }
    }
    return true
  }

  /// Scrolls an item, header or footer to a distance from the start of the visible part, as far as the
  /// content reaches: to where ``distance(of:)`` of another presenter has it.
  ///
  /// - Returns: Whether it is in the list that is shown.
  /// - Throws: As ``userScrolled(to:)``.
  @discardableResult
  public func scroll(to tree: TreeID, at distance: Double) throws -> Bool {
    guard try scroll(to: tree, alignment: .start) else { return false }
    // What is measured on the way may move the row.
    for _ in 0..<4 {
      guard let present = try self.distance(of: tree), present != distance else { break }
      try scroll(by: present - distance)
    }
    return true
  }

  /// Returns where an item, header or footer begins, in points from the start of the visible part;
  /// `nil` if it is not in the list that is shown.
  ///
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(log *n*).
  public func distance(of tree: TreeID) throws -> Double? {
    try extents.state.place(of: tree).flatMap(extents.span(at:)).map { $0.start - position.offset }
  }

  private func scroll(exactlyTo offset: Double) throws {
    if offset != position.offset { isForward = offset > position.offset }
    position.offset = offset
    anchor = nil
    let held = hold()
    try update { () throws(StorageError) in try settle(held, corrects: false) }
  }
}
