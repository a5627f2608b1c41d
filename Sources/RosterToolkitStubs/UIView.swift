#if os(Linux)
  public import Foundation

  // What shells of UIKit need of it, for tests where there is no UIKit. The names are those of UIKit, the rules those of
  // `CollectionViewModel`; nothing is drawn.

  /// A view, which may have a window.
  @MainActor open class UIView: NSObject {
    /// The window in which it is.
    public var window: UIWindow?

    /// Makes a view.
    public required init(frame: CGRect) { super.init() }

    /// Lays it out, if that is needed.
    open func layoutIfNeeded() {}
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
  public final class UICollectionViewLayout {
    /// Makes a layout.
    public init() {}
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
