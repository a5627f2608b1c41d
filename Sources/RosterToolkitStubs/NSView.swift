#if os(Linux)
  public import Foundation

  // What the shell of AppKit needs of it, for tests where there is no AppKit. The names are those of AppKit; nothing is drawn.

  /// A view, which may have a window.
  @MainActor open class NSView: NSObject {
    /// The window in which it is.
    public var window: NSWindow? {
      get { ownWindow ?? superview?.window }
      set {
        let former = window
        ownWindow = newValue
        if newValue !== former { viewDidMoveToWindow() }
      }
    }
    private var ownWindow: NSWindow?
    /// By what a table view finds it again.
    public var identifier: NSUserInterfaceItemIdentifier?

    /// The scroll view that shows it.
    public internal(set) weak var enclosingScrollView: NSScrollView?
    /// Its size.
    open var bounds: CGRect
    /// What is seen of it.
    open var visibleRect: CGRect { bounds }

    /// Makes a view.
    public required init(frame: CGRect) {
      bounds = CGRect(origin: .zero, size: frame.size)
      super.init()
    }

    /// Lays it out, if that is needed.
    open func layoutSubtreeIfNeeded() {}

    /// Makes a view without a size.
    public override convenience init() { self.init(frame: .zero) }

    /// What it may be given by a drop.
    public private(set) var draggedTypes: [NSPasteboard.PasteboardType] = []

    /// Has it take drops of such types.
    open func registerForDraggedTypes(_ types: [NSPasteboard.PasteboardType]) {
      draggedTypes += types
    }

    // MARK: Views in it

    /// What a view says that has no height or width of its own.
    public static let noIntrinsicMetric: CGFloat = -1

    /// Where it is in the view around it.
    private var position = CGPoint.zero
    /// The view around it.
    public private(set) weak var superview: NSView?
    /// The views in it, from back to front.
    public private(set) var subviews: [NSView] = []
    /// Whether it is hidden, with what is in it.
    public var isHidden = false
    /// How much of it is seen, from 0 to 1.
    public var alphaValue: CGFloat = 1
    /// Whether what lies outside of it is not drawn.
    public var clipsToBounds = false
    /// Whether it draws through a layer.
    public var wantsLayer = false {
      didSet { layer = wantsLayer ? layer ?? CALayer() : nil }
    }
    /// What is drawn of it beside its contents; `nil` unless it draws through a layer.
    public private(set) var layer: CALayer?
    /// In which direction it is laid out.
    public var userInterfaceLayoutDirection = NSUserInterfaceLayoutDirection.leftToRight
    /// What recognizes gestures on it.
    public private(set) var gestureRecognizers: [NSGestureRecognizer] = []
    /// What it is to assistive technology.
    public let accessibility = AccessibilityRecord()
    /// How often it was said that its own size has changed.
    public private(set) var invalidatedCount = 0

    /// Whether its content begins at the top.
    open var isFlipped: Bool { false }

    /// The size that it has by what it shows.
    open var intrinsicContentSize: CGSize {
      CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// Has its own size be asked for again.
    open func invalidateIntrinsicContentSize() { invalidatedCount += 1 }

    /// It is in a window, or no longer.
    open func viewDidMoveToWindow() {}

    /// Does what a click does, for assistive technology.
    open func accessibilityPerformPress() -> Bool { false }

    /// Where it is in the view around it, and its size.
    public var frame: CGRect {
      get { CGRect(origin: position, size: bounds.size) }
      set {
        position = newValue.origin
        setFrameSize(newValue.size)
      }
    }

    /// Sets its size.
    open func setFrameSize(_ newSize: NSSize) { bounds.size = newSize }

    /// Puts a view in front of all others in it.
    public func addSubview(_ view: NSView) {
      addSubview(view, positioned: .above, relativeTo: nil)
    }

    /// Puts a view directly in front of one that is in it, or behind it; in front of all or behind all without one.
    public func addSubview(
      _ view: NSView, positioned place: NSWindow.OrderingMode, relativeTo sibling: NSView?
    ) {
      precondition(
        sibling.map { $0.superview === self && $0 !== view } ?? true,
        "the sibling is not in the view")
      view.removeFromSuperview()
      let index = sibling.flatMap { sibling in subviews.firstIndex { $0 === sibling } }
      switch place {
      case .above: subviews.insert(view, at: index.map { $0 + 1 } ?? subviews.count)
      case .below: subviews.insert(view, at: index ?? 0)
      }
      view.superview = self
    }

    /// Takes it out of the view around it. What is typed goes to no view in it any more.
    public func removeFromSuperview() {
      guard let superview else { return }
      endEditing()
      superview.subviews.removeAll { $0 === self }
      self.superview = nil
    }

    private func endEditing() {
      (self as? NSTextField)?.endEditingByHand()
      for view in subviews { view.endEditing() }
    }

    /// Whether a click on it arrives.
    public var takesClicks: Bool { !isHidden && superview?.takesClicks != false }

    /// Adds what recognizes gestures.
    public func addGestureRecognizer(_ recognizer: NSGestureRecognizer) {
      recognizer.view?.removeGestureRecognizer(recognizer)
      recognizer.view = self
      gestureRecognizers.append(recognizer)
    }

    /// Removes what recognizes gestures.
    public func removeGestureRecognizer(_ recognizer: NSGestureRecognizer) {
      recognizer.view = nil
      gestureRecognizers.removeAll { $0 === recognizer }
    }
  }

  /// A window.
  @MainActor public final class NSWindow: NSObject {
    /// Where a view is put.
    public enum OrderingMode: Int, Sendable {
      case above = 1
      case below = -1
    }

    /// The number of pixels per point.
    public var backingScaleFactor: CGFloat = 2
    /// The field that gets what is typed.
    weak var editedField: NSTextField?

    /// Makes a link of the display that shows it.
    public func displayLink(
      target: Any, selector: @escaping (CADisplayLink) -> Void
    ) -> CADisplayLink { CADisplayLink(target: target, selector: selector) }

    /// Takes what is typed from the view that gets it.
    @discardableResult
    public func makeFirstResponder(_ responder: NSView?) -> Bool {
      editedField?.endEditingByHand()
      return true
    }
  }

  /// What the user has set for all applications.
  @MainActor public final class NSWorkspace: NSObject {
    /// The one that there is.
    public static let shared = NSWorkspace()
    /// Whether the user does not want motion.
    public var accessibilityDisplayShouldReduceMotion = false
  }

  /// A name of a view.
  public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// A cell of a table view.
  open class NSTableCellView: NSView {
    /// Its text.
    public var textField: NSTextField?
  }

  /// The view behind the cells of a row.
  open class NSTableRowView: NSView {}

  // MARK: Dragging

  /// What is dragged, as data.
  @MainActor public final class NSPasteboard: NSObject {
    /// The type of what is dragged.
    public struct PasteboardType: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Makes a type.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Makes a type.
      public init(_ rawValue: String) { self.rawValue = rawValue }
    }
  }

  /// What can be written to a pasteboard.
  @MainActor public protocol NSPasteboardWriting: AnyObject {}

  /// An item of a pasteboard.
  @MainActor public final class NSPasteboardItem: NSObject, NSPasteboardWriting {
    private var strings: [NSPasteboard.PasteboardType: String] = [:]

    /// Sets a text.
    @discardableResult
    public func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
      strings[type] = string
      return true
    }
  }

  /// What a drop does.
  public struct NSDragOperation: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes an operation.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// What is dragged is moved.
    public static let move = NSDragOperation(rawValue: 16)
  }

  /// A drag, for where it begins.
  @MainActor public final class NSDraggingSession: NSObject {}

  /// A drag, for where it may end.
  @MainActor public protocol NSDraggingInfo: AnyObject {
    /// Where it began.
    var draggingSource: Any? { get }
  }

  /// A drag by the hand of a test.
  final class HandDrag: NSDraggingInfo {
    let session = NSDraggingSession()
    let draggingSource: Any?

    init(from source: Any?) { draggingSource = source }
  }

  /// Where a function may put an object. On Apple's systems, Swift itself has this type.
  @MainActor public struct AutoreleasingUnsafeMutablePointer<Pointee> {
    private let place: UnsafeMutablePointer<Pointee>

    init(_ place: UnsafeMutablePointer<Pointee>) { self.place = place }

    /// The object.
    public var pointee: Pointee {
      get { place.pointee }
      nonmutating set { place.pointee = newValue }
    }
  }
#endif
