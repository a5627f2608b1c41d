#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  internal import RosterComponents
  internal import RosterLayout
  internal import RosterWidgets

  extension StyleColor {
    /// The colour of UIKit, which follows the appearance if it has a purpose.
    var uiColor: UIColor {
      if let (red, green, blue) = parts {
        return UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: 1)
      }
      guard case .named(let name) = self else { return .label }
      return switch name {
      case .accent: .tintColor
      case .text: .label
      case .secondaryText: .secondaryLabel
      case .background: .systemBackground
      case .surface: .secondarySystemBackground
      case .separator: .separator
      case .error: .systemRed
      case .success: .systemGreen
      case .warning: .systemOrange
      case .selection: .systemFill
      }
    }
  }

  extension TextEllipsis {
    var lineBreakMode: NSLineBreakMode {
      switch self {
      case .end: .byTruncatingTail
      case .middle: .byTruncatingMiddle
      case .start: .byTruncatingHead
      case .none: .byClipping
      }
    }
  }

  extension UIFont {
    static func row(_ size: Double, isBold: Bool) -> UIFont {
      systemFont(ofSize: CGFloat(size), weight: isBold ? .bold : .regular)
    }
  }

  extension AccessibilityElement {
    /// The traits that UIKit has; others are left out.
    var uiTraits: UIAccessibilityTraits {
      traits.reduce(into: []) { known, trait in
        switch trait {
        case .button: known.insert(.button)
        case .toggle: known.insert(.toggleButton)
        case .link: known.insert(.link)
        case .image: known.insert(.image)
        case .header: known.insert(.header)
        case .staticText: known.insert(.staticText)
        case .selected: known.insert(.selected)
        case .disabled: known.insert(.notEnabled)
        case .updatesFrequently: known.insert(.updatesFrequently)
        default: break
        }
      }
    }
  }

  extension CGRect {
    init(_ frame: ViewFrame) {
      self.init(
        x: frame.origin.x, y: frame.origin.y, width: frame.size.width, height: frame.size.height)
    }
  }

  extension ImageView.Fit {
    var contentMode: UIImageView.ContentMode {
      switch self {
      case .contain: .scaleAspectFit
      case .cover: .scaleAspectFill
      case .fill: .scaleToFill
      }
    }
  }
#endif
