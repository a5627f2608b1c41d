#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterCore

  /// A collection view of AppKit, as a source of rows tells it.
  @MainActor
  final class CollectionViewItemShell<Model: Sendable, SectionModel: Sendable>:
    BatchedViewShell, ScrolledViewShell
  {
    private(set) weak var view: NSCollectionView?
    /// The data source, beside which the view may get another one.
    weak var source: CollectionViewItemSource<Model, SectionModel>?
    var showItem: (NSCollectionViewItem, ListRow<Model>) -> Void = { _, _ in }
    /// What has a header or footer show a section again, by their kind.
    var showSupplement: [NSCollectionView.SupplementaryElementKind: (NSView, Int) -> Void] = [:]
    /// The items that the view has made, also those that it has prepared and does not show yet.
    private var made = WeakObjects<ObjectIdentifier, NSCollectionViewItem>()
    /// Whether the last update has moved items.
    private var hasMoved = false
    /// The number of updates that animate.
    var animatingCount = 0
    /// What the user drags.
    var drag = ItemDrag()

    init(_ view: NSCollectionView) { self.view = view }

    func noteMade(_ item: NSCollectionViewItem) { made[ObjectIdentifier(item)] = item }

    // MARK: ListView

    var isBusy: Bool { isAnimating || (ownView != nil && drag.isActive) }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView else { return }
      let endAnimating = beginAnimating()
      hasMoved = !updates.movedItems.isEmpty
      keepSelection(updates.takesCell) {
        // Without its animator, a view shows an update at once.
        view.animator().performBatchUpdates(
          {
            swap()
            view.deleteSections(IndexSet(updates.deletedSections))
            view.insertSections(IndexSet(updates.insertedSections))
            view.deleteItems(at: Set(updates.deletedItems.map(IndexPath.init)))
            view.insertItems(at: Set(updates.insertedItems.map(IndexPath.init)))
            for move in updates.movedItems {
              view.moveItem(at: IndexPath(move.source), to: IndexPath(move.target))
            }
          },
          completionHandler: { _ in endAnimating() })
      }
    }

    func showAgain(_ updates: ViewUpdates) {
      guard let view = ownView, let rows else { return }
      let updated = Set(updates.updatedItems)
      if hasMoved || !updated.isEmpty {
        for item in made.all {
          guard let path = view.indexPath(for: item).map(ItemPath.init),
            hasMoved || updated.contains(path), let row = rows.row(at: path)
          else { continue }
          showItem(item, row)
        }
        hasMoved = false
      }
      let paths = updates.updatedSections.map { IndexPath(item: 0, section: $0) }
      for (kind, show) in showSupplement {
        // What is not on the screen is measured when it comes.
        let shown = paths.compactMap { path in
          view.supplementaryView(forElementKind: kind, at: path).map { (path, $0) }
        }
        if shown.isEmpty { continue }
        for (path, supplement) in shown { show(supplement, path.section) }
        if let layout = view.collectionViewLayout {
          measureAgain(kind, at: shown.map(\.0), in: layout)
        }
      }
    }

    /// Has the layout ask headers or footers again for their size.
    private func measureAgain(
      _ kind: NSCollectionView.SupplementaryElementKind, at paths: [IndexPath],
      in layout: NSCollectionViewLayout
    ) {
      // A layout takes contexts of its own class only.
      let contextType: AnyClass = type(of: layout).invalidationContextClass
      guard let contextType = contextType as? NSCollectionViewLayoutInvalidationContext.Type else {
        return
      }
      let context = contextType.init()
      context.invalidateSupplementaryElements(ofKind: kind, at: Set(paths))
      layout.invalidateLayout(with: context)
    }

    // MARK: ScrolledViewShell

    var documentView: NSView? { ownView }

    var visibleItems: [ItemPath] {
      (ownView?.indexPathsForVisibleItems() ?? []).map(ItemPath.init).sorted()
    }

    func span(of path: ItemPath) -> (start: Double, end: Double)? {
      ownView?.layoutAttributesForItem(at: IndexPath(path)).map {
        (Double($0.frame.minY), Double($0.frame.maxY))
      }
    }

    // MARK: SelectingView

    var rows: ListViewSource<Model, SectionModel>? { source?.rows }

    var selectedPaths: Set<ItemPath> {
      Set((ownView?.selectionIndexPaths ?? []).map(ItemPath.init))
    }

    func setSelected(_ isSelected: Bool, at path: ItemPath) {
      if isSelected {
        ownView?.selectItems(at: [IndexPath(path)], scrollPosition: [])
      } else {
        ownView?.deselectItems(at: [IndexPath(path)])
      }
    }
  }

  extension NSCollectionView: BatchedView {
    var askedSource: AnyObject? { dataSource }

    var hasWindow: Bool { window != nil }

    // A drop is shown when the list has taken it.
    var isAheadOfSource: Bool { false }

    func loadCounts() {
      if numberOfSections > 0 { _ = numberOfItems(inSection: 0) }
    }
  }
#endif
