#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  /// What the shells of views of AppKit have in common that a scroll view shows in part.
  @MainActor protocol ScrolledViewShell: ScrollingView {
    /// The view, for as long as it asks the source of the shell.
    var documentView: NSView? { get }
  }

  extension ScrolledViewShell {
    private var scrollView: NSScrollView? { documentView?.enclosingScrollView }

    var offset: Double {
      get {
        scrollView.map { Double($0.contentView.bounds.minY + $0.contentInsets.top) } ?? 0
      }
      set {
        guard let scrollView else { return }
        let clipView = scrollView.contentView
        clipView.scroll(
          to: NSPoint(
            x: clipView.bounds.minX, y: CGFloat(newValue) - scrollView.contentInsets.top))
        scrollView.reflectScrolledClipView(clipView)
      }
    }

    var visibleLength: Double {
      guard let scrollView else { return 0 }
      let insets = scrollView.contentInsets
      return Double(max(0, scrollView.contentView.bounds.height - insets.top - insets.bottom))
    }

    // A view whose rows are few is as high as what shows it.
    var contentLength: Double { documentView.map { Double($0.bounds.height) } ?? 0 }

    // An offset that is set is not reported to disturb what the user does.
    var isScrolled: Bool { false }

    func layOut() { documentView?.layoutSubtreeIfNeeded() }

    func withoutAnimation(_ update: () -> Void) {
      NSAnimationContext.runAnimationGroup {
        $0.duration = 0
        update()
      }
    }
  }
#endif
