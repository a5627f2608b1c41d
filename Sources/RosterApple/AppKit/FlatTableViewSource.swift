#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Foundation
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  public import RosterCore
  public import RosterEngine

  /// Shows a list in a table view of AppKit, which has rows and no sections.
  ///
  ///     source = try FlatTableViewSource(inbox, in: tableView) {
  ///       MailCell()
  ///     } configure: { cell, row in
  ///       cell.textField?.stringValue = row.model?.subject ?? ""
  ///     }
  ///
  /// It is the data source and the delegate of the view, and tells it of each batch of the list in one call for each row
  /// that moves, one for all rows that go, and one for all that come. The rows are those of all sections, one after the
  /// other, each behind its header if there are headers, and before its footer if there are footers. A cell whose model is
  /// updated is configured again in place. Keep it for as long as the view is shown.
  ///
  /// In a scroll view, the first visible row stays where it is, or what ``ListViewSource/keptPosition`` says. The selection is
  /// kept by item: an item that moves, or that is loaded anew, stays selected. All rows have the height that
  /// the view says, or with `usesAutomaticRowHeights` that of their cells. It answers for no heights, since a view would ask
  /// for that of each row.
  ///
  /// No source of this shell has been compiled with Apple's SDK, or run there, yet: see <doc:CollectionViews>.
  @MainActor
  public final class FlatTableViewSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, NSTableViewDataSource, NSTableViewDelegate
  {
    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    /// Whether the user may move rows, one at a time, which moves them in the list. A list that is derived from another one
    /// does not take that.
    public var allowsMoves = false {
      didSet {
        if allowsMoves { shell.ownView?.registerForDraggedTypes([ItemDrag.pasteboardType]) }
      }
    }

    /// Is called with the selected items when the selection may have changed.
    public var onSelect: (([ItemID]) -> Void)?

    /// How rows come and go.
    public var animation: NSTableView.AnimationOptions = .effectFade

    private let shell: FlatTableViewShell<Model, SectionModel>
    private let cell: TableCell<ListRow<Model>>
    /// The cells of columns that have others.
    private var cells: [NSUserInterfaceItemIdentifier: TableCell<ListRow<Model>>] = [:]
    private var header: TableCell<ListSection<SectionModel>>?
    private var footer: TableCell<ListSection<SectionModel>>?

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source and its delegate are set.
    ///   - makeCell: Makes a cell, for each column for which ``setCells(inColumn:_:configure:)`` sets no others.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: NSView>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: NSTableView,
      _ makeCell: @escaping () -> Cell, configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      shell = FlatTableViewShell(view)
      rows = try ListViewSource(list, in: shell)
      cell = TableCell("cell", makeCell, configure)
      super.init()
      shell.source = self
      view.dataSource = self
      view.delegate = self
      // It may have loaded the rows of another source.
      view.reloadData()
    }

    /// Sets the cells of a column.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - makeCell: Makes a cell.
    ///   - configure: Has a cell show a row.
    public func setCells<Cell: NSView>(
      inColumn column: NSUserInterfaceItemIdentifier, _ makeCell: @escaping () -> Cell,
      configure: @escaping (Cell, ListRow<Model>) -> Void
    ) {
      shell.reload { cells[column] = TableCell(column.rawValue, makeCell, configure) }
    }

    /// Gives each section a row for its header, which is a group row.
    ///
    /// - Parameters:
    ///   - makeHeader: Makes a header.
    ///   - configure: Has a header show a section: a new header, one that is used again, and one whose section has
    ///     changed.
    public func setHeaders<Header: NSView>(
      _ makeHeader: @escaping () -> Header,
      configure: @escaping (Header, ListSection<SectionModel>) -> Void
    ) {
      shell.reload { header = TableCell("header", makeHeader, configure) }
    }

    /// Gives each section a row for its footer, which is a group row behind its items, also if it has none.
    ///
    /// What the user drops between a footer and the next header, or below the last footer, is shown above the footer, and
    /// comes to stand at the end of its section. A view that has `floatsGroupRows` keeps footers at its upper edge too, as it
    /// does headers.
    ///
    /// - Parameters:
    ///   - makeFooter: Makes a footer.
    ///   - configure: Has a footer show a section: a new footer, one that is used again, and one whose section has
    ///     changed.
    public func setFooters<Footer: NSView>(
      _ makeFooter: @escaping () -> Footer,
      configure: @escaping (Footer, ListSection<SectionModel>) -> Void
    ) {
      shell.reload { footer = TableCell("footer", makeFooter, configure) }
    }

    /// The items that are selected, in the order of their rows. Items that the view does not show are not selected.
    ///
    /// - Complexity: O(*m* log *n*) for *m* items.
    public var selection: [ItemID] {
      get { shell.ownView.map { flatRows.items(at: $0.selectedRowIndexes) } ?? [] }
      set { shell.select(newValue) }
    }

    // MARK: NSTableViewDataSource

    /// The number of rows.
    public func numberOfRows(in tableView: NSTableView) -> Int { flatRows.count }

    /// Returns what is dragged with a row; `nil` if the user may not move it.
    public func tableView(
      _ tableView: NSTableView, pasteboardWriterForRow row: Int
    ) -> (any NSPasteboardWriting)? {
      guard allowsMoves, case .item = flatRows.place(at: row) else { return nil }
      return ItemDrag.pasteboardItem()
    }

    /// The user begins to drag rows. Until they are dropped, the view is told nothing.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forRowIndexes rowIndexes: IndexSet
    ) {
      shell.drag.begin(rowIndexes.count == 1 ? flatRows.items(at: rowIndexes).first : nil)
    }

    /// The user has dropped rows, or not.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {
      shell.drag.end()
      rows.goOn()
    }

    /// Returns whether a row may be dropped before another one.
    public func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation {
      guard allowsMoves, shell.drag.mayBeDropped(info, in: tableView),
        let path = flatRows.path(ofDropBefore: row)
      else { return [] }
      // What is dropped between a footer and a header belongs to no section there.
      let droppedRow = flatRows.row(of: path)
      if dropOperation == .on || droppedRow != row {
        tableView.setDropRow(droppedRow, dropOperation: .above)
      }
      return .move
    }

    /// Moves an item in the list, which the user has dropped.
    public func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool { rows.drop(shell.drag, before: flatRows.path(ofDropBefore: row)) }

    // MARK: NSTableViewDelegate

    /// Returns the cell of a row, which is a header or a footer in a group row.
    public func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      rows.visibleRowsChanged()
      func used(_ identifier: NSUserInterfaceItemIdentifier) -> NSView? {
        tableView.makeView(withIdentifier: identifier, owner: nil)
      }
      switch flatRows.place(at: row) {
      case .header(let section):
        return header?.made(rows.section(at: section), used)
      case .footer(let section):
        return footer?.made(rows.section(at: section), used)
      case .item(let path):
        return kind(of: tableColumn).made(rows.row(at: path), used)
      case nil: return nil
      }
    }

    /// Whether a row is a header or a footer.
    public func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool {
      switch flatRows.place(at: row) {
      case .header, .footer: true
      case .item, nil: false
      }
    }

    /// Whether the user may select a row, which is that of an item.
    public func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool {
      if case .item = flatRows.place(at: row) { true } else { false }
    }

    /// Other rows are selected.
    public func tableViewSelectionDidChange(_ notification: Notification) {
      // Within an update, indexes are those of neither list.
      if shell.isTelling { shell.hasOtherSelection = true } else { onSelect?(selection) }
    }

    // MARK: What the shell asks for

    /// The rows of the list as the view shows it.
    var flatRows: FlatRows {
      FlatRows(rows.snapshot.state, hasHeaders: hasHeaders, hasFooters: hasFooters)
    }

    /// Whether each section has a row for its header.
    var hasHeaders: Bool { header != nil }

    /// Whether each section has a row for its footer.
    var hasFooters: Bool { footer != nil }

    /// Has the cells of a row show it again, in place.
    ///
    /// - Returns: Whether they are cells of this source.
    func showAgain(_ row: Int, in view: NSTableView) -> Bool {
      switch flatRows.place(at: row) {
      case .header(let section): return showAgain(row, of: section, by: header, in: view)
      case .footer(let section): return showAgain(row, of: section, by: footer, in: view)
      case .item(let path):
        // A cell whose row cannot be found shows what it has shown.
        guard let content = rows.row(at: path) else { return true }
        return view.tableColumns.indices.allSatisfy {
          kind(of: view.tableColumns[$0]).show(
            in: view.view(atColumn: $0, row: row, makeIfNecessary: false), content)
        }
      case nil: return true
      }
    }

    private func showAgain(
      _ row: Int, of section: Int, by cell: TableCell<ListSection<SectionModel>>?,
      in view: NSTableView
    ) -> Bool {
      // A header or footer whose section cannot be found shows what it has shown.
      guard let content = rows.section(at: section) else { return true }
      return cell?.show(in: view.view(atColumn: 0, row: row, makeIfNecessary: false), content)
        ?? false
    }

    private func kind(of column: NSTableColumn?) -> TableCell<ListRow<Model>> {
      column.flatMap { cells[$0.identifier] } ?? cell
    }
  }
#endif
