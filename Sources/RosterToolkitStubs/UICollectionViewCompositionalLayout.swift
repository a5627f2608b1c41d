#if os(Linux)
  public import Foundation

  // What a layout of sections, groups and items is made of. Here it says only which headers and footers there are: the
  // cells stand below each other, as high as they say.

  /// How wide or high something is.
  public struct NSCollectionLayoutDimension: Hashable, Sendable {
    private enum Kind: Hashable {
      case fractionalWidth(CGFloat), estimated(CGFloat), absolute(CGFloat)
    }

    private let kind: Kind

    /// A part of the width around it.
    public static func fractionalWidth(_ part: CGFloat) -> Self {
      Self(kind: .fractionalWidth(part))
    }

    /// As much as it says itself, and until then a length.
    public static func estimated(_ length: CGFloat) -> Self { Self(kind: .estimated(length)) }

    /// A length.
    public static func absolute(_ length: CGFloat) -> Self { Self(kind: .absolute(length)) }
  }

  /// How large something is.
  @MainActor public final class NSCollectionLayoutSize: NSObject {
    /// The width or height.
    public let widthDimension, heightDimension: NSCollectionLayoutDimension

    /// Makes a size.
    public init(
      widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension
    ) {
      (self.widthDimension, self.heightDimension) = (widthDimension, heightDimension)
      super.init()
    }
  }

  /// What is placed.
  @MainActor open class NSCollectionLayoutItem: NSObject {
    /// How large it is.
    public let layoutSize: NSCollectionLayoutSize

    /// Makes an item.
    public init(layoutSize: NSCollectionLayoutSize) {
      self.layoutSize = layoutSize
      super.init()
    }
  }

  /// Items that belong together.
  @MainActor public final class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    /// Makes a group whose items stand below each other.
    public static func vertical(
      layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  }

  /// A header or footer.
  @MainActor
  public final class NSCollectionLayoutBoundarySupplementaryItem:
    NSCollectionLayoutItem
  {
    /// Its kind.
    public let elementKind: String

    /// Makes a header or footer.
    public init(
      layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
    ) {
      self.elementKind = elementKind
      super.init(layoutSize: layoutSize)
    }
  }

  /// An edge of a section.
  public enum NSRectAlignment: Int, Sendable {
    case top = 1
    case bottom = 5
  }

  /// A section.
  @MainActor public final class NSCollectionLayoutSection: NSObject {
    /// The headers and footers.
    public var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []

    /// Makes a section.
    public init(group: NSCollectionLayoutGroup) { super.init() }
  }

  /// A layout of sections.
  public final class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    let section: NSCollectionLayoutSection

    /// Makes a layout whose sections are alike.
    public init(section: NSCollectionLayoutSection) {
      self.section = section
      super.init()
    }
  }
#endif
