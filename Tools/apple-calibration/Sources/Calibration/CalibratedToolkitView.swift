#if canImport(UIKit) && canImport(ExceptionCatching)
  internal import ExceptionCatching
  internal import Foundation
  internal import UIKit
#elseif canImport(AppKit) && canImport(ExceptionCatching)
  internal import AppKit
  internal import ExceptionCatching
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitModels
  internal import RosterToolkitStubs
#endif

#if canImport(ExceptionCatching) || os(Linux)
  /// A view of a toolkit, in a window of its own.
  @MainActor protocol CalibratedToolkitView: CalibratedView {
    #if os(Linux)
      /// What the view would have thrown.
      var exception: ToolkitException? { get }
    #endif
  }

  extension CalibratedToolkitView {
    func refusal(of body: () -> Void) -> Refusal? {
      #if os(Linux)
        body()
        return exception.map(Refusal.init)
      #else
        return RosterCatchException(body).map {
          Refusal(name: $0.name.rawValue, reason: $0.reason ?? "")
        }
      #endif
    }

    func letUpdatesEnd() {
      #if !os(Linux)
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
      #endif
    }
  }
#endif

#if (canImport(UIKit) && canImport(ExceptionCatching)) || os(Linux)
  extension UIWindow {
    /// Makes a window for a view that is 100 points wide and 1,000 points high.
    static func forCalibration() -> UIWindow {
      UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 1_000))
    }

    func show(_ view: UIView) {
      #if os(Linux)
        view.window = self
      #else
        addSubview(view)
        isHidden = false
      #endif
    }

    func lose(_ view: UIView) {
      #if os(Linux)
        view.window = nil
      #else
        view.removeFromSuperview()
      #endif
    }
  }
#endif

#if (canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)) || os(Linux)
  extension NSWindow {
    /// Makes a window for a view that is 100 points wide and 1,000 points high.
    static func forCalibration() -> NSWindow {
      #if os(Linux)
        return NSWindow()
      #else
        let window = NSWindow(
          contentRect: CGRect(x: 0, y: 0, width: 100, height: 1_000), styleMask: .borderless,
          backing: .buffered, defer: true)
        window.isReleasedWhenClosed = false
        return window
      #endif
    }

    /// Shows a view, which a scroll view may scroll.
    func show(_ view: NSView, in scrollView: NSScrollView? = nil) {
      #if os(Linux)
        view.window = self
      #else
        contentView = scrollView ?? view
      #endif
    }

    func lose(_ view: NSView) {
      #if os(Linux)
        view.window = nil
      #else
        contentView = nil
      #endif
    }
  }
#endif
