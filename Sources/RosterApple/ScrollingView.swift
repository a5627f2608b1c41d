public import RosterCore

/// What a ``ListView`` that scrolls tells of its rows, so that a ``ListViewSource`` keeps them where they are on the screen.
///
/// All lengths are in points along the vertical axis. The visible part is what bars do not cover.
@MainActor public protocol ScrollingView: AnyObject {
  /// Where the visible part begins, in points from the start of the content. To set it does not animate.
  var offset: Double { get set }

  /// The length of the visible part; 0 while the view has no size, or does not scroll.
  var visibleLength: Double { get }

  /// The length of all rows, as far as their heights are known.
  var contentLength: Double { get }

  /// Whether the user drags the view, or it moves on behind that: an offset that is set would end that.
  var isScrolled: Bool { get }

  /// The items of which any part is visible, or covered by bars, ascending.
  var visibleItems: [ItemPath] { get }

  /// Returns where the row of an item begins and ends, in points from the start of the content; `nil` if there is none.
  func span(of path: ItemPath) -> (start: Double, end: Double)?

  /// Lays out what has changed, so that the rows which are visible then have their heights.
  func layOut()

  /// Carries out an update without animations.
  func withoutAnimation(_ update: () -> Void)
}

extension ScrollingView {
  /// The offset at the end of the list.
  var offsetMax: Double { max(0, contentLength - visibleLength) }

  /// Where the first or last visible item stands; `nil` if none is visible.
  ///
  /// - Parameters:
  ///   - edge: The start for the first item, the end for the last one.
  ///   - itemID: Returns the item at a path of the view.
  func position(
    from edge: ListPosition.Edge, _ itemID: (ItemPath) -> ItemID?
  ) -> ListPosition? {
    let (start, end) = (offset, offset + visibleLength)
    for path in edge == .start ? visibleItems : visibleItems.reversed() {
      // Bars cover the others.
      guard let span = span(of: path), span.start < end, span.end > start else { continue }
      guard let item = itemID(path) else { return nil }
      let distance = edge == .start ? span.start - start : span.end - end
      return ListPosition(item, edge: edge, distance: distance)
    }
    return nil
  }
}
