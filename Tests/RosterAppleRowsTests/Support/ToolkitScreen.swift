#if os(Linux)
  import Foundation
  import RosterAppleRows
  import RosterComponents
  import RosterJSON
  import RosterToolkitStubs

  /// What is really on the screen of a toolkit: read from its views, and done to them as a user does it.
  @MainActor protocol ToolkitScreen {
    associatedtype View: AnyObject & Hashable

    static func makeContainer(width: Double, height: Double) -> View
    static func makeHost() -> ToolkitHost<View>

    static func views(in view: View) -> [View]
    static func frame(of view: View) -> CGRect
    static func isHidden(_ view: View) -> Bool

    /// Returns the attributes that are seen of a view of a class.
    static func attributes(of view: View, _ className: String) -> JSONObject

    /// Gives a view the keyboard, or takes it from all in a container.
    static func focus(_ view: View?, in container: View)

    /// Does what causes an event.
    static func cause(_ event: ViewEvent, _ values: [JSONValue], on view: View)
  }

  /// The views of UIKit.
  enum UIKitScreen: ToolkitScreen {
    static func makeContainer(width: Double, height: Double) -> UIView {
      UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    }

    static func makeHost() -> ToolkitHost<UIView> { .uiKit(fontSize: 17) }

    static func views(in view: UIView) -> [UIView] { view.subviews }

    static func frame(of view: UIView) -> CGRect { view.frame }

    static func isHidden(_ view: UIView) -> Bool { view.isHidden }

    static func attributes(of view: UIView, _ className: String) -> JSONObject {
      var seen: JSONObject = [:]
      switch view {
      case let label as UILabel: seen.addText(label.attributedText)
      case let button as UIButton: seen["title"] = button.currentTitle.map { .string($0) }
      case let field as UITextField: seen["value"] = field.text.map { .string($0) }
      default: seen["border"] = view.layer.borderColor.map { .string(borderName($0)) }
      }
      return seen
    }

    private static func borderName(_ color: CGColor) -> String {
      color.name == "tintColor" ? "accent" : color.name
    }

    static func focus(_ view: UIView?, in container: UIView) {
      container.endEditing(true)
      view?.becomeFirstResponder()
    }

    static func cause(_ event: ViewEvent, _ values: [JSONValue], on view: UIView) {
      switch (event, view) {
      case (.tap, let button as UIButton): button.tapByHand()
      case (.submit, let field as UITextField):
        let shown = field.text
        field.text = values.first?.stringValue
        field.returnByHand()
        field.text = shown
      case (.pan, _):
        let pan = view.gestureRecognizers?.lazy.compactMap { $0 as? UIPanGestureRecognizer }.first
        pan?.moveByHand(by: CGPoint(values), [.changed])
      default: break
      }
    }
  }

  /// The views of AppKit.
  enum AppKitScreen: ToolkitScreen {
    static func makeContainer(width: Double, height: Double) -> NSView {
      let view = NSView(frame: CGRect(x: 0, y: 0, width: width, height: height))
      view.window = NSWindow()
      return view
    }

    static func makeHost() -> ToolkitHost<NSView> { .appKit(fontSize: 17) }

    static func views(in view: NSView) -> [NSView] { view.subviews }

    static func frame(of view: NSView) -> CGRect { view.frame }

    static func isHidden(_ view: NSView) -> Bool { view.isHidden }

    /// Returns the control in an area.
    static func control(in view: NSView) -> NSControl? {
      view.subviews.lazy.compactMap { $0 as? NSControl }.first
    }

    static func attributes(of view: NSView, _ className: String) -> JSONObject {
      var seen: JSONObject = [:]
      switch control(in: view) {
      case let button as NSButton: seen["title"] = .string(button.title)
      case let field as NSTextField where field.isEditable:
        seen["value"] = .string(field.stringValue)
      case let label as NSTextField: seen.addText(label.attributedStringValue)
      default:
        let color = view.layer?.borderColor?.name
        seen["border"] = color.map { .string($0 == "controlAccentColor" ? "accent" : $0) }
      }
      return seen
    }

    static func focus(_ view: NSView?, in container: NSView) {
      container.window?.makeFirstResponder(nil)
      (view.flatMap(control) as? NSTextField)?.editByHand()
    }

    static func cause(_ event: ViewEvent, _ values: [JSONValue], on view: NSView) {
      switch (event, control(in: view)) {
      case (.tap, let button as NSButton): button.clickByHand()
      case (.submit, let field as NSTextField):
        let shown = field.stringValue
        field.stringValue = values.first?.stringValue ?? ""
        field.returnByHand()
        field.stringValue = shown
      case (.pan, _):
        let pan = view.gestureRecognizers.lazy.compactMap { $0 as? NSPanGestureRecognizer }.first
        pan?.moveByHand(by: CGPoint(values), [.changed])
      default: break
      }
    }
  }

  extension JSONObject {
    /// Adds what is seen of a text.
    fileprivate mutating func addText(_ text: NSAttributedString?) {
      self["text"] = .string(text?.string ?? "")
      guard let text, text.length > 0 else { return }
      let font = text.attribute(.font, at: 0, effectiveRange: nil) as? ToolkitFont
      if font?.weight == .bold { self["bold"] = true }
    }
  }

  extension CGPoint {
    fileprivate init(_ values: [JSONValue]) {
      let numbers = values.compactMap(\.numberValue)
      self.init(x: numbers.first ?? 0, y: numbers.dropFirst().first ?? 0)
    }
  }
#endif
