#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  /// A switch with its title behind it.
  final class UIKitToggle: UIView {
    let control = UISwitch(frame: .zero)
    let title = UILabel(frame: .zero)
    /// Is called when the user has switched it.
    var onChange: (Bool) -> Void = { _ in }

    /// Puts the switch and its title in it.
    func assemble() {
      addSubview(control)
      addSubview(title)
      control.addAction(
        UIAction { [weak self] _ in
          guard let self else { return }
          onChange(control.isOn)
        }, for: .valueChanged)
    }

    /// Places what is in it.
    func arrange() {
      let (size, own) = (bounds.size, control.intrinsicContentSize)
      let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
      let rest = max(0, size.width - own.width - Self.gap)
      control.frame = CGRect(
        x: isRightToLeft ? size.width - own.width : 0, y: (size.height - own.height) / 2,
        width: own.width, height: own.height)
      title.frame = CGRect(
        x: isRightToLeft ? 0 : own.width + Self.gap, y: 0, width: rest, height: size.height)
    }

    /// The distance in the style sheet of hosts with points.
    private static var gap: CGFloat { 8 }

    override func accessibilityActivate() -> Bool {
      guard control.isEnabled else { return false }
      control.setOn(!control.isOn, animated: true)
      onChange(control.isOn)
      return true
    }
  }

  /// A field whose text does not begin at its edge.
  final class UIKitField: UITextField {
    /// The padding in the style sheet of hosts with points.
    private static var padding: CGFloat { 10 }

    override func textRect(forBounds bounds: CGRect) -> CGRect {
      bounds.insetBy(dx: Self.padding, dy: 0)
    }

    override func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  }
#endif
