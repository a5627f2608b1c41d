#if canImport(UIKit) && !os(watchOS)
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
    NSObject, UITableViewDataSource
  {
    /// Whether the user may move rows. The list then follows, in the turn of the run loop after the drop.
    public var allowsMoves = false

    private let shell: TableViewShell
    private let source: ListViewSource<Model, SectionModel>
    private let makeCell: (UITableView, IndexPath, ListRow<Model>) -> UITableViewCell
    private let title: (SectionModel?) -> String?

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source is set, and its cells are registered.
    ///   - title: Returns the title of a section.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: UITableViewCell>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: UITableView,
      title: @escaping (SectionModel?) -> String? = { _ in nil },
      configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      let identifier = "Roster.\(Cell.self)"
      shell = TableViewShell(view)
      source = try ListViewSource(list, in: shell)
      self.title = title
      makeCell = { view, path, row in
        let cell = view.dequeueReusableCell(withIdentifier: identifier, for: path)
        if let cell = cell as? Cell { configure(cell, row) }
        return cell
      }
      super.init()
      view.register(Cell.self, forCellReuseIdentifier: identifier)
      shell.showItem = { [unowned self] cell, path in
        guard let cell = cell as? Cell, let row = source.row(at: path) else { return }
        configure(cell, row)
      }
      shell.showHeader = { [unowned self] header, section in
        header.textLabel?.text = title(source.sectionModel(at: section))
      }
      view.dataSource = self
    }

    /// The list as the view shows it.
    public var snapshot: ListSnapshot<Model, SectionModel> { source.snapshot }

    /// Why the list is followed no more, or what could not be read or moved last; `nil` if nothing has failed.
    public var failure: (any Error)? { source.failure }

    /// Whether the view is told nothing for now, as while the user moves a row. What waits then becomes one update.
    public var isPaused: Bool {
      get { source.isPaused }
      set { source.isPaused = newValue }
    }

    /// Tells the view of what waits. Call it when a drop has been committed (`hasUncommittedUpdates`).
    public func goOn() { source.goOn() }

    /// Waits until it knows a revision, and has told the view of it unless that is busy: for tests of a screen.
    public func knows(_ revision: Revision) async { await source.knows(revision) }

    // MARK: UITableViewDataSource

    /// The number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int { source.sectionCount }

    /// The number of rows of a section.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      source.itemCount(inSection: section)
    }

    /// Returns the cell of a row.
    public func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let path = ItemPath(section: indexPath.section, item: indexPath.row)
      guard let row = source.row(at: path) else { return UITableViewCell(frame: .zero) }
      return makeCell(tableView, indexPath, row)
    }

    /// The title of a section.
    public func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { title(source.sectionModel(at: section)) }

    /// Whether the user may move a row.
    public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
      allowsMoves
    }

    /// Moves a row in the list, which the user has moved in the view.
    public func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      source.move(
        ItemPath(section: sourceIndexPath.section, item: sourceIndexPath.row),
        to: ItemPath(section: destinationIndexPath.section, item: destinationIndexPath.row))
      // Within this turn of the run loop the view still ends the move.
      Task { [weak self] in self?.goOn() }
    }
  }

  /// A table view, as a source of rows tells it.
  @MainActor private final class TableViewShell: ListView {
    private weak var view: UITableView?
    var showItem: (UITableViewCell, ItemPath) -> Void = { _, _ in }
    var showHeader: (UITableViewHeaderFooterView, Int) -> Void = { _, _ in }

    init(_ view: UITableView) { self.view = view }

    /// Without a window it would load its counts only when they have changed. With one it loads them now, if it has not.
    var isLoaded: Bool {
      guard let view, view.window != nil else { return false }
      view.layoutIfNeeded()
      return true
    }

    var isBusy: Bool { view?.hasUncommittedUpdates ?? true }

    func reload() { view?.reloadData() }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view else { return }
      // Rows that are moved while sections come or go are reported not to be shown well.
      let changesSections = !updates.deletedSections.isEmpty || !updates.insertedSections.isEmpty
      let updates = changesSections ? updates.withoutMoves : updates
      func path(_ path: ItemPath) -> IndexPath { IndexPath(row: path.item, section: path.section) }
      view.performBatchUpdates(
        {
          swap()
          view.deleteSections(IndexSet(updates.deletedSections), with: .automatic)
          view.insertSections(IndexSet(updates.insertedSections), with: .automatic)
          view.deleteRows(at: updates.deletedItems.map(path), with: .automatic)
          view.insertRows(at: updates.insertedItems.map(path), with: .automatic)
          for move in updates.movedItems {
            view.moveRow(at: path(move.source), to: path(move.target))
          }
        }, completion: nil)
    }

    func showAgain(_ items: [ItemPath], sections: [Int]) {
      guard let view else { return }
      for path in items {
        let row = IndexPath(row: path.item, section: path.section)
        if let cell = view.cellForRow(at: row) { showItem(cell, path) }
      }
      for section in sections {
        if let header = view.headerView(forSection: section) { showHeader(header, section) }
      }
    }
  }
#endif
