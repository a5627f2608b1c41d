#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  internal import RosterCore

  /// A collection view, as a source of rows tells it.
  @MainActor
  final class CollectionViewShell<Model: Sendable, SectionModel: Sendable>:
    ScrollViewShell
  {
    private(set) weak var view: UICollectionView?
    /// The data source, beside which the view may get another one.
    weak var source: CollectionViewSource<Model, SectionModel>?
    /// What has a header or footer show a section again, by their kind.
    var showSupplement: [String: (UICollectionReusableView, Int) -> Void] = [:]
    /// The number of updates that animate.
    var animatingCount = 0

    init(_ view: UICollectionView) { self.view = view }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView else { return }
      let endAnimating = beginAnimating()
      keepSelection(updates.takesCell) {
        view.performBatchUpdates(
          {
            swap()
            view.deleteSections(IndexSet(updates.deletedSections))
            view.insertSections(IndexSet(updates.insertedSections))
            view.deleteItems(at: updates.deletedItems.map(IndexPath.init))
            view.insertItems(at: updates.insertedItems.map(IndexPath.init))
            for move in updates.movedItems {
              view.moveItem(at: IndexPath(move.source), to: IndexPath(move.target))
            }
          },
          completion: { _ in endAnimating() })
      }
    }

    func showAgain(_ updates: ViewUpdates) {
      guard let view = ownView else { return }
      let items = updates.updatedItems
      // The view asks for the same cells, also for those that it has prepared and does not show yet.
      if !items.isEmpty { view.reconfigureItems(at: items.map(IndexPath.init)) }
      let paths = updates.updatedSections.map { IndexPath(item: 0, section: $0) }
      for (kind, show) in showSupplement {
        // What is not on the screen is measured when it comes.
        let shown = paths.compactMap { path in
          view.supplementaryView(forElementKind: kind, at: path).map { (path, $0) }
        }
        if shown.isEmpty { continue }
        for (path, supplement) in shown { show(supplement, path.section) }
        measureAgain(kind, at: shown.map(\.0), in: view.collectionViewLayout)
      }
    }

    /// Has the layout ask headers or footers again for their size.
    private func measureAgain(
      _ kind: String, at paths: [IndexPath], in layout: UICollectionViewLayout
    ) {
      // A layout takes contexts of its own class only.
      let contextType: AnyClass = type(of: layout).invalidationContextClass
      guard let contextType = contextType as? UICollectionViewLayoutInvalidationContext.Type else {
        return
      }
      let context = contextType.init()
      context.invalidateSupplementaryElements(ofKind: kind, at: paths)
      layout.invalidateLayout(with: context)
    }

    // MARK: ScrollViewShell

    var rows: ListViewSource<Model, SectionModel>? { source?.rows }

    var selectedPaths: Set<ItemPath> {
      Set((ownView?.indexPathsForSelectedItems ?? []).map(ItemPath.init))
    }

    func setSelected(_ isSelected: Bool, at path: ItemPath) {
      let path = IndexPath(path)
      if isSelected {
        ownView?.selectItem(at: path, animated: false, scrollPosition: [])
      } else {
        ownView?.deselectItem(at: path, animated: false)
      }
    }

    var visibleItems: [ItemPath] {
      (ownView?.indexPathsForVisibleItems ?? []).map(ItemPath.init).sorted()
    }

    func frame(of path: ItemPath) -> CGRect? {
      ownView?.layoutAttributesForItem(at: IndexPath(path))?.frame
    }
  }

  extension UICollectionView: BatchedView {
    var askedSource: AnyObject? { dataSource }

    var hasWindow: Bool { window != nil }

    var isAheadOfSource: Bool { hasUncommittedUpdates }

    func loadCounts() {
      if numberOfSections > 0 { _ = numberOfItems(inSection: 0) }
    }
  }
#endif
