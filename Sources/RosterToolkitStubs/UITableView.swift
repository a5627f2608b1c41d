#if os(Linux)
  public import Foundation
  internal import RosterCore
  internal import RosterToolkitModels

  /// What a table view asks.
  @MainActor public protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?

    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

    func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    )
  }

  /// What a table view asks for headers and footers, and tells which are on the screen.
  @MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?

    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?

    func tableView(
      _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int)

    func tableView(
      _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int)

    func tableView(
      _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int)

    func tableView(
      _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int)

    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration?
  }

  /// What a table view tells of rows that it will show.
  @MainActor public protocol UITableViewDataSourcePrefetching: AnyObject {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])

    func tableView(
      _ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
  }

  /// A table view without a screen.
  @MainActor
  public final class UITableView:
    ModelledListView<UITableViewCell, UITableViewHeaderFooterView>
  {
    /// How sections look.
    public enum Style: Int, Sendable {
      case plain
    }

    /// How rows come and go.
    public enum RowAnimation: Int, Sendable {
      case none = 5
      case automatic = 100
    }

    /// What it tells of rows that it will show.
    public weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    /// What it asks.
    public weak var dataSource: (any UITableViewDataSource)?
    private var classes: [String: UITableViewCell.Type] = [:]
    private var supplementClasses: [String: UITableViewHeaderFooterView.Type] = [:]
    /// The headers and footers that are on the screen, as its delegate was told.
    private var displayedSupplements: [SupplementKind: [UITableViewHeaderFooterView]] = [:]

    /// The height of rows. Here a row is as high as its cell says.
    public var rowHeight: CGFloat = -1
    /// The height of a row until it was visible. Here that is for the model to say.
    public var estimatedRowHeight: CGFloat = -1

    /// Makes a view.
    public convenience init(frame: CGRect, style: Style) { self.init(frame: frame) }

    override func cells() -> [[UITableViewCell]] {
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map {
          dataSource.tableView(self, cellForRowAt: IndexPath(row: $0, section: section))
        }
      }
    }

    private var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

    override func supplement(
      _ kind: SupplementKind, ofSection section: Int
    ) -> UITableViewHeaderFooterView? {
      guard kind == .header else {
        return tableDelegate?.tableView(self, viewForFooterInSection: section)
          as? UITableViewHeaderFooterView
      }
      if let header = tableDelegate?.tableView(self, viewForHeaderInSection: section) {
        return header as? UITableViewHeaderFooterView
      }
      let header = UITableViewHeaderFooterView(frame: .zero)
      header.textLabel?.text = dataSource?.tableView(self, titleForHeaderInSection: section)
      return header
    }

    // MARK: Cells

    /// Sets the class of cells.
    public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
      classes[identifier] = cellClass as? UITableViewCell.Type
    }

    /// Returns a cell.
    public func dequeueReusableCell(
      withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
      if let reconfigured { return reconfigured }
      guard let type = classes[identifier] else {
        preconditionFailure("must register a class for the identifier \(identifier)")
      }
      return type.init(frame: .zero)
    }

    /// Sets the class of headers or footers.
    public func register(
      _ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String
    ) { supplementClasses[identifier] = viewClass as? UITableViewHeaderFooterView.Type }

    /// Returns a header or footer; `nil` if no class is registered.
    public func dequeueReusableHeaderFooterView(
      withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? { supplementClasses[identifier]?.init(frame: .zero) }

    /// Returns the header of a section that is shown.
    public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
      shownSupplement(.header, ofSection: section)
    }

    /// Returns the footer of a section that is shown.
    public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
      shownSupplement(.footer, ofSection: section)
    }

    override func supplementsChanged() {
      for kind in SupplementKind.allCases {
        let (former, shown) = (displayedSupplements[kind] ?? [], shownSupplements(kind))
        displayedSupplements[kind] = shown
        let (before, after) = (Set(former), Set(shown))
        for (section, view) in shown.enumerated() where !before.contains(view) {
          tellDelegate(view, of: kind, inSection: section, isDisplayed: true)
        }
        for view in former where !after.contains(view) {
          tellDelegate(view, of: kind, inSection: 0, isDisplayed: false)
        }
      }
    }

    private func tellDelegate(
      _ view: UIView, of kind: SupplementKind, inSection section: Int, isDisplayed: Bool
    ) {
      switch (kind, isDisplayed) {
      case (.header, true):
        tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
      case (.header, false):
        tableDelegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
      case (.footer, true):
        tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
      case (.footer, false):
        tableDelegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
      }
    }

    /// Returns a cell that is shown; `nil` if there is none.
    public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
      guard frame(at: indexPath) != nil else { return nil }
      return model.shown[indexPath.section][indexPath.row]
    }

    /// The number of rows of a section.
    public func numberOfRows(inSection section: Int) -> Int { itemCount(inSection: section) }

    // MARK: Scrolling and selection

    /// The paths of the rows that are seen.
    public var indexPathsForVisibleRows: [IndexPath]? { visiblePaths }

    /// Returns where a row stands.
    public func rectForRow(at indexPath: IndexPath) -> CGRect { frame(at: indexPath) ?? .zero }

    /// Where a selected row is scrolled to.
    public enum ScrollPosition: Int, Sendable {
      case none
    }

    /// The paths of the rows that are selected; `nil` if none is.
    public var indexPathsForSelectedRows: [IndexPath]? {
      selectedPaths.isEmpty ? nil : selectedPaths
    }

    /// Selects a row.
    public func selectRow(
      at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
      if let indexPath { setSelected(true, at: indexPath) }
    }

    /// Selects a row no longer.
    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
      setSelected(false, at: indexPath)
    }

    // MARK: Updates

    /// Has the data source configure cells again, which the view has and keeps.
    public func reconfigureRows(at paths: [IndexPath]) {
      reconfigure(at: paths) { dataSource?.tableView(self, cellForRowAt: $0) }
    }

    /// The user drops a row.
    public func moveByHand(_ source: IndexPath, to target: IndexPath) {
      moveByHand(source, to: target) {
        dataSource?.tableView(self, moveRowAt: source, to: target)
      }
    }

    /// Reloads rows of the source.
    public func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
      for path in paths { model.reloadItem(ItemPath(path)) }
    }

    /// Moves a section of the source. Its header does not move with it: no source of `RosterApple` moves one.
    public func moveSection(_ section: Int, toSection target: Int) {
      model.moveSection(section, to: target)
    }

    /// Reloads sections of the source with their headers.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
      reloadModelledSections(sections)
    }

    /// Deletes sections of the source.
    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
      deleteSections(sections)
    }

    /// Inserts sections of the target.
    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
      insertSections(sections)
    }

    /// Deletes rows of the source.
    public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
      deleteItems(at: paths)
    }

    /// Inserts rows of the target.
    public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
      insertItems(at: paths)
    }

    /// Moves a row.
    public func moveRow(at source: IndexPath, to target: IndexPath) {
      moveItem(at: source, to: target)
    }
  }
#endif
