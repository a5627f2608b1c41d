#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  internal import RosterCore

  /// What the shells of collection and table views of UIKit have in common: where the view is scrolled to.
  @MainActor protocol ScrollViewShell: BatchedViewShell, ScrollingView where View: UIScrollView {
    /// Returns the frame of an item; `nil` if there is none.
    func frame(of path: ItemPath) -> CGRect?
  }

  extension ScrollViewShell {
    private var scrollView: UIScrollView? { ownView }

    var offset: Double {
      get { scrollView.map { Double($0.contentOffset.y + $0.adjustedContentInset.top) } ?? 0 }
      set {
        guard let view = scrollView else { return }
        view.contentOffset.y = CGFloat(newValue) - view.adjustedContentInset.top
      }
    }

    var visibleLength: Double {
      guard let view = scrollView else { return 0 }
      let inset = view.adjustedContentInset
      return Double(max(0, view.bounds.height - inset.top - inset.bottom))
    }

    var contentLength: Double { scrollView.map { Double($0.contentSize.height) } ?? 0 }

    var isScrolled: Bool { scrollView.map { $0.isTracking || $0.isDecelerating } ?? false }

    func span(of path: ItemPath) -> (start: Double, end: Double)? {
      frame(of: path).map { (Double($0.minY), Double($0.maxY)) }
    }

    func layOut() { scrollView?.layoutIfNeeded() }

    func withoutAnimation(_ update: () -> Void) { UIView.performWithoutAnimation(update) }
  }
#endif
