internal import RosterComponents
internal import RosterLayout

/// Where the focus goes from the view that has it.
public enum FocusMove: Hashable, Sendable {
  /// To the next view in reading order, and from the last to the first.
  case next
  /// To the view before, and from the first to the last.
  case previous
  /// To the nearest view in a direction.
  case up, down, left, right
}

extension TerminalHost {
  /// Gives a view the focus, which is scrolled to be visible; `nil` takes the focus from every view.
  ///
  /// - Returns: Whether the view has the focus now: it must be shown, not disabled, and a control, a
  ///   view with the event `tap`, or a row if rows can be selected.
  @discardableResult
  public func focus(_ view: TerminalView?) -> Bool {
    heirs = []
    guard let view else {
      focusedView = nil
      return true
    }
    guard canFocus(view) else { return false }
    focusedView = view
    return true
  }

  /// Moves the focus.
  ///
  /// - Returns: Whether another view has the focus now.
  @discardableResult
  public func moveFocus(_ move: FocusMove) -> Bool { moveFocus(move, within: root) }

  /// Moves the focus to another view in a view.
  func moveFocus(_ move: FocusMove, within outer: TerminalView) -> Bool {
    settleFocus()
    let views = focusableViews.filter { outer === root || $0 !== outer && $0.isWithin(outer) }
    guard let target = target(of: move, among: views) else { return false }
    return target !== focusedView && focus(target)
  }

  /// The shown views that can have the focus, in reading order. They need not be in the visible part
  /// of a list.
  package var focusableViews: [TerminalView] {
    var found: [TerminalView] = []
    var remaining = [root]
    while let view = remaining.popLast() {
      guard view.isVisibleItself, !view.isDisabled else { continue }
      if isFocusable(view) { found.append(view) }
      if view.showsChildren { remaining += view.children.reversed() }
    }
    return found
  }

  private func isFocusable(_ view: TerminalView) -> Bool {
    guard view !== root, view.frame.map({ $0.size.width > 0 && $0.size.height > 0 }) ?? true else {
      return false
    }
    switch view.className {
    case "button", "toggle", "segments", "field": return true
    case "scroll" where view.offsetMax > 0 && !view.events.contains(.tap):
      return !containsFocusableViews(view)
    case "row": return options.selectsRows && view.string("kind") ?? "item" == "item"
    default: return view.events.contains(.tap)
    }
  }

  /// Whether the content of a carousel takes the focus, so that it need not do so itself.
  private func containsFocusableViews(_ carousel: TerminalView) -> Bool {
    var remaining = carousel.children
    while let view = remaining.popLast() {
      guard view.isVisibleItself, !view.isDisabled else { continue }
      if isFocusable(view) { return true }
      if view.showsChildren { remaining += view.children }
    }
    return false
  }

  func canFocus(_ view: TerminalView) -> Bool {
    guard isFocusable(view) else { return false }
    var outermost = view
    for outer in sequence(first: view, next: { $0.container }) {
      guard outer.isVisibleItself, !outer.isDisabled else { return false }
      if outer !== view, !outer.showsChildren { return false }
      outermost = outer
    }
    return outermost === root
  }

  // MARK: Moving

  private func target(of move: FocusMove, among views: [TerminalView]) -> TerminalView? {
    if let focusedView, !views.contains(focusedView), move != .next, move != .previous {
      return nearest(to: focusedView, move, among: views)
    }
    guard let focusedView, let index = views.firstIndex(where: { $0 === focusedView }) else {
      // The first one that is to be seen.
      let visible = views.filter { !visibleCells(of: $0).isEmpty }
      let candidates = visible.isEmpty ? views : visible
      return move == .previous || move == .up ? candidates.last : candidates.first
    }
    switch move {
    case .next: return views[(index + 1) % views.count]
    case .previous: return views[(index + views.count - 1) % views.count]
    case .up, .down, .left, .right: return nearest(to: focusedView, move, among: views)
    }
  }

  /// The nearest view that lies wholly in a direction. Distances across it count twice.
  private func nearest(
    to view: TerminalView, _ move: FocusMove, among views: [TerminalView]
  ) -> TerminalView? {
    guard let start = view.place(below: root)?.cells else { return nil }
    var best: (view: TerminalView, distance: Int)?
    for candidate in views where candidate !== view {
      guard let cells = candidate.place(below: root)?.cells,
        let along = start.distance(to: cells, move)
      else { continue }
      let isVertical = move == .up || move == .down
      let across =
        isVertical ? start.columns.gap(to: cells.columns) : start.rows.gap(to: cells.rows)
      // A neighbour in the same line only: the next line is below, not on the right.
      if !isVertical, across > 0 { continue }
      let distance = along + 2 * across
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.view
  }

  // MARK: Losing

  /// Takes the focus from what is in a view that goes away, and notes the views that are nearest.
  func loseFocus(within view: TerminalView) {
    // It would be said of what the view shows next.
    if typed?.field.isWithin(view) == true { typed = nil }
    guard let focused = focusedView, focused.isWithin(view) else { return }
    let views = focusableViews
    let index = views.firstIndex { $0 === focused } ?? 0
    // Without those that go away too: what comes behind them takes their place.
    let before = views[..<index].filter { !$0.isWithin(view) }
    let behind = views[index...].filter { !$0.isWithin(view) }
    heirs = []
    for distance in 0..<max(before.count, behind.count) {
      if distance < behind.count { heirs.append(behind[distance]) }
      if distance < before.count { heirs.append(before[before.count - 1 - distance]) }
    }
    leaveOutFields(unlessFrom: focused)
    focusedView = nil
  }

  /// Takes fields out of the heirs of a view that is none: the next key, as `f`, would be typed there.
  private func leaveOutFields(unlessFrom former: TerminalView) {
    if former.className != "field" { heirs.removeAll { $0.className == "field" } }
  }

  /// Gives the focus to the nearest view if the focused one has gone or cannot have it any longer.
  func settleFocus() {
    if let focused = focusedView, !canFocus(focused) {
      // Only what makes it focusable has changed: its place among the others is known.
      let all = readingOrder
      let index = all.firstIndex { $0 === focused } ?? 0
      let views = focusableViews
      let order = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
      heirs = views.sorted { left, right in
        abs((order[left] ?? 0) - index) < abs((order[right] ?? 0) - index)
      }
      leaveOutFields(unlessFrom: focused)
      focusedView = nil
    }
    focusedView?.grantWishes()
    guard focusedView == nil, !heirs.isEmpty else { return }
    let heir = heirs.first { canFocus($0) }
    heirs = []
    if let heir { focusedView = heir }
  }

  private var readingOrder: [TerminalView] {
    var found: [TerminalView] = []
    var remaining = [root]
    while let view = remaining.popLast() {
      found.append(view)
      remaining += view.children.reversed()
    }
    return found
  }

  /// Notes what a change of the focus means for both views.
  func focusChanged(from old: TerminalView?) {
    if let old {
      damage(old)
      old.editor = nil
      if old.events.contains(.blur) { focusEvents.append((old, .blur)) }
    }
    guard let view = focusedView else { return }
    if view.className == "field" { beginEditing(view) }
    damage(view)
    if view.events.contains(.focus) { focusEvents.append((view, .focus)) }
  }
}

extension Range<Int> {
  /// The number of cells between two ranges; 0 if they overlap or touch.
  fileprivate func gap(to other: Range<Int>) -> Int {
    Swift.max(0, other.lowerBound - upperBound, lowerBound - other.upperBound)
      + (overlaps(other) ? 0 : 1)
  }
}

extension CellRectangle {
  /// The distance to a rectangle that lies wholly in a direction; `nil` if it does not.
  fileprivate func distance(to other: CellRectangle, _ move: FocusMove) -> Int? {
    let distance =
      switch move {
      case .up: rows.lowerBound - other.rows.upperBound
      case .down: other.rows.lowerBound - rows.upperBound
      case .left: columns.lowerBound - other.columns.upperBound
      case .right: other.columns.lowerBound - columns.upperBound
      case .next, .previous: -1
      }
    return distance >= 0 ? distance : nil
  }
}
