#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import QuartzCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterComponents
  internal import RosterWidgets

  /// An area whose content begins at the top, as rows are laid out.
  class AppKitBox: NSView {
    override var isFlipped: Bool { true }

    /// Shows what is behind and around the content.
    func showArea(_ content: ViewContent) {
      wantsLayer = content.background != nil || content.border != nil
      layer?.backgroundColor = content.background?.nsColor.cgColor
      layer?.borderColor = content.border?.nsColor.cgColor
      layer?.borderWidth = content.border == nil ? 0 : 1
    }
  }

  /// An area that one view of AppKit fills. The class of that may depend on the content, as that of a field whose text is not
  /// shown.
  final class AppKitArea: AppKitBox {
    /// What it is; a box until it is filled.
    private(set) var kind = ViewKind.box
    private(set) var content: NSView?
    /// Reports a tap; `nil` if nothing listens to taps.
    var onTap: (() -> Void)?
    /// Where it is laid out.
    var place = CGRect.zero
    /// How far it is from there.
    var distance = CGPoint.zero

    func fill(with view: NSView, as kind: ViewKind) {
      self.kind = kind
      content?.removeFromSuperview()
      content = view
      addSubview(view)
      arrange()
    }

    /// Puts it at its place, and the content in it.
    func arrange() {
      frame = place.offsetBy(dx: distance.x, dy: distance.y)
      content?.frame = CGRect(origin: .zero, size: bounds.size)
    }

    override func accessibilityPerformPress() -> Bool {
      if let button = content as? NSButton {
        guard button.isEnabled else { return false }
        button.performClick(nil)
        return true
      }
      guard let onTap else { return false }
      onTap()
      return true
    }
  }

  extension StyleColor {
    /// The colour of AppKit, which follows the appearance if it has a purpose.
    var nsColor: NSColor {
      if let (red, green, blue) = parts {
        return NSColor(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: 1)
      }
      guard case .named(let name) = self else { return .labelColor }
      return switch name {
      case .accent: .controlAccentColor
      case .text: .labelColor
      case .secondaryText: .secondaryLabelColor
      case .background: .textBackgroundColor
      case .surface: .controlBackgroundColor
      case .separator: .separatorColor
      case .error: .systemRed
      case .success: .systemGreen
      case .warning: .systemOrange
      case .selection: .selectedContentBackgroundColor
      }
    }
  }

  extension NSFont {
    static func row(_ size: Double, isBold: Bool) -> NSFont {
      systemFont(ofSize: CGFloat(size), weight: isBold ? .bold : .regular)
    }
  }

  extension AccessibilityElement {
    /// The one kind that an element of AppKit has.
    var nsRole: NSAccessibility.Role {
      if traits.contains(.toggle) { return .checkBox }
      if traits.contains(.button) { return .button }
      if traits.contains(.link) { return .link }
      if traits.contains(.image) { return .image }
      return traits.contains(.staticText) ? .staticText : .group
    }

    /// The value, which is a number for a box that is ticked or not.
    var nsValue: Any? {
      if traits.contains(.toggle) { return value.flatMap { Int($0) } }
      return value
    }
  }
#endif
