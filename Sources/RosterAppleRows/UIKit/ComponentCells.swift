#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  public import Foundation
  public import UIKit
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  public import RosterComponentLists
  public import RosterCore
  public import RosterEngine
  internal import RosterLayout

  extension ToolkitHost where View == UIView {
    /// Makes a host of views of UIKit.
    package static func uiKit(fontSize: Double) -> ToolkitHost {
      ToolkitHost(UIKitViews(fontSize: fontSize))
    }
  }

  extension ComponentRows where View == UIView {
    /// Shows rows of a list with views of UIKit.
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
      self.init(list, onRefusal: onRefusal) { .uiKit(fontSize: fontSize) }
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
      _ load: @escaping @Sendable (_ address: String) async -> sending UIImage?
    ) {
      setPictureLoader { await load($0) }
    }

    /// Has the list lay its rows out for the width of a view: call it in `viewDidLayoutSubviews`. Nothing is done if it is
    /// laid out so already.
    public func layOut(for view: UIView) {
      layOut(
        width: Double(view.bounds.width),
        pixelsPerPoint: Double(view.traitCollection.displayScale),
        direction: view.effectiveUserInterfaceLayoutDirection == .rightToLeft
          ? .rightToLeft : .leftToRight)
    }
  }

  /// A cell of a collection view that shows a row of components, and is as high as that.
  open class ComponentCollectionViewCell: UICollectionViewCell, ComponentCell {
    /// What the cell shows.
    public var mountedRow: MountedRow<UIView>?

    /// The content view.
    public var rowContainer: UIView { contentView }

    /// Returns the place that a layout proposes, with the height of the row.
    open override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      guard let size = mountedRow?.size,
        let attributes = layoutAttributes.copy() as? UICollectionViewLayoutAttributes
      else { return super.preferredLayoutAttributesFitting(layoutAttributes) }
      attributes.size.height = CGFloat(size.height)
      return attributes
    }
  }

  /// A view in which a collection view shows a header or footer of components. It is as high as what it shows.
  open class ComponentCollectionReusableView: UICollectionReusableView, ComponentCell {
    /// What it shows.
    public var mountedRow: MountedRow<UIView>?

    /// A view that is as large as what the header or footer shows.
    public var rowContainer: UIView { container ?? makeContainer() }
    private var container: UIView?

    private func makeContainer() -> UIView {
      let made = UIView(frame: bounds)
      addSubview(made)
      container = made
      return made
    }

    /// Returns the place that a layout proposes, with the height of the row that the view shows; 0 if it shows none.
    open override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      guard let mountedRow,
        let attributes = layoutAttributes.copy() as? UICollectionViewLayoutAttributes
      else { return super.preferredLayoutAttributesFitting(layoutAttributes) }
      attributes.size.height = CGFloat(mountedRow.size?.height ?? 0)
      return attributes
    }

    /// Makes the view of the row as large as that: what is outside of it would take no touches.
    public func rowSizeDidChange() {
      let size = mountedRow?.size ?? Size(width: 0, height: 0)
      container?.frame.size = CGSize(width: size.width, height: size.height)
    }
  }

  /// A cell of a table view that shows a row of components, and is as large as that.
  open class ComponentTableViewCell: UITableViewCell, ComponentCell {
    /// What the cell shows.
    public var mountedRow: MountedRow<UIView>?

    /// The content view.
    public var rowContainer: UIView { contentView }

    /// Returns the size of the row.
    open override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
      verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
      mountedRow?.size.map { CGSize(width: $0.width, height: $0.height) }
        ?? super.systemLayoutSizeFitting(
          targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
    }
  }

  /// A view in which a table view shows a header or footer of components. It is as large as what it shows.
  open class ComponentTableHeaderFooterView: UITableViewHeaderFooterView, ComponentCell {
    /// What it shows.
    public var mountedRow: MountedRow<UIView>?

    /// The content view.
    public var rowContainer: UIView { contentView }

    /// Returns the size of what it shows, whose height is 0 if that is nothing.
    open override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
      verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
      guard let mountedRow else {
        return super.systemLayoutSizeFitting(
          targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
      }
      guard let size = mountedRow.size else { return CGSize(width: targetSize.width, height: 0) }
      return CGSize(width: size.width, height: size.height)
    }
  }
#endif
