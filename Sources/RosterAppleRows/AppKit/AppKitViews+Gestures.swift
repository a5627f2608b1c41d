#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterComponents
  internal import RosterJSON

  extension AppKitViews {
    // A swipe is a gesture of a touch screen, and is left out.
    func setGestures(_ gestures: Set<ViewEvent>, of view: NSView) {
      // An area has none by itself.
      for recognizer in view.gestureRecognizers { view.removeGestureRecognizer(recognizer) }
      if gestures.contains(.longPress) { add(NSPressGestureRecognizer(), to: view) }
      if gestures.contains(.pan) { add(NSPanGestureRecognizer(), to: view) }
      for (event, count) in [(ViewEvent.doubleTap, 2), (.tap, 1)] where gestures.contains(event) {
        let click = NSClickGestureRecognizer()
        click.numberOfClicksRequired = count
        add(click, to: view)
      }
      guard let area = view as? AppKitArea else { return }
      let tap: () -> Void = { [weak self, weak area] in
        if let area { self?.report(area, .tap, []) }
      }
      area.onTap = gestures.contains(.tap) ? tap : nil
    }

    private func add(_ recognizer: NSGestureRecognizer, to view: NSView) {
      #if canImport(ObjectiveC)
        recognizer.target = self
        recognizer.action = #selector(recognized(_:))
      #else
        recognizer.onAction = { [weak self, weak recognizer] in
          if let recognizer { self?.recognized(recognizer) }
        }
      #endif
      view.addGestureRecognizer(recognizer)
    }

    #if canImport(ObjectiveC)
      @objc private func recognized(_ recognizer: NSGestureRecognizer) { tell(of: recognizer) }
    #else
      private func recognized(_ recognizer: NSGestureRecognizer) { tell(of: recognizer) }
    #endif

    private func tell(of recognizer: NSGestureRecognizer) {
      guard let view = recognizer.view else { return }
      let state = recognizer.state
      switch recognizer {
      case let click as NSClickGestureRecognizer where state == .ended:
        report(view, click.numberOfClicksRequired == 2 ? .doubleTap : .tap, [])
      case is NSPressGestureRecognizer where state == .began: report(view, .longPress, [])
      case let pan as NSPanGestureRecognizer
      where state == .began || state == .changed || state == .ended:
        let distance = pan.translation(in: view)
        report(view, .pan, [.number(Double(distance.x)), .number(Double(distance.y))])
      default: break
      }
    }
  }
#endif
