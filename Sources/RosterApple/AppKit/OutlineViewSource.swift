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

  /// Shows a list in an outline view, each section as a row that the user can collapse, with its items below.
  ///
  ///     source = try OutlineViewSource(inbox, in: outlineView) {
  ///       MailCell()
  ///     } configure: { cell, row in
  ///       cell.textField?.stringValue = row.model?.subject ?? ""
  ///     }
  ///     source.setHeaders {
  ///       DayCell()
  ///     } configure: { cell, day in
  ///       cell.textField?.stringValue = day.model?.name ?? ""
  ///     }
  ///
  /// It is the data source and the delegate of the view, and tells it of each batch of the list in one call after the other.
  /// A section that moves is moved by one call, with its items. A section that comes is expanded; one that the user has
  /// collapsed stays so. A row whose model is updated is configured again in place. Keep the source for as long as the view
  /// is shown. The user selects items alone, and moves them if ``allowsMoves`` is set. ``setFooters(_:configure:)`` adds a row
  /// behind the items of each section.
  ///
  /// In a scroll view, the first visible item stays where it is, or what ``ListViewSource/keptPosition`` says. The selection is
  /// kept by item. All rows have the height that the view says.
  ///
  /// No source of this shell has been compiled with Apple's SDK, or run there, yet: see <doc:CollectionViews>.
  @MainActor
  public final class OutlineViewSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate
  {
    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    /// Whether the user may move items, one at a time, which moves them in the list, also into another section. A list that is
    /// derived from another one does not take that.
    public var allowsMoves = false {
      didSet {
        if allowsMoves { shell.ownView?.registerForDraggedTypes([ItemDrag.pasteboardType]) }
      }
    }

    /// Is called with the selected items when the selection may have changed.
    public var onSelect: (([ItemID]) -> Void)?

    /// How rows come and go.
    public var animation: NSTableView.AnimationOptions = .effectFade

    private let shell: OutlineViewShell<Model, SectionModel>
    private let cell: TableCell<ListRow<Model>>
    private var header: TableCell<ListSection<SectionModel>>?
    private var footer: TableCell<ListSection<SectionModel>>?

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source and its delegate are set.
    ///   - makeCell: Makes the cell of an item, for each column.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: NSView>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: NSOutlineView,
      _ makeCell: @escaping () -> Cell, configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      shell = OutlineViewShell(view)
      rows = try ListViewSource(list, in: shell)
      cell = TableCell("cell", makeCell, configure)
      super.init()
      shell.source = self
      view.dataSource = self
      view.delegate = self
      // It may have loaded the rows of another source.
      shell.reload {}
    }

    /// Sets the rows of sections, which show nothing before.
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

    /// Gives each section a row for its footer, which is a group row behind its items, also if it has none. While the section
    /// is collapsed it is not shown.
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
    /// - Complexity: O(*m* log *n*) for *m* items, beside what the view does.
    public var selection: [ItemID] {
      get { shell.selection }
      set { shell.select(newValue, isExtending: false) }
    }

    // MARK: NSOutlineViewDataSource

    /// The number of sections, or of the items of one and its footer.
    public func outlineView(
      _ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?
    ) -> Int {
      guard let item else { return rows.sectionCount }
      guard let section = shell.section(of: item) else { return 0 }
      return rows.itemCount(inSection: section) + (footer == nil ? 0 : 1)
    }

    /// Returns a section, or an item of one, or its footer.
    public func outlineView(
      _ outlineView: NSOutlineView, child index: Int, ofItem item: Any?
    ) -> Any { shell.child(index, of: item) }

    /// Whether it is a section.
    public func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
      isSection(item)
    }

    private func isSection(_ item: Any) -> Bool {
      if case .section = (item as? OutlineObject)?.id { true } else { false }
    }

    private func isFooter(_ item: Any) -> Bool {
      if case .footer = (item as? OutlineObject)?.id { true } else { false }
    }

    /// Returns what is dragged with an item; `nil` if it is a section or a footer, or the user may not move it.
    public func outlineView(
      _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
    ) -> (any NSPasteboardWriting)? {
      allowsMoves && shell.itemID(of: item) != nil ? ItemDrag.pasteboardItem() : nil
    }

    /// The user begins to drag items. Until they are dropped, the view is told nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItems draggedItems: [Any]
    ) { shell.drag.begin(draggedItems.count == 1 ? shell.itemID(of: draggedItems[0]) : nil) }

    /// The user has dropped items, or not.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {
      shell.drag.end()
      rows.goOn()
    }

    /// Returns whether an item may be dropped before a child of a section, or on a row.
    public func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo,
      proposedItem item: Any?, proposedChildIndex index: Int
    ) -> NSDragOperation {
      guard allowsMoves, shell.drag.mayBeDropped(info, in: outlineView),
        let path = shell.dropPath(index, of: item)
      else { return [] }
      let section = shell.child(path.section, of: nil)
      let isOfSection = item as AnyObject? === section
      // What is dropped on a section stays shown so. All else is shown within one.
      if isOfSection, index < 0 { return .move }
      let isExpanded = outlineView.isItemExpanded(section)
      let shownIndex = isExpanded ? path.item : NSOutlineViewDropOnItemIndex
      if !isOfSection || index != shownIndex {
        outlineView.setDropItem(section, dropChildIndex: shownIndex)
      }
      return .move
    }

    /// Moves an item in the list, which the user has dropped.
    public func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?,
      childIndex index: Int
    ) -> Bool { rows.drop(shell.drag, before: shell.dropPath(index, of: item)) }

    // MARK: NSOutlineViewDelegate

    /// Returns the cell of a section, an item or a footer.
    public func outlineView(
      _ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any
    ) -> NSView? {
      rows.visibleRowsChanged()
      func used(_ identifier: NSUserInterfaceItemIdentifier) -> NSView? {
        outlineView.makeView(withIdentifier: identifier, owner: nil)
      }
      if let section = shell.section(of: item) {
        return header?.made(rows.section(at: section), used)
      }
      if let section = shell.section(ofFooter: item) {
        return footer?.made(rows.section(at: section), used)
      }
      return cell.made(shell.path(of: item).flatMap(rows.row(at:)), used)
    }

    /// Whether it is a section or a footer.
    public func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool {
      isSection(item) || isFooter(item)
    }

    /// Whether the user may select it, which is an item.
    public func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      !isSection(item) && !isFooter(item)
    }

    /// Other rows are selected.
    public func outlineViewSelectionDidChange(_ notification: Notification) {
      // Within an update, rows are those of neither list.
      if shell.isTelling { shell.hasOtherSelection = true } else { onSelect?(selection) }
    }

    /// The user, or this source, has expanded a section.
    public func outlineViewItemDidExpand(_ notification: Notification) {
      shell.setCollapsed(false, notification.userInfo?["NSObject"])
    }

    /// The user has collapsed a section.
    public func outlineViewItemDidCollapse(_ notification: Notification) {
      shell.setCollapsed(true, notification.userInfo?["NSObject"])
    }

    // MARK: What the shell asks for

    /// Has the cells of a row show it again, in place.
    func showAgain(_ row: Int, of item: OutlineObject, in view: NSOutlineView) {
      let first = view.view(atColumn: 0, row: row, makeIfNecessary: false)
      if let section = shell.section(of: item).flatMap(rows.section(at:)) {
        _ = header?.show(in: first, section)
      } else if let section = shell.section(ofFooter: item).flatMap(rows.section(at:)) {
        _ = footer?.show(in: first, section)
      } else if let content = shell.path(of: item).flatMap(rows.row(at:)) {
        for column in view.tableColumns.indices {
          _ = cell.show(
            in: view.view(atColumn: column, row: row, makeIfNecessary: false), content)
        }
      }
    }
  }

  /// What an outline view knows a section, an item or a footer by: the same object for as long as the view has it.
  final class OutlineObject: NSObject {
    enum ID: Hashable {
      case section(SectionID), item(ItemID), footer(of: SectionID), unknown
    }

    let id: ID

    init(_ id: ID) {
      self.id = id
      super.init()
    }
  }
#endif
