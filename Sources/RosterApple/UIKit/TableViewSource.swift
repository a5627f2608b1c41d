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
#endif
