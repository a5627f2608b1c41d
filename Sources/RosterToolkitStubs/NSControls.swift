#if os(Linux)
  public import Foundation

  // The views of AppKit with contents, and what recognizes gestures, for tests where there is no AppKit. Targets with
  // selectors need the runtime of Objective-C, so there are closures instead. What the user does is called by tests.

  /// A view that the user can change or press.
  @MainActor open class NSControl: NSView {
    /// Whether it can be used.
    public var isEnabled = true
    /// The font of its text.
    public var font: NSFont?
    /// What it does.
    public var onAction: (() -> Void)?

    /// Whether the user can use it now.
    var canBeUsed: Bool { isEnabled && takesClicks }
  }

  /// What is told of a field.
  @MainActor public protocol NSTextFieldDelegate: AnyObject {
    func controlTextDidBeginEditing(_ notification: Notification)
    func controlTextDidChange(_ notification: Notification)
    func controlTextDidEndEditing(_ notification: Notification)
  }

  /// A text, or a field for one.
  open class NSTextField: NSControl {
    /// What is told of it.
    public weak var delegate: (any NSTextFieldDelegate)?
    /// The text.
    public var stringValue = ""
    /// The text with its looks.
    public var attributedStringValue = NSAttributedString(string: "") {
      didSet { stringValue = attributedStringValue.string }
    }
    /// What stands in it while it is empty.
    public var placeholderString: String?
    /// Whether the user can change it.
    public var isEditable = true
    /// Whether the user can select a part of it.
    public var isSelectable = true
    /// Whether a frame is drawn around it.
    public var isBezeled = true
    /// Whether an area is drawn behind it.
    public var drawsBackground = true
    /// The colour of the text.
    public var textColor: NSColor?
    /// The maximum number of lines; 0 for as many as there is room for.
    public var maximumNumberOfLines = 0
    /// What draws it.
    public let cell: NSCell? = NSCell()
    /// What is typed into while it has the keyboard.
    private var editor: NSObject?

    /// Makes a text of several lines that the user can select, and cannot change.
    public convenience init(wrappingLabelWithString string: String) {
      self.init(frame: .zero)
      (stringValue, isEditable, isBezeled, drawsBackground) = (string, false, false, false)
    }

    /// What is typed into; `nil` if it does not have the keyboard.
    public func currentEditor() -> NSObject? { editor }

    /// The user begins to edit the text.
    public func editByHand() {
      guard canBeUsed, isEditable, editor == nil else { return }
      editor = NSObject()
      window?.editedField = self
      delegate?.controlTextDidBeginEditing(notification)
    }

    /// The user types a text, in the place of the one that is there.
    public func typeByHand(_ text: String) {
      editByHand()
      guard editor != nil else { return }
      stringValue = text
      delegate?.controlTextDidChange(notification)
    }

    /// The user presses the key that ends a line.
    public func returnByHand() { if canBeUsed { onAction?() } }

    /// It no longer has the keyboard.
    public func endEditingByHand() {
      guard editor != nil else { return }
      editor = nil
      delegate?.controlTextDidEndEditing(notification)
      if cell?.sendsActionOnEndEditing == true { onAction?() }
    }

    private var notification: Notification {
      Notification(name: Notification.Name("NSControlText"), object: self)
    }
  }

  /// What draws a field.
  @MainActor public final class NSCell: NSObject {
    /// Whether the field does what it does also when it loses the keyboard.
    public var sendsActionOnEndEditing = true
    /// Whether the last line that there is room for says that the text goes on.
    public var truncatesLastVisibleLine = false
  }

  /// A field whose text is not shown.
  public final class NSSecureTextField: NSTextField {}

  /// A picture.
  public final class NSImage: NSObject, Sendable {
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

  /// How a picture fills a view of another shape.
  public enum NSImageScaling: UInt, Sendable {
    case scaleProportionallyDown, scaleAxesIndependently, scaleNone, scaleProportionallyUpOrDown
  }

  /// Shows a picture.
  public final class NSImageView: NSControl {
    /// The picture.
    public var image: NSImage? {
      didSet { onImage?(image) }
    }
    /// Is called with each picture that it is given, and when it is given none.
    public var onImage: ((NSImage?) -> Void)?
    /// How it fills the view.
    public var imageScaling = NSImageScaling.scaleProportionallyDown
  }

  /// A button, or a box that is ticked or not.
  public final class NSButton: NSControl {
    /// Whether a button is on.
    public enum StateValue: Int, Sendable {
      case off, on
    }

    /// What a button does when it is pressed.
    public enum ButtonType: UInt, Sendable {
      case momentaryPushIn = 7
      case `switch` = 3
    }

    /// The title.
    public var title = ""
    /// The title with its looks.
    public var attributedTitle = NSAttributedString(string: "") {
      didSet { title = attributedTitle.string }
    }
    /// Whether it is on.
    public var state = StateValue.off
    /// The picture.
    public var image: NSImage?
    /// Whether a frame is drawn around it.
    public var isBordered = true
    private var type = ButtonType.momentaryPushIn

    /// Sets what it does when it is pressed.
    public func setButtonType(_ type: ButtonType) { self.type = type }

    /// Does what a click does.
    public func performClick(_ sender: Any?) { clickByHand() }

    /// The user presses it.
    @discardableResult
    public func clickByHand() -> Bool {
      guard canBeUsed else { return false }
      if type == .switch { state = state == .on ? .off : .on }
      onAction?()
      return true
    }
  }

  /// Chooses one of several titles.
  public final class NSSegmentedControl: NSControl {
    private var labels: [String] = []
    /// The index of the chosen one; -1 for none.
    public var selectedSegment = -1 {
      didSet { precondition(selectedSegment < labels.count, "there is no segment") }
    }

    /// The number of titles.
    public var segmentCount: Int {
      get { labels.count }
      set {
        labels = (0..<newValue).map { labels.indices.contains($0) ? labels[$0] : "" }
        if selectedSegment >= newValue { selectedSegment = -1 }
      }
    }

    /// Sets a title.
    public func setLabel(_ label: String, forSegment segment: Int) { labels[segment] = label }

    /// Returns a title.
    public func label(forSegment segment: Int) -> String? { labels[segment] }

    /// The user chooses a title.
    public func chooseByHand(_ segment: Int) {
      guard canBeUsed else { return }
      selectedSegment = segment
      onAction?()
    }
  }

  /// Shows how far something is, or that it is under way.
  public final class NSProgressIndicator: NSView {
    /// How it looks.
    public enum Style: UInt, Sendable {
      case bar, spinning
    }

    /// How it looks.
    public var style = Style.bar
    /// Whether it is not known how far it is.
    public var isIndeterminate = true
    /// How far it is.
    public var doubleValue = 0.0
    /// Where it ends.
    public var maxValue = 100.0
    /// Whether it is seen while it does not move.
    public var isDisplayedWhenStopped = true
    /// Whether it moves.
    public private(set) var isAnimating = false

    /// Begins to move.
    public func startAnimation(_ sender: Any?) { isAnimating = true }

    /// Moves no longer.
    public func stopAnimation(_ sender: Any?) { isAnimating = false }
  }

  // MARK: Gestures

  /// Recognizes a gesture on a view.
  @MainActor open class NSGestureRecognizer: NSObject {
    /// How far a gesture is.
    public enum State: Int, Sendable {
      case possible, began, changed, ended, cancelled, failed
    }

    /// How far the gesture is.
    public fileprivate(set) var state = State.possible
    /// The view.
    public internal(set) weak var view: NSView?
    /// What is called when the gesture goes on.
    public var onAction: (() -> Void)?

    fileprivate func recognize(_ states: State...) {
      guard view?.takesClicks == true else { return }
      for next in states {
        state = next
        onAction?()
      }
      state = .possible
    }
  }

  /// Recognizes clicks.
  public final class NSClickGestureRecognizer: NSGestureRecognizer {
    /// How many clicks follow each other.
    public var numberOfClicksRequired = 1

    /// The user clicks.
    public func clickByHand() { recognize(.ended) }
  }

  /// Recognizes that a button of the mouse is held.
  public final class NSPressGestureRecognizer: NSGestureRecognizer {
    /// The user presses, and lets go.
    public func pressByHand() { recognize(.began, .ended) }
  }

  /// Recognizes movements.
  public final class NSPanGestureRecognizer: NSGestureRecognizer {
    private var distance = CGPoint.zero

    /// Returns the distance from where it began.
    public func translation(in view: NSView?) -> CGPoint { distance }

    /// The user moves the mouse in one step.
    public func moveByHand(by distance: CGPoint, _ states: [State] = [.began, .changed, .ended]) {
      self.distance = distance
      for state in states { recognize(state) }
    }
  }

  // MARK: Accessibility

  /// What views are to assistive technology.
  public enum NSAccessibility {
    /// The kind of a view.
    public struct Role: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Makes a role.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  extension NSAccessibility.Role {

    /// A button.
    public static let button = NSAccessibility.Role(rawValue: "AXButton")
    /// A box that is ticked or not.
    public static let checkBox = NSAccessibility.Role(rawValue: "AXCheckBox")
    /// A picture.
    public static let image = NSAccessibility.Role(rawValue: "AXImage")
    /// A link.
    public static let link = NSAccessibility.Role(rawValue: "AXLink")
    /// A text.
    public static let staticText = NSAccessibility.Role(rawValue: "AXStaticText")
    /// Anything else.
    public static let group = NSAccessibility.Role(rawValue: "AXGroup")
  }

  /// An action that assistive technology offers.
  @MainActor public final class NSAccessibilityCustomAction: NSObject {
    /// What it is called.
    public let name: String
    /// What it does.
    public let handler: (() -> Bool)?

    /// Makes an action.
    public init(name: String, handler: (() -> Bool)?) {
      (self.name, self.handler) = (name, handler)
    }
  }

  extension NSView {
    /// Whether assistive technology finds it.
    public func setAccessibilityElement(_ isElement: Bool) { accessibility.isElement = isElement }

    /// What it is, in words.
    public func setAccessibilityLabel(_ label: String?) { accessibility.label = label }

    /// What it does.
    public func setAccessibilityHelp(_ help: String?) { accessibility.hint = help }

    /// Its value, a text or a number.
    public func setAccessibilityValue(_ value: Any?) {
      (accessibility.value, accessibility.number) = (value as? String, value as? Int)
    }

    /// Its kind.
    public func setAccessibilityRole(_ role: NSAccessibility.Role?) { accessibility.role = role }

    /// Whether it can be used.
    public func setAccessibilityEnabled(_ isEnabled: Bool) { accessibility.isEnabled = isEnabled }

    /// What assistive technology finds in it, in this order.
    public func setAccessibilityChildren(_ children: [Any]?) { accessibility.elements = children }

    /// What assistive technology offers for it.
    public func setAccessibilityCustomActions(_ actions: [NSAccessibilityCustomAction]?) {
      accessibility.customActions = actions
    }
  }
#endif
