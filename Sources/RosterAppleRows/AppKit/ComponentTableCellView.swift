#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Foundation
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  public import RosterComponentLists
  public import RosterCore
  public import RosterEngine
  internal import RosterLayout

  extension ToolkitHost where View == NSView {
    /// Makes a host of views of AppKit.
    package static func appKit(fontSize: Double) -> ToolkitHost {
      ToolkitHost(AppKitViews(fontSize: fontSize))
    }
  }

  extension ComponentRows where View == NSView {
    /// Shows rows of a list with views of AppKit.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept. It is laid out when ``layOut(for:)`` is called, or as it is configured.
    ///   - fontSize: The size of the font, with which the environment of the list measures texts: see
    ///     ``SystemTextMeasurer``.
    ///   - onRefusal: Is called for an action, or an edit of a controller, that could not be queued.
    public convenience init<Model: Sendable, SectionModel: Sendable, Message: Sendable>(
      _ list: ComponentList<Model, SectionModel, Message>,
      fontSize: Double = SystemTextMeasurer.standardSize,
      onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)? = nil
    ) {
      self.init(list, onRefusal: onRefusal) { .appKit(fontSize: fontSize) }
    }

    /// Sets what loads the pictures that have an address, such as `https://example.org/a.jpg`. Call it before the first
    /// row is shown.
    ///
    /// A view asks once for each address that it comes to show, and shows no picture until it is there. What comes for
    /// a view that shows something else by then is dropped, and its task is cancelled, as it is when the view goes.
    ///
    /// - Parameter load: Returns the picture of an address, as it is to be drawn; `nil` if there is none. It is not
    ///   called on the main actor.
    public func setPictures(
      _ load: @escaping @Sendable (_ address: String) async -> sending NSImage?
    ) {
      setPictureLoader { await load($0) }
    }

    /// Has the list lay its rows out for the width of a view: call it when that is laid out. Nothing is done if the list is
    /// laid out so already.
    public func layOut(for view: NSView) {
      layOut(
        width: Double(view.bounds.width),
        pixelsPerPoint: Double(view.window?.backingScaleFactor ?? 1),
        direction: view.userInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight)
    }
  }

  /// A cell of a table view that shows a row of components, and is as high as that with `usesAutomaticRowHeights`.
  ///
  /// It tells controllers itself when it is on the screen.
  open class ComponentTableCellView: NSTableCellView, ComponentCell {
    /// What the cell shows.
    public var mountedRow: MountedRow<NSView>? {
      didSet { mountedRow?.setOnScreen(window != nil) }
    }

    /// A view that fills the cell.
    public var rowContainer: NSView { container ?? makeContainer() }
    private var container: NSView?

    private func makeContainer() -> NSView {
      let made = AppKitBox(frame: CGRect(origin: .zero, size: bounds.size))
      addSubview(made)
      container = made
      return made
    }

    /// Gives the view of the row the size of the cell.
    open override func setFrameSize(_ newSize: NSSize) {
      super.setFrameSize(newSize)
      container?.frame = CGRect(origin: .zero, size: newSize)
    }

    /// The height of the row. The column decides the width.
    open override var intrinsicContentSize: CGSize {
      let own = super.intrinsicContentSize
      return CGSize(
        width: own.width, height: mountedRow?.size.map { CGFloat($0.height) } ?? own.height)
    }

    /// Has the height be asked for again.
    public func rowSizeDidChange() { invalidateIntrinsicContentSize() }

    /// Tells controllers that the cell has come or gone.
    open override func viewDidMoveToWindow() {
      super.viewDidMoveToWindow()
      mountedRow?.setOnScreen(window != nil)
    }
  }

  /// A view in which a collection view of AppKit shows a header or footer of components. It is as high as what it shows.
  ///
  /// Like a cell of a table view, it tells controllers itself when it is on the screen.
  open class ComponentSupplementaryView: ComponentTableCellView, NSCollectionViewElement {
    /// Returns the place that a layout proposes, with the height of the row that the view shows; 0 if it shows none.
    public func preferredLayoutAttributesFitting(
      _ layoutAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutAttributes {
      guard let mountedRow,
        let attributes = layoutAttributes.copy() as? NSCollectionViewLayoutAttributes
      else { return layoutAttributes }
      attributes.size.height = CGFloat(mountedRow.size?.height ?? 0)
      return attributes
    }
  }
#endif
