#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  internal import RosterCore
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
    /// Whether the user may move rows, which moves them in the list. A list that is derived from another one does not take
    /// that.
    public var allowsMoves = false

    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    private let shell: TableViewShell
    private let makeCell: (UITableView, IndexPath, ListRow<Model>?) -> UITableViewCell
    private let title: ((SectionModel?) -> String?)?

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source is set, and its cells are registered.
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
      // It may have loaded the counts of another source.
      view.reloadData()
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
      // A cell whose row cannot be found shows what it has shown.
      makeCell(
        tableView, indexPath,
        rows.row(at: ItemPath(section: indexPath.section, item: indexPath.row)))
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
      rows.move(
        ItemPath(section: sourceIndexPath.section, item: sourceIndexPath.row),
        to: ItemPath(section: destinationIndexPath.section, item: destinationIndexPath.row))
    }
  }

  /// A table view, as a source of rows tells it.
  @MainActor private final class TableViewShell: ListView {
    private weak var view: UITableView?
    private let hasTitles: Bool
    /// The data source, beside which the view may get another one.
    weak var source: (any UITableViewDataSource)?
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
      swap()
      ownView?.reloadData()
    }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView else { return }
      // Rows that are moved while sections come or go are reported not to be shown well.
      let changesSections = !updates.deletedSections.isEmpty || !updates.insertedSections.isEmpty
      let updates = changesSections ? updates.withoutMoves : updates
      performUpdates(view) {
        swap()
        view.deleteSections(IndexSet(updates.deletedSections), with: .automatic)
        view.insertSections(IndexSet(updates.insertedSections), with: .automatic)
        view.deleteRows(at: updates.deletedItems.map(Self.path), with: .automatic)
        view.insertRows(at: updates.insertedItems.map(Self.path), with: .automatic)
        for move in updates.movedItems {
          view.moveRow(at: Self.path(move.source), to: Self.path(move.target))
        }
      }
    }

    private func performUpdates(_ view: UITableView, _ updates: @escaping () -> Void) {
      animatingCount += 1
      view.performBatchUpdates(
        updates,
        completion: { [weak self] _ in
          guard let self else { return }
          animatingCount = max(0, animatingCount - 1)
        })
    }

    private static func path(_ path: ItemPath) -> IndexPath {
      IndexPath(row: path.item, section: path.section)
    }

    func showAgain(_ updates: ViewUpdates) {
      guard let view = ownView else { return }
      let (items, sections) = (updates.updatedItems, updates.updatedSections)
      // The view asks for the same cells, also for those that it has prepared and does not show yet.
      if !items.isEmpty { view.reconfigureRows(at: items.map(Self.path)) }
      guard hasTitles, !sections.isEmpty else { return }
      // A title that becomes longer, comes or goes changes the height of its header. A view cannot reload an empty section.
      if sections.contains(where: { view.numberOfRows(inSection: $0) == 0 }) {
        view.reloadData()
      } else {
        performUpdates(view) { view.reloadSections(IndexSet(sections), with: .none) }
      }
    }
  }
#endif
