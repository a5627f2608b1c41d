internal import RosterCore

/// A view that takes all calls of an update at once, as a shell asks it whatever its toolkit.
@MainActor protocol BatchedView: AnyObject {
  /// What it asks for its rows.
  var askedSource: AnyObject? { get }

  /// Whether it has a window.
  var hasWindow: Bool { get }

  /// Whether it shows what its source does not have yet, as before a drop is committed.
  var isAheadOfSource: Bool { get }

  /// Loads the counts of what it shows, if it has not.
  func loadCounts()

  /// Has everything be loaded anew.
  func reloadData()
}

/// What the shells of such views have in common: when a view may be told something, and what a reload keeps.
@MainActor protocol BatchedViewShell: ListView, SelectingView where Updates == ViewUpdates {
  associatedtype View: BatchedView
  associatedtype Source: AnyObject

  /// The view, which is not kept.
  var view: View? { get }

  /// The data source, beside which the view may get another one.
  var source: Source? { get }

  /// The number of updates that animate.
  var animatingCount: Int { get set }
}

extension BatchedViewShell {
  /// The view, for as long as it asks this source.
  var ownView: View? {
    guard let view, let source, view.askedSource === source else { return nil }
    return view
  }

  var isLoaded: Bool {
    guard let view = ownView, view.hasWindow else { return false }
    // A view that has not loaded its counts loads them when it is asked, while they are those of before an update.
    view.loadCounts()
    return true
  }

  var isBusy: Bool { isAnimating }

  /// Whether an update animates, or the view is ahead of its source.
  var isAnimating: Bool {
    // What is gone, or asks another source, is told nothing.
    guard let view = ownView else { return false }
    if !view.hasWindow { animatingCount = 0 }
    return view.isAheadOfSource || animatingCount > 0
  }

  func reload(_ swap: () -> Void) {
    keepSelection {
      swap()
      ownView?.reloadData()
    }
  }

  /// Notes that an update begins to animate.
  ///
  /// - Returns: What is to be called when it has ended.
  func beginAnimating() -> @MainActor () -> Void {
    animatingCount += 1
    return { [weak self] in
      guard let self else { return }
      animatingCount = max(0, animatingCount - 1)
    }
  }
}
