public import RosterCore

extension ListViewSource {
  var scrollingView: (any ScrollingView)? { view as? any ScrollingView }

  /// Whether a correction of the offset would end what the user does.
  var isScrolled: Bool {
    keptPosition != .offset && scrollingView?.isScrolled == true
  }

  /// Where the first visible row stands, or the last one if ``keptPosition`` is the end; `nil` if the view shows no row.
  ///
  /// - Complexity: O(*v* + log *n*) for *v* visible rows, beside what the view does.
  public var position: ListPosition? {
    scrollingView?.position(from: keptPosition == .end ? .end : .start, item(at:))
  }

  /// Scrolls to a position at once, as far as the rows reach.
  ///
  /// - Complexity: O(log *n*), beside what the view does.
  /// - Returns: Whether the view shows the item, and has a window.
  @discardableResult
  public func scroll(to position: ListPosition) -> Bool {
    guard let view, let scrollingView, !isTelling, view.isLoaded, path(of: position.item) != nil
    else { return false }
    held = nil
    HeldPosition(position).settle(in: scrollingView, path(of:))
    tellViewport()
    return true
  }

  /// Scrolls at once, as little as is needed for the row of an item to be visible as a whole, or from its start.
  ///
  /// - Complexity: O(log *n*), beside what the view does.
  /// - Returns: Whether the view shows the item, and has a window.
  @discardableResult
  public func scroll(toShow item: ItemID) -> Bool {
    guard let view, let scrollingView, !isTelling, view.isLoaded, let path = path(of: item) else {
      return false
    }
    scrollingView.layOut()
    guard let span = scrollingView.span(of: path) else { return false }
    let (start, length) = (scrollingView.offset, scrollingView.visibleLength)
    if span.start < start || span.end - span.start > length {
      return scroll(to: ListPosition(item))
    }
    return span.end <= start + length || scroll(to: ListPosition(item, edge: .end))
  }

  /// Changes the heights of rows, and keeps at its place what ``keptPosition`` says: as when a picture has come that a cell
  /// shows. While the user scrolls, the rows are changed only.
  ///
  /// - Parameter change: Has the view lay out the rows anew, or makes it know that it has to.
  public func keepPosition(while change: () -> Void) {
    visibleRowsChanged()
    guard let view, !isTelling, !isScrolled, view.isLoaded else { return change() }
    isTelling = true
    defer { isTelling = false }
    let held = heldPosition()
    change()
    settle(held, in: view)
  }

  /// What the view is to keep where it is.
  private func heldPosition() -> HeldPosition? {
    guard let scrollingView else { return nil }
    // What a view without a window has left is of no use once it was scrolled.
    if let held, held.offset == scrollingView.offset { return held.position }
    return HeldPosition(in: scrollingView, keeping: keptPosition, item(at:))
  }

  /// What the view is to keep where it is, in what it is told of next.
  func followingPosition() -> HeldPosition? {
    guard let position = heldPosition() else { return nil }
    do throws(StorageError) {
      return try queue.following(position)
    } catch {
      failure = error
      return nil
    }
  }

  /// Has the view keep something where it is, or remembers it for later.
  ///
  /// - Parameter isShown: Whether the view has carried out what it was told.
  func settle(_ position: HeldPosition?, in view: any ListView, isShown: Bool = true) {
    held = nil
    guard let position, let scrollingView else { return }
    if isShown, view.isLoaded {
      position.settle(in: scrollingView, path(of:))
    } else {
      // A view without a window is laid out when it has one again.
      held = (position, scrollingView.offset)
    }
  }
}
