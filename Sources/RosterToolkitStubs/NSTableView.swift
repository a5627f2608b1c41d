#if os(Linux)
  public import Foundation
  public import RosterToolkitModels

  /// What a table view asks for its rows.
  @MainActor public protocol NSTableViewDataSource: AnyObject {
    func numberOfRows(in tableView: NSTableView) -> Int

    func tableView(
      _ tableView: NSTableView, pasteboardWriterForRow row: Int
    ) -> (any NSPasteboardWriting)?

    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forRowIndexes rowIndexes: IndexSet)

    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation)

    func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation

    func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool
  }

  /// What a table view asks for its cells.
  @MainActor public protocol NSTableViewDelegate: AnyObject {
    func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView?

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool

    func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool

    func tableViewSelectionDidChange(_ notification: Notification)
  }

  /// A column of a table view.
  @MainActor public final class NSTableColumn: NSObject {
    /// Its name.
    public let identifier: NSUserInterfaceItemIdentifier

    /// Makes a column.
    public init(identifier: NSUserInterfaceItemIdentifier) { self.identifier = identifier }
  }

  /// A table view without a screen, by the rules of a model of such views. It shows all its rows; a scroll view says which of
  /// them are seen.
  @MainActor public final class NSTableView: NSView {
    /// How rows come and go.
    public struct AnimationOptions: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes options.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Rows fade in and out.
      public static let effectFade = AnimationOptions(rawValue: 1)
    }

    /// Where something is dropped: on a row, or above it.
    public enum DropOperation: UInt, Sendable {
      case on, above
    }

    /// How far its rows are from its edges.
    public enum Style: Int, Sendable {
      case automatic, fullWidth, inset, sourceList, plain
    }

    /// How rows are drawn that are selected.
    public enum SelectionHighlightStyle: Int, Sendable {
      case none = -1
      case regular = 0
    }

    /// What it asks for its rows.
    public weak var dataSource: (any NSTableViewDataSource)?
    /// What it asks for its cells.
    public weak var delegate: (any NSTableViewDelegate)?
    /// Its columns.
    public private(set) var tableColumns: [NSTableColumn] = []
    /// The titles of its columns.
    public var headerView: NSView?
    /// How far its rows are from its edges.
    public var style = Style.automatic
    /// How rows are drawn that are selected.
    public var selectionHighlightStyle = SelectionHighlightStyle.regular
    /// Whether group rows stay at its upper edge while their rows are scrolled past it. Here they do not.
    public var floatsGroupRows = true
    /// Whether more than one row may be selected.
    public var allowsMultipleSelection = false
    /// Whether the cells of a row decide its height.
    public var usesAutomaticRowHeights = false
    /// The rows whose heights it was told to have changed, in all calls so far.
    public private(set) var notedHeights: [IndexSet] = []
    /// The distances between its cells. Here there are none.
    public var intercellSpacing = NSSize.zero
    /// The height of its rows; with automatic heights, the height that the cells of a row decide.
    public var rowHeight: CGFloat = 1
    /// How many blocks of calls it was told while changes were animated.
    public private(set) var animatedUpdateCount = 0
    /// The cells that may be used again.
    private var pool: [NSUserInterfaceItemIdentifier: [NSView]] = [:]
    /// The cells of rows that have gone in the block that is not ended yet.
    private var goneCells: [NSView] = []
    private var depth = 0
    private var drag: HandDrag?
    /// Where the last drop was shown, and made, which is not always where the user has proposed it.
    public private(set) var shownDrop: (row: Int, operation: DropOperation)?

    /// The model, by whose rules it is.
    public private(set) lazy var model: FlatTableViewModel<NSView> = {
      let model = FlatTableViewModel<NSView>(
        rowCount: { [unowned self] in dataSource?.numberOfRows(in: self) ?? 0 },
        isGroup: { [unowned self] in delegate?.tableView(self, isGroupRow: $0) ?? false },
        height: { [unowned self] in height(ofRow: $0) },
        cells: { [unowned self] in cells(ofRow: $0) })
      model.onSelectionChange = { [unowned self] in
        delegate?.tableViewSelectionDidChange(
          Notification(name: Notification.Name("NSTableViewSelectionDidChange"), object: self))
      }
      return model
    }()

    // MARK: What is shown

    /// Adds a column.
    public func addTableColumn(_ column: NSTableColumn) { tableColumns.append(column) }

    /// Gives the last column the width that the others leave.
    public func sizeLastColumnToFit() {}

    /// The number of columns.
    public var numberOfColumns: Int { tableColumns.count }

    /// The number of rows, which it loads if it has not.
    public var numberOfRows: Int { model.numberOfRows }

    private func cells(ofRow row: Int) -> [NSView] {
      guard let delegate else { return [] }
      let columns: [NSTableColumn?] =
        delegate.tableView(self, isGroupRow: row) ? [nil] : tableColumns
      return columns.map {
        delegate.tableView(self, viewFor: $0, row: row) ?? NSView(frame: .zero)
      }
    }

    /// Loads what it has not.
    public func layOut() { model.layOut() }

    public override func layoutSubtreeIfNeeded() { layOut() }

    // MARK: Scrolling

    /// The height of a row, which is that of its highest cell if cells decide it.
    private func height(ofRow row: Int) -> Double {
      let cells = model.rows.indices.contains(row) ? model.rows[row].cells : []
      let height = usesAutomaticRowHeights ? cells.map(Self.height(of:)).max() : nil
      return Double(height ?? rowHeight)
    }

    /// The height of a cell, which is its own if it has one.
    private static func height(of cell: NSView) -> CGFloat {
      let height = cell.intrinsicContentSize.height
      return height == NSView.noIntrinsicMetric ? cell.bounds.height : height
    }

    public override var bounds: CGRect {
      get {
        CGRect(
          origin: .zero,
          size: CGSize(
            width: super.bounds.width,
            height: CGFloat(max(model.contentLength, model.visibleLength))))
      }
      set { super.bounds = newValue }
    }

    public override var visibleRect: CGRect {
      CGRect(
        origin: CGPoint(x: 0, y: model.offset),
        size: CGSize(width: super.bounds.width, height: CGFloat(model.visibleLength)))
    }

    /// Returns the rows in a part of it.
    public func rows(in rect: CGRect) -> NSRange {
      let rows = model.rows.indices.filter {
        let frame = self.rect(ofRow: $0)
        return frame.maxY > rect.minY && frame.minY < rect.maxY
      }
      return NSRange(location: rows.first ?? 0, length: rows.count)
    }

    /// Returns where a row stands.
    public func rect(ofRow row: Int) -> CGRect {
      guard let span = model.span(ofRow: row) else { return .zero }
      return CGRect(
        x: 0, y: span.start, width: Double(super.bounds.width), height: span.end - span.start)
    }

    // MARK: Cells

    /// Returns a view that is no longer shown, to be used again; `nil` if there is none.
    public func makeView(
      withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?
    ) -> NSView? { pool[identifier]?.popLast() }

    /// Returns the cell of a row.
    public func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
      guard let cells = model.cells(ofRow: row), cells.indices.contains(column) else { return nil }
      return cells[column]
    }

    /// Returns the view behind the cells of a row.
    public func rowView(atRow row: Int, makeIfNecessary: Bool) -> NSTableRowView? {
      model.cells(ofRow: row).map { _ in NSTableRowView(frame: .zero) }
    }

    // MARK: Updates

    private func keepForUse(_ cells: [NSView]) {
      for cell in cells {
        // A view that is reloaded twice before a layout shows the same cells.
        guard let identifier = cell.identifier, pool[identifier]?.contains(cell) != true else {
          continue
        }
        pool[identifier, default: []].append(cell)
      }
    }

    /// Has everything be loaded anew.
    public func reloadData() {
      keepForUse(model.rows.flatMap(\.cells))
      model.reloadData()
    }

    /// Asks for cells of rows again.
    public func reloadData(forRowIndexes rows: IndexSet, columnIndexes columns: IndexSet) {
      model.reloadRows(at: rows, columns: columns)
    }

    /// Asks for the heights of rows again.
    public func noteHeightOfRows(withIndexesChanged rows: IndexSet) {
      notedHeights.append(rows)
      model.noteHeights(ofRows: rows)
    }

    /// Begins a block of calls.
    public func beginUpdates() {
      if depth == 0, !NSAnimationContext.isWithoutAnimation { animatedUpdateCount += 1 }
      depth += 1
      model.beginUpdates()
    }

    /// Ends a block of calls.
    public func endUpdates() {
      model.endUpdates()
      depth -= 1
      if depth == 0 { useGoneCells() }
    }

    private func useGoneCells() {
      keepForUse(goneCells)
      goneCells = []
    }

    /// Removes rows at once.
    public func removeRows(at rows: IndexSet, withAnimation animation: AnimationOptions = []) {
      goneCells += rows.flatMap { model.cells(ofRow: $0) ?? [] }
      model.removeRows(at: rows)
      if depth == 0 { useGoneCells() }
    }

    /// Inserts rows at once.
    public func insertRows(at rows: IndexSet, withAnimation animation: AnimationOptions = []) {
      model.insertRows(at: rows)
    }

    /// Moves a row at once.
    public func moveRow(at source: Int, to target: Int) { model.moveRow(at: source, to: target) }

    // MARK: Selection

    /// The rows that are selected.
    public var selectedRowIndexes: IndexSet { IndexSet(model.selectedRows) }

    /// Selects rows.
    public func selectRowIndexes(_ rows: IndexSet, byExtendingSelection isExtending: Bool) {
      model.select(rows, isExtending: isExtending)
    }

    /// The user selects rows, as far as the delegate allows that.
    public func selectByHand(_ rows: IndexSet) {
      model.select(rows.filter { delegate?.tableView(self, shouldSelectRow: $0) ?? true })
    }

    // MARK: Dragging

    /// Has a drop be shown, and made, somewhere else than the user has proposed.
    public func setDropRow(_ row: Int, dropOperation: DropOperation) {
      shownDrop = (row, dropOperation)
    }

    /// The user begins to drag rows.
    ///
    /// - Returns: Whether the data source lets them be dragged.
    public func dragByHand(_ rows: IndexSet) -> Bool {
      guard let dataSource,
        rows.allSatisfy({ dataSource.tableView(self, pasteboardWriterForRow: $0) != nil })
      else { return false }
      let drag = HandDrag(from: self)
      self.drag = drag
      dataSource.tableView(
        self, draggingSession: drag.session, willBeginAt: .zero, forRowIndexes: rows)
      return true
    }

    /// The user drops what is dragged.
    ///
    /// - Parameters:
    ///   - row: Where it is dropped.
    ///   - operation: Whether it is dropped on the row or above it.
    ///   - isForeign: Whether it was dragged from somewhere else.
    /// - Returns: Whether the data source takes it.
    public func dropByHand(
      _ row: Int, _ operation: DropOperation = .above, isForeign: Bool = false
    ) -> Bool {
      guard let dataSource, let drag else { return false }
      shownDrop = (row, operation)
      let info = isForeign ? HandDrag(from: nil) : drag
      let proposed = dataSource.tableView(
        self, validateDrop: info, proposedRow: row, proposedDropOperation: operation)
      var isTaken = false
      if proposed != [], let shownDrop {
        isTaken = dataSource.tableView(
          self, acceptDrop: info, row: shownDrop.row, dropOperation: shownDrop.operation)
      }
      endDragByHand(isTaken ? .move : [])
      return isTaken
    }

    /// The drag ends: the user has cancelled it, or it was dropped.
    public func endDragByHand(_ operation: NSDragOperation = []) {
      guard let drag else { return }
      self.drag = nil
      dataSource?.tableView(
        self, draggingSession: drag.session, endedAt: .zero, operation: operation)
    }
  }

  extension NSTableView: ScrolledDocument {
    var scrolledOffset: Double {
      get { model.offset }
      set { model.offset = newValue }
    }

    var scrolledLength: Double {
      get { model.visibleLength }
      set { model.visibleLength = newValue }
    }
  }
#endif
