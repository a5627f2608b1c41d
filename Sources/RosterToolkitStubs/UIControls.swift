#if os(Linux)
  public import Foundation

  // The views of UIKit with contents, for tests where there is no UIKit. What the user does is called by tests.

  /// A text.
  open class UILabel: UIView {
    /// The text.
    public var text: String?
    /// The text with its looks.
    public var attributedText: NSAttributedString? {
      didSet { text = attributedText?.string }
    }
    /// The font of a text without looks.
    public var font: UIFont?
    /// The colour of a text without looks.
    public var textColor: UIColor?
    /// The maximum number of lines; 0 for as many as there is room for.
    public var numberOfLines = 1
    /// Which part of the last line gives way.
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail

    /// Makes a view, which takes no touches.
    public required init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = false
    }
  }

  /// A picture.
  public final class UIImage: NSObject, Sendable {
    /// The pictures that there are, by name.
    @MainActor public static var names: Set<String> = []
    /// Its name.
    public let name: String

    /// Makes a picture that is known by its name alone.
    public init(name: String) { self.name = name }

    /// Finds a picture.
    @MainActor public convenience init?(named name: String) {
      guard Self.names.contains(name) else { return nil }
      self.init(name: name)
    }
  }

  /// Shows a picture.
  public final class UIImageView: UIView {
    /// The picture.
    public var image: UIImage? {
      didSet { onImage?(image) }
    }
    /// Is called with each picture that it is given, and when it is given none.
    public var onImage: ((UIImage?) -> Void)?
    /// How it fills the view.
    public var contentMode = ContentMode.scaleToFill

    /// How a picture fills a view of another shape.
    public enum ContentMode: Int, Sendable {
      case scaleToFill, scaleAspectFit, scaleAspectFill
    }

    /// Makes a view, which takes no touches.
    public required init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = false
    }
  }

  /// What a control does.
  @MainActor public final class UIAction: NSObject {
    private let handler: (UIAction) -> Void
    /// The control.
    public fileprivate(set) weak var sender: AnyObject?

    /// Makes an action.
    public init(handler: @escaping (UIAction) -> Void) { self.handler = handler }

    fileprivate func perform(by sender: AnyObject) {
      self.sender = sender
      handler(self)
    }
  }

  /// A view that the user can change or press.
  open class UIControl: UIView {
    /// What the user does to a control.
    public struct Event: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes events.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// It was pressed, and let go within it.
      public static let touchUpInside = Event(rawValue: 1 << 6)
      /// It has another value.
      public static let valueChanged = Event(rawValue: 1 << 12)
      /// Its text has changed.
      public static let editingChanged = Event(rawValue: 1 << 17)
    }

    /// The states of a control.
    public struct State: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes states.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Any state of which nothing else is said.
      public static let normal: State = []
    }

    /// Whether it can be used.
    public var isEnabled = true
    /// Whether it is chosen.
    public var isSelected = false
    private var actions: [(action: UIAction, events: Event)] = []

    /// Adds what it does.
    public func addAction(_ action: UIAction, for controlEvents: Event) {
      actions.append((action, controlEvents))
    }

    /// Does what it does.
    public func sendActions(for controlEvents: Event) {
      for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
        action.perform(by: self)
      }
    }

    /// Whether the user can use it now.
    var canBeUsed: Bool { isEnabled && takesTouches }
  }

  /// A button.
  public final class UIButton: UIControl {
    /// How a button looks.
    public enum ButtonType: Int, Sendable {
      case system = 1
    }

    /// The title.
    public private(set) var currentTitle: String?
    /// The colour of the title.
    public private(set) var currentTitleColor: UIColor?
    /// The picture.
    public private(set) var currentImage: UIImage?
    /// Shows the title.
    public private(set) lazy var titleLabel: UILabel? = UILabel(frame: .zero)

    /// Makes a button.
    public convenience init(type: ButtonType) { self.init(frame: .zero) }

    /// Sets the title.
    public func setTitle(_ title: String?, for state: State) { currentTitle = title }

    /// Sets the colour of the title.
    public func setTitleColor(_ color: UIColor?, for state: State) {
      currentTitleColor = color
    }

    /// Sets the picture.
    public func setImage(_ image: UIImage?, for state: State) { currentImage = image }

    /// The user presses it.
    ///
    /// - Returns: Whether it can be pressed.
    @discardableResult
    public func tapByHand() -> Bool {
      if canBeUsed { sendActions(for: .touchUpInside) }
      return canBeUsed
    }
  }

  /// A switch.
  public final class UISwitch: UIControl {
    /// Whether it is on.
    public var isOn = false

    /// The size that it always has.
    public override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    /// Switches it, with an animation.
    public func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }

    /// The user switches it.
    public func switchByHand() {
      guard canBeUsed else { return }
      isOn.toggle()
      sendActions(for: .valueChanged)
    }
  }

  /// Chooses one of several titles.
  public final class UISegmentedControl: UIControl {
    /// The index of no segment.
    public static let noSegment = -1

    /// The titles.
    public private(set) var titles: [String] = []
    /// The index of the chosen one.
    public var selectedSegmentIndex = -1 {
      didSet {
        precondition(
          selectedSegmentIndex < titles.count, "there is no segment \(selectedSegmentIndex)")
      }
    }

    /// The number of titles.
    public var numberOfSegments: Int { titles.count }

    /// Removes all titles; none is chosen then.
    public func removeAllSegments() { (selectedSegmentIndex, titles) = (Self.noSegment, []) }

    /// Adds a title.
    public func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
      titles.insert(title ?? "", at: min(segment, titles.count))
    }

    /// The user chooses a title.
    public func chooseByHand(_ segment: Int) {
      guard canBeUsed else { return }
      selectedSegmentIndex = segment
      sendActions(for: .valueChanged)
    }
  }

  /// What is told of a field.
  @MainActor public protocol UITextFieldDelegate: AnyObject {
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField)
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
  }

  /// A field for a line of text.
  open class UITextField: UIControl {
    /// What is told of it.
    public weak var delegate: (any UITextFieldDelegate)?
    /// The text.
    public var text: String? = ""
    /// What stands in it while it is empty.
    public var placeholder: String?
    /// Whether the text is not shown.
    public var isSecureTextEntry = false
    /// The colour of the text.
    public var textColor: UIColor?
    /// How the text is drawn.
    public var font: UIFont?
    private var isEditing = false

    public override var isFirstResponder: Bool { isEditing }

    public override func becomeFirstResponder() -> Bool {
      guard canBeUsed, !isEditing else { return isEditing }
      isEditing = true
      delegate?.textFieldDidBeginEditing(self)
      return true
    }

    public override func resignFirstResponder() -> Bool {
      guard isEditing else { return true }
      isEditing = false
      delegate?.textFieldDidEndEditing(self)
      return true
    }

    /// Returns where the text stands.
    open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// Returns where the text stands while it is edited.
    open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// The user types a text, in the place of the one that is there.
    public func typeByHand(_ text: String) {
      guard becomeFirstResponder() else { return }
      self.text = text
      sendActions(for: .editingChanged)
    }

    /// The user presses the key that ends a line.
    public func returnByHand() { _ = delegate?.textFieldShouldReturn(self) }
  }

  /// Shows how far something is.
  public final class UIProgressView: UIView {
    /// How far it is, from 0 to 1.
    public var progress: Float = 0
    /// The colour of what is done.
    public var progressTintColor: UIColor?
  }

  /// Turns while something is under way.
  public final class UIActivityIndicatorView: UIView {
    /// Whether it turns.
    public private(set) var isAnimating = false
    /// Its colour.
    public var color: UIColor?

    /// Begins to turn.
    public func startAnimating() { isAnimating = true }

    /// Turns no longer.
    public func stopAnimating() { isAnimating = false }
  }

  // MARK: Accessibility

  /// What a view of UIKit or AppKit is to assistive technology.
  @MainActor public final class AccessibilityRecord {
    /// Whether assistive technology finds it.
    public internal(set) var isElement = false
    /// What it is, what it does, and its value.
    public internal(set) var label: String?, hint: String?, value: String?
    /// Its value in AppKit, if that is a number.
    public internal(set) var number: Int?
    /// Its kind and condition in UIKit.
    public internal(set) var traits: UIAccessibilityTraits = []
    /// Its kind in AppKit.
    public internal(set) var role: NSAccessibility.Role?
    /// Whether it can be used in AppKit.
    public internal(set) var isEnabled = true
    /// What is found in it, in this order.
    public internal(set) var elements: [Any]?
    /// What UIKit offers for it.
    public internal(set) var actions: [UIAccessibilityCustomAction]?
    /// What AppKit offers for it.
    public internal(set) var customActions: [NSAccessibilityCustomAction]?
  }

  extension UIView {
    /// Whether assistive technology finds it.
    public var isAccessibilityElement: Bool {
      get { accessibility.isElement }
      set { accessibility.isElement = newValue }
    }

    /// What it is, in words.
    public var accessibilityLabel: String? {
      get { accessibility.label }
      set { accessibility.label = newValue }
    }

    /// What it does.
    public var accessibilityHint: String? {
      get { accessibility.hint }
      set { accessibility.hint = newValue }
    }

    /// Its value.
    public var accessibilityValue: String? {
      get { accessibility.value }
      set { accessibility.value = newValue }
    }

    /// Its kind and condition.
    public var accessibilityTraits: UIAccessibilityTraits {
      get { accessibility.traits }
      set { accessibility.traits = newValue }
    }

    /// What assistive technology finds in it, in this order.
    public var accessibilityElements: [Any]? {
      get { accessibility.elements }
      set { accessibility.elements = newValue }
    }

    /// What assistive technology offers for it.
    public var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
      get { accessibility.actions }
      set { accessibility.actions = newValue }
    }
  }

  /// The kind and condition of what assistive technology finds.
  public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes traits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// It can be pressed.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// It leads elsewhere.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// It is a picture.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// It is chosen.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// It is a text.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// It cannot be used.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    /// Its value changes often.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// It is on or off.
    public static let toggleButton = UIAccessibilityTraits(rawValue: 1 << 53)
    /// It is a heading.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  }

  /// An action that assistive technology offers.
  @MainActor public final class UIAccessibilityCustomAction: NSObject {
    /// What it is called.
    public let name: String
    /// What it does.
    public let actionHandler: (UIAccessibilityCustomAction) -> Bool

    /// Makes an action.
    public init(
      name: String, actionHandler: @escaping (UIAccessibilityCustomAction) -> Bool
    ) {
      (self.name, self.actionHandler) = (name, actionHandler)
    }
  }
#endif
