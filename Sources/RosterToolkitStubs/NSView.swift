#if os(Linux)
  public import Foundation

  // What the shell of AppKit needs of it, for tests where there is no AppKit. The names are those of AppKit; nothing is drawn.

  /// A view, which may have a window.
  @MainActor open class NSView: NSObject {
    /// The window in which it is.
    public var window: NSWindow?
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

    /// Has it take drops of such types.
    open func registerForDraggedTypes(_ types: [NSPasteboard.PasteboardType]) {}
  }

  /// A window.
  @MainActor public final class NSWindow: NSObject {}

  /// A name of a view.
  public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// A text.
  public final class NSTextField: NSView {
    /// The text.
    public var stringValue = ""
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
#endif
