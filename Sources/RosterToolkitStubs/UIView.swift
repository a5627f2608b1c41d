#if os(Linux)
  public import Foundation
  internal import RosterToolkitModels

  // What shells of UIKit need of it, for tests where there is no UIKit. The names are those of UIKit, the rules those of
  // `CollectionViewModel`; nothing is drawn.

  /// A view, which may have a window.
  @MainActor open class UIView: NSObject {
    /// Whether what changes is animated.
    public private(set) static var areAnimationsEnabled = true

    /// The window in which it is.
    public var window: UIWindow?
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
    open var contentOffset: CGPoint = .zero
    /// The size of the whole.
    open var contentSize: CGSize { .zero }
  }

  /// A window.
  public final class UIWindow: UIView {}

  /// A header or footer of a section.
  open class UICollectionReusableView: UIView {}

  /// A cell of a collection view.
  open class UICollectionViewCell: UICollectionReusableView {}

  /// A cell of a table view.
  open class UITableViewCell: UIView {}

  /// A text.
  public final class UILabel: UIView {
    /// The text.
    public var text: String?
  }

  /// The header of a section of a table view.
  public final class UITableViewHeaderFooterView: UIView {
    /// The text.
    public private(set) lazy var textLabel: UILabel? = UILabel(frame: .zero)
  }

  /// Where a collection view places its cells.
  @MainActor open class UICollectionViewLayout: NSObject {
    /// What it places.
    public internal(set) weak var collectionView: UICollectionView?

    /// Makes a layout.
    public override init() { super.init() }

    /// Has it place everything anew.
    open func invalidateLayout() { collectionView?.model.invalidateLayout() }
  }

  /// A layout that places cells one after the other. Here it says nothing: the cells stand below each other.
  public final class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of a cell.
    public var itemSize = CGSize(width: 50, height: 50)
    /// The least distance between lines.
    public var minimumLineSpacing: CGFloat = 10
    /// The least distance between cells of a line.
    public var minimumInteritemSpacing: CGFloat = 10
  }

  /// Where a layout has placed something.
  public final class UICollectionViewLayoutAttributes: NSObject {
    /// The place.
    public let frame: CGRect

    init(frame: CGRect) {
      self.frame = frame
      super.init()
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
