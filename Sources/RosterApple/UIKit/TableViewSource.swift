#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  public import RosterCore
  public import RosterEngine

  /// Shows a list in a table view.
  ///
  ///     source = try TableViewSource(inbox, in: tableView) { (cell: MailCell, row) in
  ///       cell.subject.text = row.model?.subject
  ///     }
  ///
  /// It does for a table view what ``CollectionViewSource`` does for a collection view. No source of this shell has been
  /// compiled with Apple's SDK, or run there, yet.
  @MainActor
  public final class TableViewSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, UITableViewDataSource, UITableViewDataSourcePrefetching
  {
    /// Whether the user may move rows, which moves them in the list. A list that is derived from another one does not take
    /// that.
    public var allowsMoves = false

    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    private let shell: TableViewShell<Model, SectionModel>
    private let makeCell: (UITableView, IndexPath, ListRow<Model>?) -> UITableViewCell
    private let title: ((SectionModel?) -> String?)?
    /// What makes header and footer views.
    private var makeSupplement:
      [SupplementKind: (UITableView, ListSection<SectionModel>?) -> UIView?] = [:]

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source and its prefetching are set, and its cells are
    ///     registered.
    ///   - title: Returns the title of a section.
    ///   - settling: How long the view is told nothing after the user has moved a row: it ends that in an animation.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: UITableViewCell>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: UITableView,
      title: ((SectionModel?) -> String?)? = nil,
      settling: Duration = .milliseconds(400),
      configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      let identifier = "Roster.\(Cell.self)"
      shell = TableViewShell(view, hasTitles: title != nil)
      rows = try ListViewSource(list, in: shell, settling: settling)
      self.title = title
      makeCell = { view, path, row in
        let cell = view.dequeueReusableCell(withIdentifier: identifier, for: path)
        if let row, let cell = cell as? Cell { configure(cell, row) }
        return cell
      }
      super.init()
      view.register(Cell.self, forCellReuseIdentifier: identifier)
      shell.source = self
      view.dataSource = self
      view.prefetchDataSource = self
      // It may have loaded the counts of another source.
      view.reloadData()
    }

    /// Sets what the header views of sections show, in the place of titles. The delegate of the view returns them:
    ///
    ///     func tableView(
    ///       _ tableView: UITableView, viewForHeaderInSection section: Int
    ///     ) -> UIView? { source.header(ofSection: section, in: tableView) }
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of headers is registered.
    ///   - configure: Has a header show a section: a new header, one that is used again, and one whose section has
    ///     changed.
    public func setHeaders<Header: UITableViewHeaderFooterView>(
      in view: UITableView, configure: @escaping (Header, ListSection<SectionModel>) -> Void
    ) { setSupplements(.header, in: view, configure) }

    /// Sets what the footer views of sections show. The delegate of the view returns them:
    /// ``footer(ofSection:in:)``.
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of footers is registered.
    ///   - configure: Has a footer show a section: a new footer, one that is used again, and one whose section has
    ///     changed.
    public func setFooters<Footer: UITableViewHeaderFooterView>(
      in view: UITableView, configure: @escaping (Footer, ListSection<SectionModel>) -> Void
    ) { setSupplements(.footer, in: view, configure) }

    private func setSupplements<Supplement: UITableViewHeaderFooterView>(
      _ kind: SupplementKind, in view: UITableView,
      _ configure: @escaping (Supplement, ListSection<SectionModel>) -> Void
    ) {
      let identifier = "Roster.\(kind).\(Supplement.self)"
      view.register(Supplement.self, forHeaderFooterViewReuseIdentifier: identifier)
      makeSupplement[kind] = { view, section in
        let made = view.dequeueReusableHeaderFooterView(withIdentifier: identifier)
        if let section, let made = made as? Supplement { configure(made, section) }
        return made
      }
      shell.showSupplement[kind] = { [weak self] shown, index in
        guard let section = self?.rows.section(at: index), let shown = shown as? Supplement else {
          return
        }
        configure(shown, section)
      }
    }

    /// Returns a view that shows the header of a section; `nil` if ``setHeaders(in:configure:)`` was not called.
    public func header(ofSection section: Int, in view: UITableView) -> UIView? {
      makeSupplement[.header]?(view, rows.section(at: section))
    }

    /// Returns a view that shows the footer of a section; `nil` if ``setFooters(in:configure:)`` was not called.
    public func footer(ofSection section: Int, in view: UITableView) -> UIView? {
      makeSupplement[.footer]?(view, rows.section(at: section))
    }

    /// The items that are selected, in the order of the list. Items that the view does not show are not selected.
    ///
    /// - Complexity: O(*m* log *n*) for *m* items.
    public var selection: [ItemID] {
      get { shell.selection }
      set { shell.select(newValue) }
    }

    // MARK: UITableViewDataSource

    /// The number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int { rows.sectionCount }

    /// The number of rows of a section.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.itemCount(inSection: section)
    }

    /// Returns the cell of a row.
    public func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      rows.visibleRowsChanged()
      // A cell whose row cannot be found shows what it has shown.
      return makeCell(tableView, indexPath, rows.row(at: ItemPath(indexPath)))
    }

    /// The title of a section.
    public func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { title?(rows.sectionModel(at: section)) }

    /// Whether the user may move a row.
    public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
      allowsMoves
    }

    /// Moves a row in the list, which the user has moved in the view.
    public func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      rows.move(ItemPath(sourceIndexPath), to: ItemPath(destinationIndexPath))
    }

    // MARK: UITableViewDataSourcePrefetching

    /// The view will show rows soon.
    public func tableView(
      _ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]
    ) { rows.prefetch(indexPaths.map(ItemPath.init)) }

    /// The view will not show rows after all.
    public func tableView(
      _ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]
    ) { rows.cancelPrefetching(indexPaths.map(ItemPath.init)) }
  }

  /// A table view, as a source of rows tells it.
  @MainActor
  private final class TableViewShell<Model: Sendable, SectionModel: Sendable>:
    ListView, ScrollViewShell
  {
    private weak var view: UITableView?
    private let hasTitles: Bool
    /// What has a header or footer view show a section again.
    var showSupplement: [SupplementKind: (UIView, Int) -> Void] = [:]
    /// The data source, beside which the view may get another one.
    weak var source: TableViewSource<Model, SectionModel>?
    /// The number of updates that animate.
    private var animatingCount = 0

    init(_ view: UITableView, hasTitles: Bool) { (self.view, self.hasTitles) = (view, hasTitles) }

    /// The view, for as long as it asks this source.
    private var ownView: UITableView? {
      guard let view, let source, view.dataSource === source else { return nil }
      return view
    }

    var isLoaded: Bool {
      guard let view = ownView, view.window != nil else { return false }
      // A view that has not loaded its counts loads them when it is asked, while they are those of before an update.
      if view.numberOfSections > 0 { _ = view.numberOfRows(inSection: 0) }
      return true
    }

    var isBusy: Bool {
      // What is gone, or asks another source, is told nothing.
      guard let view = ownView else { return false }
      if view.window == nil { animatingCount = 0 }
      return view.hasUncommittedUpdates || animatingCount > 0
    }

    func reload(_ swap: () -> Void) {
      keepSelection {
        swap()
        ownView?.reloadData()
      }
    }

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
      animatingCount += 1
      keepSelection(isTaken) {
        view.performBatchUpdates(
          updates,
          completion: { [weak self] _ in
            guard let self else { return }
            animatingCount = max(0, animatingCount - 1)
          })
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

    var scrollView: UIScrollView? { ownView }

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
#endif
