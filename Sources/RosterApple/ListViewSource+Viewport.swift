public import RosterCore
internal import RosterEngine

extension ListViewSource {
  /// How far away a row that comes next may be, in lengths of the visible part. A view that scrolls fast does not say of all
  /// rows that it gives them up.
  private static var reach: Double { 3 }

  /// Adds rows that the view will show soon, as its prefetching says.
  ///
  /// They count as visible in ``onViewportChange`` until the view gives them up, or they are far away. What counts is the
  /// item: a batch that moves it moves the row that comes next.
  ///
  /// - Parameter paths: Paths of the view. Those at which there is no item are left out.
  /// - Complexity: O(*m* log *n*) for *m* rows that come next, beside what the view does.
  public func prefetch(_ paths: [ItemPath]) {
    guard onViewportChange != nil else { return }
    comingItems.formUnion(paths.compactMap(item(at:)))
    tellViewport()
  }

  /// Takes back rows that the view will not show after all.
  ///
  /// - Complexity: That of ``prefetch(_:)``.
  public func cancelPrefetching(_ paths: [ItemPath]) {
    guard onViewportChange != nil else { return }
    comingItems.subtract(paths.compactMap(item(at:)))
    tellViewport()
  }

  /// Notes that other rows may be visible, or the same ones elsewhere. In a later turn of the run loop, ``onViewportChange``
  /// is called if they are.
  ///
  /// The sources of this module note that when the view asks for a cell. Call it when the view is scrolled in another way.
  public func visibleRowsChanged() {
    guard onViewportChange != nil, !isViewportDue else { return }
    isViewportDue = true
    // Within a callback, a view must not be asked what it shows.
    Task { [weak self] in
      self?.isViewportDue = false
      self?.tellViewport()
    }
  }

  /// Calls ``onViewportChange`` if the viewport is not the one it was last called with.
  func tellViewport() {
    guard let onViewportChange, let view, let scrollingView, !isTelling, view.isLoaded,
      let viewport = viewport(in: scrollingView), viewport != toldViewport
    else { return }
    toldViewport = viewport
    onViewportChange(viewport)
  }

  /// Returns what is visible and what comes next, by the first visible item; `nil` if none is.
  private func viewport(in view: any ScrollingView) -> Viewport? {
    guard let item = view.position(from: .start, item(at:))?.item,
      let anchor = path(of: item).flatMap(view.span(of:))
    else { return nil }
    let visible = (start: view.offset, end: view.offset + view.visibleLength)
    let reach = Self.reach * view.visibleLength
    var (start, end) = visible
    comingItems = comingItems.filter { item in
      guard let span = path(of: item).flatMap(view.span(of:)) else { return false }
      let isNear = span.end > visible.start - reach && span.start < visible.end + reach
      let isSeen = span.start >= visible.start && span.end <= visible.end
      guard isNear, !isSeen else { return false }
      (start, end) = (min(start, span.start), max(end, span.end))
      return true
    }
    return Viewport(anchor: item, offset: start - anchor.start, length: end - start)
  }
}
