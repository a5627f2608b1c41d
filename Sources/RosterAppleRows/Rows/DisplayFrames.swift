#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import QuartzCore
  internal import UIKit
#elseif canImport(AppKit)
  internal import AppKit
  internal import Foundation
  internal import QuartzCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || canImport(AppKit) || os(Linux)
  /// Is called before each frame of a display, until there is nothing more to show. The link of the display keeps it.
  @MainActor final class DisplayFrames: NSObject {
    private let body: (_ time: Double) -> Bool

    /// - Parameter body: Is called with the time of a frame, and returns whether it is to be called again.
    init(_ body: @escaping (_ time: Double) -> Bool) {
      self.body = body
      super.init()
    }

    #if canImport(ObjectiveC)
      /// Begins, with the link that a display makes.
      func begin(_ makeLink: (_ target: Any, _ selector: Selector) -> CADisplayLink) {
        makeLink(self, #selector(show(_:))).add(to: .main, forMode: .common)
      }

      @objc private func show(_ link: CADisplayLink) { tell(link) }
    #else
      /// Begins, with the link that a display makes.
      func begin(
        _ makeLink: (_ target: Any, _ selector: @escaping (CADisplayLink) -> Void) -> CADisplayLink
      ) { makeLink(self) { self.tell($0) }.add(to: .main, forMode: .common) }
    #endif

    private func tell(_ link: CADisplayLink) {
      if !body(link.timestamp) { link.invalidate() }
    }
  }
#endif
