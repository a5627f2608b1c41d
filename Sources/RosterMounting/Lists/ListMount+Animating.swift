internal import RosterComponents
package import RosterCore
package import RosterLayout

extension ListMount {
  /// Whether an animation plays in a row.
  package var isAnimating: Bool { mount.isAnimating }

  /// The shown rows. A row whose tree is gone is none of them, even if its views still disappear.
  var rowsByTree: [TreeID: MountedView] {
    var rows: [TreeID: MountedView] = [:]
    for row in mountedList.children {
      if let tree = row.description.scope.rowTree { rows[tree] = row }
    }
    return rows
  }

  /// The rows whose trees are gone, while their views disappear.
  private var leavingRows: [MountedView] {
    mount.tree.animations.departures.map(\.view).filter { $0.container === mountedList }
  }

  /// Moves the rows that disappear with the visible part, so that they stay where they are on the
  /// screen.
  package func moveLeavingRows(_ axis: ScrollAxis, by distance: Double) {
    for row in leavingRows where distance != 0 {
      guard var frame = row.description.frame else { continue }
      switch axis {
      case .vertical: frame.origin.y += distance
      case .horizontal: frame.origin.x += distance
      }
      row.description.frame = frame
      row.setFrame(frame)
    }
  }

  /// Ends what plays in rows that are not visible.
  ///
  /// - Parameters:
  ///   - visible: The trees of the visible rows.
  ///   - axis: The axis of the list.
  ///   - start: Where the visible part begins.
  ///   - end: Where it ends.
  package func endAnimations(
    besides visible: [TreeID], _ axis: ScrollAxis, from start: Double, to end: Double
  ) {
    guard mount.isAnimating else { return }
    let visible = Set(visible)
    for (tree, row) in rowsByTree where !visible.contains(tree) { mount.tree.settle(row) }
    for departure in mount.tree.animations.departures where departure.view.container === mountedList
    {
      guard let frame = departure.view.description.frame else { continue }
      let (first, last) =
        switch axis {
        case .vertical: (frame.origin.y, frame.origin.y + frame.size.height)
        case .horizontal: (frame.origin.x, frame.origin.x + frame.size.width)
        }
      if last <= start || first >= end { mount.tree.complete(departure) }
    }
  }
}
