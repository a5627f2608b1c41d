#if canImport(UIKit) && !os(watchOS)
  internal import UIKit
#elseif canImport(AppKit)
  internal import AppKit
#elseif os(Linux)
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit) || os(Linux)
  internal import Foundation
  internal import RosterWidgets

  extension StyledText {
    /// Returns the text with attributes, which are the same in UIKit and AppKit.
    ///
    /// Which part gives way is left to the view: a paragraph that says so is one line.
    ///
    /// - Parameters:
    ///   - font: Returns the font of bold and other text.
    ///   - color: Returns a colour of the toolkit.
    func attributed(
      font: (_ isBold: Bool) -> Any, color: (StyleColor) -> Any
    ) -> NSAttributedString {
      let paragraph = NSMutableParagraphStyle()
      paragraph.alignment = alignment.toolkitAlignment
      paragraph.lineSpacing = CGFloat(lineSpacing)
      let text = NSMutableAttributedString(string: parts.map(\.text).joined())
      var start = 0
      #if os(Linux)
        var formerCount = 0
      #endif
      for part in parts {
        var attributes: [NSAttributedString.Key: Any] = [
          .font: font(part.look.isBold), .foregroundColor: color(part.look.color ?? .text),
          .paragraphStyle: paragraph,
        ]
        // Not all fonts of a system have slanted letters, such as those of Chinese.
        if part.look.isItalic { attributes[.obliqueness] = 0.2 }
        if letterSpacing != 0 { attributes[.kern] = letterSpacing }
        let line = NSUnderlineStyle.single.rawValue
        if part.look.isUnderlined { attributes[.underlineStyle] = line }
        if part.look.isStruckThrough { attributes[.strikethroughStyle] = line }
        #if os(Linux)
          // Foundation on Linux ends the program where it compares attributes that are objects of Swift. It compares
          // those of two parts beside each other only if they are as many.
          if attributes.count == formerCount { attributes[NSAttributedString.Key("part")] = 0 }
          formerCount = attributes.count
        #endif
        let range = NSRange(location: start, length: part.text.utf16.count)
        text.setAttributes(attributes, range: range)
        start = range.upperBound
      }
      return text
    }
  }

  extension StyledText.Alignment {
    fileprivate var toolkitAlignment: NSTextAlignment {
      switch self {
      case .natural: .natural
      case .left: .left
      case .center: .center
      case .right: .right
      }
    }
  }

#endif
