#if os(Linux)
  public import Foundation

  /// A view of which a scroll view shows a part.
  @MainActor protocol ScrolledDocument: NSView {
    /// Where the part begins.
    var scrolledOffset: Double { get set }
    /// How long it is.
    var scrolledLength: Double { get set }
  }

  /// A view that shows a part of another one.
  @MainActor public final class NSScrollView: NSView {
    /// What is shown in part.
    public var documentView: NSView? {
      didSet {
        oldValue?.removeFromSuperview()
        if let documentView { contentView.addSubview(documentView) }
        documentView?.enclosingScrollView = self
        contentView.documentView = documentView as? any ScrolledDocument
      }
    }
    /// The part.
    public let contentView: NSClipView
    /// What bars cover.
    public var contentInsets = NSEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    /// Whether it shows how far it is scrolled.
    public var hasVerticalScroller = false
    /// How often a program has told it that the part has moved.
    public private(set) var reflectedCount = 0

    /// Makes a view.
    public required init(frame: CGRect) {
      contentView = NSClipView(frame: frame)
      super.init(frame: frame)
      addSubview(contentView)
    }

    /// Sets its size; what it shows gets its width.
    public override func setFrameSize(_ newSize: NSSize) {
      super.setFrameSize(newSize)
      contentView.setFrameSize(newSize)
      guard let documentView else { return }
      documentView.setFrameSize(NSSize(width: newSize.width, height: documentView.bounds.height))
      contentView.documentView?.scrolledLength = Double(newSize.height)
    }

    public override func layoutSubtreeIfNeeded() { documentView?.layoutSubtreeIfNeeded() }

    /// Has the scrollers show where the part is.
    public func reflectScrolledClipView(_ clipView: NSClipView) { reflectedCount += 1 }
  }

  /// A part of a view.
  @MainActor public final class NSClipView: NSView {
    weak var documentView: (any ScrolledDocument)? {
      didSet { documentView?.scrolledLength = Double(super.bounds.height) }
    }

    public override var bounds: CGRect {
      get {
        CGRect(
          origin: NSPoint(x: 0, y: documentView?.scrolledOffset ?? 0), size: super.bounds.size)
      }
      set { super.bounds = newValue }
    }

    /// Begins the part somewhere else.
    public func scroll(to newOrigin: NSPoint) { documentView?.scrolledOffset = Double(newOrigin.y) }
  }

  /// How changes are animated.
  @MainActor public final class NSAnimationContext: NSObject {
    private static var contexts: [NSAnimationContext] = []

    /// Whether changes take no time now.
    static var isWithoutAnimation: Bool { contexts.last?.duration == 0 }

    /// How long changes take.
    public var duration = 0.25

    /// Makes changes, which are animated as the closure says.
    public static func runAnimationGroup(_ changes: (NSAnimationContext) -> Void) {
      let context = NSAnimationContext()
      contexts.append(context)
      changes(context)
      contexts.removeLast()
    }
  }
#endif
