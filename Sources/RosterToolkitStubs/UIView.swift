#if os(Linux)
  public import Foundation
  internal import RosterToolkitModels

  // What shells of UIKit need of it, for tests where there is no UIKit. The names are those of UIKit, the rules those of
  // `CollectionViewModel`; nothing is drawn.

  /// What events of touches and keys go to.
  @MainActor open class UIResponder: NSObject {
    /// Whether it gets what is typed.
    public var isFirstResponder: Bool { false }

    /// Takes what is typed, if it can.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Takes what is typed no longer.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }
  }

  /// A view, which may have a window.
  @MainActor open class UIView: UIResponder {
    /// Whether what changes is animated.
    public private(set) static var areAnimationsEnabled = true

    /// The window in which it is.
    public var window: UIWindow? {
      get { ownWindow ?? superview?.window }
      set { ownWindow = newValue }
    }
    private var ownWindow: UIWindow?
    /// Its size, and what is seen of it.
    open var bounds: CGRect

    /// Makes a view.
    public required init(frame: CGRect) {
      bounds = CGRect(origin: .zero, size: frame.size)
      super.init()
    }

    /// The size that it has by what it shows.
    open var intrinsicContentSize: CGSize { .zero }

    /// Changes views without animations.
    public static func performWithoutAnimation(_ actions: () -> Void) {
      let wereEnabled = areAnimationsEnabled
      areAnimationsEnabled = false
      actions()
      areAnimationsEnabled = wereEnabled
    }

    /// Lays it out, if that is needed.
    open func layoutIfNeeded() {}

    // MARK: Views in it

    /// Where it is in the view around it.
    private var position = CGPoint.zero
    /// The view around it.
    public private(set) weak var superview: UIView?
    /// The views in it, from back to front.
    public private(set) var subviews: [UIView] = []
    /// Whether it is hidden, with what is in it.
    public var isHidden = false
    /// Whether it may be touched, and what is in it.
    public var isUserInteractionEnabled = true
    /// Whether what lies outside of it is not drawn.
    public var clipsToBounds = false
    /// The colour behind it.
    public var backgroundColor: UIColor?
    /// What is drawn of it beside its contents.
    public let layer = CALayer()
    /// In which direction it is laid out.
    public var semanticContentAttribute = UISemanticContentAttribute.unspecified
    /// The screen that it is on.
    public var traitCollection = UITraitCollection()
    /// What it is to assistive technology.
    let accessibility = AccessibilityRecord()
    /// What recognizes gestures on it.
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?

    /// Makes a view without a size.
    public override convenience init() { self.init(frame: .zero) }

    /// Where it is in the view around it, and its size.
    public var frame: CGRect {
      get { CGRect(origin: position, size: bounds.size) }
      set {
        position = newValue.origin
        bounds.size = newValue.size
      }
    }

    /// The middle of where it is in the view around it.
    public var center: CGPoint {
      get { CGPoint(x: position.x + bounds.width / 2, y: position.y + bounds.height / 2) }
      set {
        position = CGPoint(x: newValue.x - bounds.width / 2, y: newValue.y - bounds.height / 2)
      }
    }
    /// How much of it is seen, from 0 to 1.
    public var alpha: CGFloat = 1
    /// How it is drawn about its centre.
    public var transform = CGAffineTransform.identity

    /// In which direction text and rows go in it.
    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
      semanticContentAttribute == .forceRightToLeft ? .rightToLeft : .leftToRight
    }

    /// Puts a view in front of all others in it.
    public func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Puts a view in it, behind those with the same or a higher index.
    public func insertSubview(_ view: UIView, at index: Int) {
      view.removeFromSuperview()
      subviews.insert(view, at: min(index, subviews.count))
      view.superview = self
    }

    /// Puts a view in front of one that is in it.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
      precondition(sibling.superview === self && sibling !== view, "the sibling is not in the view")
      view.removeFromSuperview()
      guard let index = subviews.firstIndex(where: { $0 === sibling }) else { return }
      insertSubview(view, at: index + 1)
    }

    /// Takes it out of the view around it. What is typed goes to no view in it any more.
    public func removeFromSuperview() {
      guard let superview else { return }
      endEditing(true)
      superview.subviews.removeAll { $0 === self }
      self.superview = nil
    }

    /// Whether it is a view, or in it.
    public func isDescendant(of view: UIView) -> Bool {
      self === view || superview?.isDescendant(of: view) == true
    }

    /// Has no view in it get what is typed.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
      if isFirstResponder { resignFirstResponder() }
      for view in subviews { view.endEditing(force) }
      return true
    }

    /// Whether a touch of it arrives.
    public var takesTouches: Bool {
      isUserInteractionEnabled && !isHidden && superview?.takesTouches != false
    }

    /// Adds what recognizes gestures.
    public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
      recognizer.view?.removeGestureRecognizer(recognizer)
      recognizer.view = self
      gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
    }

    /// Removes what recognizes gestures.
    public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
      recognizer.view = nil
      gestureRecognizers?.removeAll { $0 === recognizer }
    }

    /// Returns the size that constraints give it, or a cell that sizes itself.
    open func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
      verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize { intrinsicContentSize }

    /// Does what a double tap does while a screen is read aloud.
    open func accessibilityActivate() -> Bool { false }
  }

  /// Distances from the edges of a view.
  public struct UIEdgeInsets: Hashable, Sendable {
    /// The distance from an edge.
    public var top, left, bottom, right: CGFloat

    /// Makes distances.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// No distances.
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
  }

  /// What is told of a view that scrolls.
  @MainActor public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
  }

  /// A view of which a part is seen.
  open class UIScrollView: UIView {
    /// When safe areas count as what bars cover.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
      case automatic, never = 2
    }

    /// When safe areas count as what bars cover. There are none here.
    public var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    /// What bars cover.
    public var adjustedContentInset = UIEdgeInsets.zero
    /// Whether the user touches it to scroll.
    public var isTracking = false
    /// Whether it moves on, when the user no longer touches it.
    public var isDecelerating = false
    /// Where the part begins.
    open var contentOffset: CGPoint = .zero {
      didSet { if contentOffset != oldValue { delegate?.scrollViewDidScroll(self) } }
    }
    /// The size of the whole.
    open var contentSize: CGSize = .zero
    /// Whether the content goes on a little behind its ends.
    public var bounces = true
    /// Whether it shows how far it is scrolled.
    public var showsHorizontalScrollIndicator = true, showsVerticalScrollIndicator = true
    /// What is told that it scrolls.
    public weak var delegate: (any UIScrollViewDelegate)?
  }

  /// A window.
  public final class UIWindow: UIView {}

  /// A header or footer of a section.
  open class UICollectionReusableView: UIView {
    /// Returns where a layout places it, with the size that it wants to have.
    open func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      layoutAttributes.size.height = intrinsicContentSize.height
      return layoutAttributes
    }
  }

  /// A cell of a collection view.
  open class UICollectionViewCell: UICollectionReusableView {
    /// What it shows.
    public private(set) lazy var contentView: UIView = makeContentView()
  }

  /// A cell of a table view.
  open class UITableViewCell: UIView {
    /// What it shows.
    public private(set) lazy var contentView: UIView = makeContentView()
  }

  extension UIView {
    fileprivate func makeContentView() -> UIView {
      let view = UIView(frame: bounds)
      addSubview(view)
      return view
    }
  }

  /// The header or footer of a section of a table view.
  open class UITableViewHeaderFooterView: UIView {
    /// The text.
    public private(set) lazy var textLabel: UILabel? = UILabel(frame: .zero)
    /// What it shows beside the text.
    public private(set) lazy var contentView: UIView = makeContentView()
  }

  /// Where a collection view places its cells.
  @MainActor open class UICollectionViewLayout: NSObject {
    /// What it places.
    public internal(set) weak var collectionView: UICollectionView?

    /// Makes a layout.
    public override init() { super.init() }

    /// Has it place everything anew.
    open func invalidateLayout() { collectionView?.model.invalidateLayout() }

    /// The class of what it takes for ``invalidateLayout(with:)``.
    open class var invalidationContextClass: AnyClass {
      UICollectionViewLayoutInvalidationContext.self
    }

    /// Has it place anew what is named.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      precondition(
        ObjectIdentifier(type(of: context)) == ObjectIdentifier(Self.invalidationContextClass),
        "a layout takes contexts of its own class")
      for (kind, paths) in context.invalidatedSupplementaryIndexPaths ?? [:] {
        collectionView?.invalidateSupplements(kind, at: paths)
      }
    }
  }

  /// What a layout is to place anew.
  @MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {
    /// The headers and footers, by their kind.
    public private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?

    /// Makes a context.
    public required override init() { super.init() }

    /// Names headers or footers.
    open func invalidateSupplementaryElements(ofKind kind: String, at paths: [IndexPath]) {
      invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
        [kind: paths], uniquingKeysWith: +)
    }
  }

  /// What a layout that places cells one after the other is to place anew.
  public final class UICollectionViewFlowLayoutInvalidationContext:
    UICollectionViewLayoutInvalidationContext
  {}

  /// A layout that places cells one after the other. Here it says nothing: the cells stand below each other.
  open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of a cell.
    public var itemSize = CGSize(width: 50, height: 50)
    /// The least distance between lines.
    public var minimumLineSpacing: CGFloat = 10
    /// The least distance between cells of a line.
    public var minimumInteritemSpacing: CGFloat = 10

    open override class var invalidationContextClass: AnyClass {
      UICollectionViewFlowLayoutInvalidationContext.self
    }
  }

  /// Where a layout has placed something.
  public final class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    /// The place.
    public var frame: CGRect

    init(frame: CGRect) {
      self.frame = frame
      super.init()
    }

    /// The size.
    public var size: CGSize {
      get { frame.size }
      set { frame.size = newValue }
    }

    /// Returns a copy.
    public func copy(with zone: NSZone?) -> Any {
      UICollectionViewLayoutAttributes(frame: frame)
    }
  }

  extension IndexPath {
    /// Makes the path of an item.
    public init(item: Int, section: Int) { self = [section, item] }

    /// Makes the path of a row.
    public init(row: Int, section: Int) { self = [section, row] }

    /// The section.
    public var section: Int { self[0] }
    /// The item in its section.
    public var item: Int { self[1] }
    /// The row in its section.
    public var row: Int { self[1] }
  }
#endif
