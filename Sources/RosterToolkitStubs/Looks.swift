#if os(Linux)
  public import Foundation

  // Colours, fonts and texts with looks, as UIKit and AppKit have them, for tests where there are neither. A character is
  // as wide as its font says; nothing is drawn.

  /// A colour of UIKit.
  public final class UIColor: NSObject, Sendable {
    /// What the colour is: its name, or its parts.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// Makes a colour of its parts.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init("\(red) \(green) \(blue) \(alpha)")
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.name == name }

    public override var hash: Int { name.hashValue }

    /// The colour as one of a layer.
    public var cgColor: CGColor { CGColor(name) }

    /// Text.
    public static let label = UIColor("label")
    /// Text of less importance.
    public static let secondaryLabel = UIColor("secondaryLabel")
    /// The area behind everything.
    public static let systemBackground = UIColor("systemBackground")
    /// An area that stands out.
    public static let secondarySystemBackground = UIColor("secondarySystemBackground")
    /// Lines.
    public static let separator = UIColor("separator")
    /// What can be pressed.
    public static let tintColor = UIColor("tintColor")
    /// Red.
    public static let systemRed = UIColor("systemRed")
    /// Green.
    public static let systemGreen = UIColor("systemGreen")
    /// Orange.
    public static let systemOrange = UIColor("systemOrange")
    /// An area of a control.
    public static let systemFill = UIColor("systemFill")
  }

  /// A colour of AppKit.
  public final class NSColor: NSObject, Sendable {
    /// What the colour is: its name, or its parts.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// Makes a colour of its parts.
    public convenience init(
      srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
    ) {
      self.init("\(red) \(green) \(blue) \(alpha)")
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? NSColor)?.name == name }

    public override var hash: Int { name.hashValue }

    /// The colour as one of a layer.
    public var cgColor: CGColor { CGColor(name) }

    /// Text.
    public static let labelColor = NSColor("labelColor")
    /// Text of less importance.
    public static let secondaryLabelColor = NSColor("secondaryLabelColor")
    /// The area behind texts.
    public static let textBackgroundColor = NSColor("textBackgroundColor")
    /// An area that stands out.
    public static let controlBackgroundColor = NSColor("controlBackgroundColor")
    /// Lines.
    public static let separatorColor = NSColor("separatorColor")
    /// What can be pressed.
    public static let controlAccentColor = NSColor("controlAccentColor")
    /// Red.
    public static let systemRed = NSColor("systemRed")
    /// Green.
    public static let systemGreen = NSColor("systemGreen")
    /// Orange.
    public static let systemOrange = NSColor("systemOrange")
    /// The area behind what is selected.
    public static let selectedContentBackgroundColor = NSColor("selectedContentBackgroundColor")
  }

  /// A colour of a layer.
  public final class CGColor: NSObject, Sendable {
    /// The name of the colour that it was made of.
    public let name: String

    init(_ name: String) { self.name = name }
  }

  /// What is drawn of a view beside its contents.
  @MainActor public final class CALayer: NSObject {
    /// The colour behind the view.
    public var backgroundColor: CGColor?
    /// The colour of the line around the view.
    public var borderColor: CGColor?
    /// The width of that line.
    public var borderWidth: CGFloat = 0
  }

  /// A font, of UIKit or AppKit.
  public class ToolkitFont: NSObject {
    /// How thick its lines are.
    public struct Weight: RawRepresentable, Hashable, Sendable {
      /// The weight.
      public let rawValue: CGFloat

      /// Makes a weight.
      public init(rawValue: CGFloat) { self.rawValue = rawValue }

      /// That of running text.
      public static let regular = Weight(rawValue: 0)
      /// That of bold text.
      public static let bold = Weight(rawValue: 0.4)
    }

    /// Its size.
    public let pointSize: CGFloat
    /// How thick its lines are.
    public let weight: Weight

    required init(_ size: CGFloat, _ weight: Weight) {
      (pointSize, self.weight) = (size, weight)
    }

    /// How far it goes above the line.
    public var ascender: CGFloat { pointSize }
    /// How far it goes below the line; not positive.
    public var descender: CGFloat { -pointSize / 4 }
    /// The distance between lines.
    public var leading: CGFloat { 0 }

    /// The width of a character.
    var advance: CGFloat { pointSize / 2 + (weight == .bold ? 1 : 0) }

    public override func isEqual(_ object: Any?) -> Bool {
      guard let font = object as? ToolkitFont else { return false }
      return font.pointSize == pointSize && font.weight == weight
    }

    public override var hash: Int { pointSize.hashValue }

    /// Returns the font of the system.
    public class func systemFont(ofSize size: CGFloat, weight: Weight) -> Self {
      Self(size, weight)
    }
  }

  /// A font of UIKit.
  public final class UIFont: ToolkitFont {
    /// The distance from one line to the next.
    public var lineHeight: CGFloat { ascender - descender }

    /// What a text is for.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Makes a style.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Running text.
      public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    }

    /// The size of running text that the user has chosen. It is set for a task, so that no test sees that of another one.
    @TaskLocal public static var bodySizeByHand: CGFloat = 17

    /// Returns the font of the system in the size that the user has chosen.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
      UIFont(bodySizeByHand, .regular)
    }
  }

  /// A font of AppKit.
  public final class NSFont: ToolkitFont {}

  // MARK: Texts

  extension NSAttributedString.Key {
    /// The font.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of the text.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// How lines stand, and where they end.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// The line below the text, as a number of `NSUnderlineStyle`.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The line through the text, as a number of `NSUnderlineStyle`.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The additional room behind each character.
    public static let kern = NSAttributedString.Key("NSKern")
    /// How far the letters are slanted.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  }

  extension NSAttributedString {
    /// Returns the size of the text on one line.
    public func size() -> CGSize {
      var size = CGSize.zero
      enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
        guard let font = attributes[.font] as? ToolkitFont else { return }
        size.width += font.advance * CGFloat(range.length)
        size.height = max(size.height, font.ascender - font.descender)
      }
      return size
    }
  }

  /// How a line below or through a text looks.
  public struct NSUnderlineStyle: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a style.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One thin line.
    public static let single = NSUnderlineStyle(rawValue: 1)
  }

  /// Which part of a text gives way if there is not enough room.
  public enum NSLineBreakMode: UInt, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail
    case byTruncatingMiddle
  }

  /// Where lines stand.
  public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural
  }

  /// How lines stand, and where they end.
  public final class NSMutableParagraphStyle: NSObject {
    /// Where they stand.
    public var alignment = NSTextAlignment.natural
    /// Which part gives way.
    public var lineBreakMode = NSLineBreakMode.byWordWrapping
    /// The room between two lines.
    public var lineSpacing: CGFloat = 0
  }

  // MARK: Screens and directions

  /// In which direction a view of UIKit is laid out.
  public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
  }

  /// A direction of text and rows.
  public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight, rightToLeft
  }

  /// A direction of text and rows, as AppKit calls it.
  public typealias NSUserInterfaceLayoutDirection = UIUserInterfaceLayoutDirection

  /// The screen of a view.
  public struct UITraitCollection: Sendable {
    /// The number of pixels per point.
    public var displayScale: CGFloat = 2

    /// Makes a screen.
    public init() {}
  }

  /// How strongly a size is asked for.
  public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// The priority.
    public let rawValue: Float

    /// Makes a priority.
    public init(rawValue: Float) { self.rawValue = rawValue }

    /// It must be so.
    public static let required = UILayoutPriority(rawValue: 1_000)
    /// As small as possible.
    public static let fittingSizeLevel = UILayoutPriority(rawValue: 50)
  }
#endif
