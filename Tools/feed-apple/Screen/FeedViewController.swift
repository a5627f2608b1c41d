#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  public import Foundation
  public import UIKit
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  internal import Roster
  public import RosterApple
  internal import RosterAppleRows
  internal import RosterComponentLists
  public import RosterFeed

  /// The feed on a screen of UIKit: a collection view of components, under a header with a field for a new post. Texts have the
  /// size that the user has chosen for all applications.
  public final class FeedViewController: UIViewController, UICollectionViewDelegate {
    /// The feed that it shows.
    public let feed: Feed
    /// Shows the rows.
    public let collectionView: UICollectionView
    /// Tells the view of each batch of the list.
    public let source: CollectionViewSource<Post, FeedSection>
    /// What a row or the header has asked for in vain, last.
    public private(set) var failure: (any Error)?

    private let rows: ComponentRows<UIView>
    private var answering: Task<Void, Never>?

    /// Opens the feed in a file.
    ///
    /// - Throws: `StorageError`.
    public init(path: String) throws {
      let fontSize = FeedViewController.fontSize
      feed = try Feed(inWindow: path, fontSize: fontSize)
      let rows = ComponentRows<UIView>(feed.list, fontSize: fontSize)
      self.rows = rows
      collectionView = UICollectionView(
        frame: .zero, collectionViewLayout: FeedViewController.layout)
      source = try CollectionViewSource(feed.list, in: collectionView) {
        (cell: ComponentCollectionViewCell, row) in
        rows.show(.item(row.id), in: cell)
      }
      source.setHeaders(in: collectionView) { (header: ComponentCollectionReusableView, section) in
        rows.show(.header(of: section.id), in: header)
      }
      super.init(nibName: nil, bundle: nil)
      collectionView.delegate = self
      answering = feed.answering { [weak self] in self?.failure = $0 }
      // The list lays its rows out anew in the background, and the first visible one stays where it is.
      registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
        (controller: FeedViewController, _: UITraitCollection) in
        controller.rows.setFontSize(FeedViewController.fontSize)
      }
    }

    /// A screen of the feed is not archived.
    public required init?(coder: NSCoder) { nil }

    deinit { answering?.cancel() }

    private static var fontSize: Double {
      Double(UIFont.preferredFont(forTextStyle: .body).pointSize)
    }

    /// Rows and the header are as wide as the view, and as high as they say themselves.
    private static var layout: UICollectionViewLayout {
      let size = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1), heightDimension: .estimated(100))
      let section = NSCollectionLayoutSection(
        group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
      section.boundarySupplementaryItems = [
        NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: size, elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
      ]
      return UICollectionViewCompositionalLayout(section: section)
    }

    /// The collection view is the view.
    public override func loadView() { view = collectionView }

    /// Has the list lay its rows out for the width of the view.
    public override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      rows.layOut(for: collectionView)
    }

    // MARK: UICollectionViewDelegate

    /// A cell comes to the screen.
    public func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { rows.willDisplay(cell) }

    /// A cell has left the screen.
    public func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { rows.didEndDisplaying(cell) }

    /// The header comes to the screen.
    public func collectionView(
      _ collectionView: UICollectionView,
      willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) { rows.willDisplay(view) }

    /// The header has left the screen.
    public func collectionView(
      _ collectionView: UICollectionView,
      didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) { rows.didEndDisplaying(view) }
  }
#endif
