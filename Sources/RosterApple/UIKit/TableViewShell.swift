#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  internal import RosterCore

  /// A table view, as a source of rows tells it.
  @MainActor
  final class TableViewShell<Model: Sendable, SectionModel: Sendable>:
    ScrollViewShell
  {
    private(set) weak var view: UITableView?
    private let hasTitles: Bool
    /// What has a header or footer view show a section again.
    var showSupplement: [SupplementKind: (UIView, Int) -> Void] = [:]
    /// The data source, beside which the view may get another one.
    weak var source: TableViewSource<Model, SectionModel>?
    /// The number of updates that animate.
    var animatingCount = 0

    init(_ view: UITableView, hasTitles: Bool) { (self.view, self.hasTitles) = (view, hasTitles) }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView else { return }
      // Rows that are moved while sections come or go are reported not to be shown well.
      let changesSections = !updates.deletedSections.isEmpty || !updates.insertedSections.isEmpty
      let updates = changesSections ? updates.withoutMoves : updates
      performUpdates(view, updates.takesCell) {
        swap()
        view.deleteSections(IndexSet(updates.deletedSections), with: .automatic)
        view.insertSections(IndexSet(updates.insertedSections), with: .automatic)
        view.deleteRows(at: updates.deletedItems.map(IndexPath.init), with: .automatic)
        view.insertRows(at: updates.insertedItems.map(IndexPath.init), with: .automatic)
        for move in updates.movedItems {
          view.moveRow(at: IndexPath(move.source), to: IndexPath(move.target))
        }
      }
    }

    private func performUpdates(
      _ view: UITableView, _ isTaken: (ItemPath) -> Bool = { _ in true },
      _ updates: @escaping () -> Void
    ) {
      let endAnimating = beginAnimating()
      keepSelection(isTaken) {
        view.performBatchUpdates(updates, completion: { _ in endAnimating() })
      }
    }

    func showAgain(_ updates: ViewUpdates) {
      guard let view = ownView else { return }
      let (items, sections) = (updates.updatedItems, updates.updatedSections)
      // The view asks for the same cells, also for those that it has prepared and does not show yet.
      if !items.isEmpty { view.reconfigureRows(at: items.map(IndexPath.init)) }
      guard !sections.isEmpty else { return }
      for section in sections {
        if let shown = view.headerView(forSection: section) {
          showSupplement[.header]?(shown, section)
        }
        if let shown = view.footerView(forSection: section) {
          showSupplement[.footer]?(shown, section)
        }
      }
      guard hasTitles, showSupplement[.header] == nil else {
        // At the end of an update the view asks for their heights.
        if !showSupplement.isEmpty { performUpdates(view) {} }
        return
      }
      // A title that becomes longer, comes or goes changes the height of its header. A view cannot reload an empty section.
      if sections.contains(where: { view.numberOfRows(inSection: $0) == 0 }) {
        reload {}
      } else {
        performUpdates(view) { view.reloadSections(IndexSet(sections), with: .none) }
      }
    }

    // MARK: ScrollViewShell

    var rows: ListViewSource<Model, SectionModel>? { source?.rows }

    var selectedPaths: Set<ItemPath> {
      Set((ownView?.indexPathsForSelectedRows ?? []).map(ItemPath.init))
    }

    func setSelected(_ isSelected: Bool, at path: ItemPath) {
      let path = IndexPath(path)
      if isSelected {
        ownView?.selectRow(at: path, animated: false, scrollPosition: .none)
      } else {
        ownView?.deselectRow(at: path, animated: false)
      }
    }

    var visibleItems: [ItemPath] {
      (ownView?.indexPathsForVisibleRows ?? []).map(ItemPath.init).sorted()
    }

    func frame(of path: ItemPath) -> CGRect? {
      // A view answers for a row that does not exist as well.
      guard let rows, path.section < rows.sectionCount,
        path.item < rows.itemCount(inSection: path.section)
      else { return nil }
      return ownView?.rectForRow(at: IndexPath(path))
    }
  }

  extension UITableView: BatchedView {
    var askedSource: AnyObject? { dataSource }

    var hasWindow: Bool { window != nil }

    var isAheadOfSource: Bool { hasUncommittedUpdates }

    func loadCounts() {
      if numberOfSections > 0 { _ = numberOfRows(inSection: 0) }
    }
  }
#endif
