internal import RosterComponents
public import RosterLayout

extension TerminalHost {
  /// Returns the views at a point: the innermost visible one, and those around it outwards.
  ///
  /// Of overlapping views the front one counts. There is always the root, unless the point lies
  /// outside.
  ///
  /// - Parameter point: A point of the host: half a cell to the right and below its upper left
  ///   corner is in the middle of the first cell.
  public func path(at point: Point) -> [TerminalView] {
    path(at: CellPosition(row: cellFloor(point.y), column: cellFloor(point.x)))
  }

  func path(at position: CellPosition) -> [TerminalView] {
    let size = CellSize(self.size)
    var place = ViewPlace(origin: .zero, size: root.size, clip: CellRectangle(size))
    guard place.visible.contains(position) else { return [] }
    var path = [root]
    var view = root
    descent: while view.showsChildren {
      let offset = view.childOffset
      for child in view.drawnChildren.reversed() where child.isVisibleItself {
        let inner = place.place(of: child, scrolledTo: offset)
        guard inner.visible.contains(position) else { continue }
        (view, place) = (child, inner)
        path.append(child)
        continue descent
      }
      break
    }
    return path.reversed()
  }

  private func cellFloor(_ coordinate: Double) -> Int {
    cellBoundary(coordinate.rounded(.down))
  }

  // MARK: Scrolling

  /// Scrolls a view of class `list` or `scroll` as the user does.
  ///
  /// - Returns: The new offset; `nil` if the view is where it should be already.
  public func scroll(_ view: TerminalView, to offset: Double) -> Double? {
    guard view.scrollAxis != nil, offset.isFinite else { return nil }
    let before = view.shownOffset
    let target = (min(max(offset, 0), view.offsetMax) + 0.5).rounded(.down)
    guard target != before else { return nil }
    view.offset = target
    damage(view)
    return target
  }

  /// Scrolls the views around a view as little as needed to make it visible.
  ///
  /// - Returns: The scrolled views with their new offsets, inside out.
  public func reveal(_ view: TerminalView) -> [(view: TerminalView, offset: Double)] {
    var scrolled: [(view: TerminalView, offset: Double)] = []
    for outer in view.containers {
      guard let axis = outer.scrollAxis, let range = range(of: view, in: outer, along: axis) else {
        continue
      }
      let room = outer.size.length(along: axis)
      let covered = coveredLength(of: outer, at: range.lowerBound, along: axis, for: view)
      var offset = outer.shownOffset
      if range.upperBound > offset + room { offset = range.upperBound - room }
      if range.lowerBound < offset + covered { offset = range.lowerBound - covered }
      if let offset = scroll(outer, to: offset) { scrolled.append((outer, offset)) }
    }
    return scrolled
  }

  /// Where a view is in the content of one around it.
  private func range(
    of view: TerminalView, in outer: TerminalView, along axis: ScrollAxis
  ) -> ClosedRange<Double>? {
    var start = 0.0
    for inner in sequence(first: view, next: { $0.container }) {
      if inner === outer { break }
      if inner.sticks { return nil }
      let offset = inner.container === outer ? 0 : inner.container?.childOffset
      start += inner.origin(scrolledTo: offset).coordinate(along: axis)
    }
    return start...(start + max(0, view.size.length(along: axis)))
  }

  /// The length of the header that covers the beginning of a list when a place is at its beginning.
  private func coveredLength(
    of list: TerminalView, at start: Double, along axis: ScrollAxis, for view: TerminalView
  ) -> Double {
    list.children.reduce(0) { length, header in
      guard header.sticks, header.isVisibleItself, let end = header.number("stickyEnd"),
        let frame = header.frame
      else { return length }
      let own = frame.size.length(along: axis)
      let first = frame.origin.coordinate(along: axis)
      return first < start && start < end ? max(length, own) : length
    }
  }
}
