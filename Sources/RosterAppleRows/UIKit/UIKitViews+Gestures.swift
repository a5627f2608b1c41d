#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  internal import RosterComponents
  internal import RosterJSON
  internal import RosterWidgets

  extension UIKitViews {
    /// Tells recognizers of rows from those that a view has by itself.
    private static var name: String { "Roster" }

    func setGestures(_ gestures: Set<ViewEvent>, of view: UIView) {
      for recognizer in view.gestureRecognizers ?? [] where recognizer.name == Self.name {
        view.removeGestureRecognizer(recognizer)
      }
      // Texts and pictures take no touches by themselves.
      if view is UILabel || view is UIImageView {
        view.isUserInteractionEnabled = !gestures.isEmpty
      }
      if gestures.contains(.longPress) { add(UILongPressGestureRecognizer(), to: view) }
      if gestures.contains(.pan) { add(UIPanGestureRecognizer(), to: view) }
      if gestures.contains(.swipe) {
        for direction in GestureKind.Direction.allCases {
          let swipe = UISwipeGestureRecognizer()
          swipe.direction = direction.uiDirection
          add(swipe, to: view)
        }
      }
      let doubleTap = UITapGestureRecognizer()
      doubleTap.numberOfTapsRequired = 2
      if gestures.contains(.doubleTap) { add(doubleTap, to: view) }
      if gestures.contains(.tap) {
        let tap = UITapGestureRecognizer()
        if gestures.contains(.doubleTap) { tap.require(toFail: doubleTap) }
        add(tap, to: view)
      }
    }

    private func add(_ recognizer: UIGestureRecognizer, to view: UIView) {
      recognizer.name = Self.name
      #if canImport(ObjectiveC)
        recognizer.addTarget(self, action: #selector(recognized(_:)))
      #else
        recognizer.addTarget { [weak self] in self?.recognized($0) }
      #endif
      view.addGestureRecognizer(recognizer)
    }

    #if canImport(ObjectiveC)
      @objc private func recognized(_ recognizer: UIGestureRecognizer) { tell(of: recognizer) }
    #else
      private func recognized(_ recognizer: UIGestureRecognizer) { tell(of: recognizer) }
    #endif

    private func tell(of recognizer: UIGestureRecognizer) {
      guard let view = recognizer.view else { return }
      let state = recognizer.state
      switch recognizer {
      case let tap as UITapGestureRecognizer where state == .ended:
        report(view, tap.numberOfTapsRequired == 2 ? .doubleTap : .tap, [])
      case is UILongPressGestureRecognizer where state == .began: report(view, .longPress, [])
      case let pan as UIPanGestureRecognizer
      where state == .began || state == .changed || state == .ended:
        let distance = pan.translation(in: view)
        report(view, .pan, [.number(Double(distance.x)), .number(Double(distance.y))])
      case let swipe as UISwipeGestureRecognizer where state == .ended:
        let direction = GestureKind.Direction.allCases.first { $0.uiDirection == swipe.direction }
        if let direction { report(view, .swipe, [.string(direction.rawValue)]) }
      default: break
      }
    }
  }

  extension GestureKind.Direction {
    fileprivate var uiDirection: UISwipeGestureRecognizer.Direction {
      switch self {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
    }
  }
#endif
