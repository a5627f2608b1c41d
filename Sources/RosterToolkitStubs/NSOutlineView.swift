#if os(Linux)
  public import Foundation
  public import RosterToolkitModels

  /// What an outline view asks for its objects.
  @MainActor public protocol NSOutlineViewDataSource: AnyObject {
    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int

    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any

    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool

    func outlineView(
      _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
    ) -> (any NSPasteboardWriting)?

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItems draggedItems: [Any])

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation)

    func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo,
      proposedItem item: Any?, proposedChildIndex index: Int
    ) -> NSDragOperation

    func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?,
      childIndex index: Int
    ) -> Bool
  }

  /// The child index of what is dropped on an object, and not before one of its children.
  public let NSOutlineViewDropOnItemIndex = -1

  /// What an outline view asks for its cells.
  @MainActor public protocol NSOutlineViewDelegate: AnyObject {
    func outlineView(
      _ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any
    ) -> NSView?

    func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool

    func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool

    func outlineViewSelectionDidChange(_ notification: Notification)

    func outlineViewItemDidExpand(_ notification: Notification)

    func outlineViewItemDidCollapse(_ notification: Notification)
  }

  /// An outline view without a screen, by the rules of a model of such views. It shows all its rows; a scroll view says which
  /// of them are seen. An object has one cell, that of the first column.
  @MainActor public final class NSOutlineView: NSView {
    /// What it asks for its objects.
    public weak var dataSource: (any NSOutlineViewDataSource)?
    /// What it asks for its cells.
    public weak var delegate: (any NSOutlineViewDelegate)?
    /// Its columns.
    public private(set) var tableColumns: [NSTableColumn] = []
    /// Whether more than one row may be selected.
    public var allowsMultipleSelection = false
    /// The height of its rows.
    public var rowHeight: CGFloat {
      get { CGFloat(model.rowHeight) }
      set { model.rowHeight = Double(newValue) }
    }
    /// How many blocks of calls it was told while changes were animated.
    public private(set) var animatedUpdateCount = 0
    private var depth = 0
    private var drag: HandDrag?
    /// Where the last drop was shown, and made, which is not always where the user has proposed it.
    public private(set) var shownDrop: (item: Any?, childIndex: Int)?

    /// The model, by whose rules it is.
    public private(set) lazy var model: OutlineViewModel<NSObject, NSView> = {
      let model = OutlineViewModel<NSObject, NSView>(
        childCount: { [unowned self] in
          dataSource?.outlineView(self, numberOfChildrenOfItem: $0) ?? 0
        }, child: { [unowned self] in child($0, of: $1) },
        cell: { [unowned self] in cell(of: $0) })
      model.onSelectionChange = { [unowned self] in
        delegate?.outlineViewSelectionDidChange(
          Notification(name: Notification.Name("NSOutlineViewSelectionDidChange"), object: self))
      }
      return model
    }()

    private func child(_ index: Int, of parent: NSObject?) -> NSObject {
      guard
        let child = dataSource?.outlineView(self, child: index, ofItem: parent) as? NSObject
      else { preconditionFailure("a child is no object") }
      return child
    }

    private func cell(of object: NSObject) -> NSView {
      let column =
        delegate?.outlineView(self, isGroupItem: object) == true ? nil : tableColumns.first
      return delegate?.outlineView(self, viewFor: column, item: object) ?? NSView(frame: .zero)
    }

    // MARK: What is shown

    /// Adds a column.
    public func addTableColumn(_ column: NSTableColumn) { tableColumns.append(column) }

    /// The number of rows, which it loads if it has not.
    public var numberOfRows: Int {
      model.layOut()
      return model.rows.count
    }

    /// The number of children that an object has in the view, or the root.
    public func numberOfChildren(ofItem item: Any?) -> Int {
      model.layOut()
      if let item { return dataSource?.outlineView(self, numberOfChildrenOfItem: item) ?? 0 }
      return model.rootCount
    }

    /// Returns the object of a row; `nil` if there is none.
    public func item(atRow row: Int) -> Any? {
      model.layOut()
      let rows = model.rows
      return rows.indices.contains(row) ? rows[row] : nil
    }

    /// Returns the row of an object; −1 if it is not shown.
    public func row(forItem item: Any?) -> Int {
      model.layOut()
      return (item as? NSObject).flatMap { model.rows.firstIndex(of: $0) } ?? -1
    }

    /// Returns the cell of a row.
    public func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
      (item(atRow: row) as? NSObject).flatMap(model.cell(of:))
    }

    /// Returns a view to be used again. Here none is.
    public func makeView(
      withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?
    ) -> NSView? { nil }

    /// Loads what it has not.
    public override func layoutSubtreeIfNeeded() { model.layOut() }

    /// Whether an object shows its children.
    public func isItemExpanded(_ item: Any?) -> Bool {
      (item as? NSObject).map(model.isExpanded) ?? false
    }

    /// Shows the children of an object.
    public func expandItem(_ item: Any?) {
      guard let object = item as? NSObject,
        dataSource?.outlineView(self, isItemExpandable: object) == true
      else { return }
      let wasExpanded = model.isExpanded(object)
      model.expand(object)
      guard !wasExpanded, model.isExpanded(object) else { return }
      delegate?.outlineViewItemDidExpand(notification("NSOutlineViewItemDidExpand", object))
    }

    /// Shows the children of an object no longer.
    public func collapseItem(_ item: Any?) {
      guard let object = item as? NSObject, model.isExpanded(object) else { return }
      model.collapse(object)
      delegate?.outlineViewItemDidCollapse(notification("NSOutlineViewItemDidCollapse", object))
    }

    private func notification(_ name: String, _ object: NSObject) -> Notification {
      Notification(
        name: Notification.Name(name), object: self, userInfo: ["NSObject": object])
    }

    // MARK: Scrolling

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
        x: 0, y: model.offset, width: Double(super.bounds.width), height: model.visibleLength)
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
      CGRect(x: 0, y: CGFloat(row) * rowHeight, width: super.bounds.width, height: rowHeight)
    }

    // MARK: Selection

    /// The rows that are selected.
    public var selectedRowIndexes: IndexSet {
      model.layOut()
      let rows = model.rows
      return IndexSet(rows.indices.filter { model.selection.contains(rows[$0]) })
    }

    /// Selects rows.
    public func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection isExtending: Bool) {
      model.layOut()
      let rows = model.rows
      guard indexes.allSatisfy(rows.indices.contains) else {
        preconditionFailure("a row is selected that is not there")
      }
      model.select(Set(indexes.map { rows[$0] }).union(isExtending ? model.selection : []))
    }

    /// The user selects rows, as far as the delegate allows that.
    public func selectByHand(_ indexes: IndexSet) {
      selectRowIndexes(
        indexes.filteredIndexSet { row in
          item(atRow: row).map { delegate?.outlineView(self, shouldSelectItem: $0) ?? true }
            ?? false
        }, byExtendingSelection: false)
    }

    // MARK: Dragging

    /// Has a drop be shown, and made, somewhere else than the user has proposed.
    public func setDropItem(_ item: Any?, dropChildIndex index: Int) { shownDrop = (item, index) }

    /// The user begins to drag rows.
    ///
    /// - Returns: Whether the data source lets them be dragged.
    public func dragByHand(_ rows: IndexSet) -> Bool {
      let items = rows.compactMap { item(atRow: $0) }
      guard let dataSource,
        items.allSatisfy({ dataSource.outlineView(self, pasteboardWriterForItem: $0) != nil })
      else { return false }
      let drag = HandDrag(from: self)
      self.drag = drag
      dataSource.outlineView(
        self, draggingSession: drag.session, willBeginAt: .zero, forItems: items)
      return true
    }

    /// The user drops what is dragged.
    ///
    /// - Parameters:
    ///   - index: The child before which it is dropped; −1 if it is dropped on the object.
    ///   - item: The object; `nil` for the root.
    ///   - isForeign: Whether it was dragged from somewhere else.
    /// - Returns: Whether the data source takes it.
    public func dropByHand(_ index: Int, of item: Any?, isForeign: Bool = false) -> Bool {
      guard let dataSource, let drag else { return false }
      shownDrop = (item, index)
      let info = isForeign ? HandDrag(from: nil) : drag
      let proposed =
        draggedTypes.isEmpty
        ? []
        : dataSource.outlineView(
          self, validateDrop: info, proposedItem: item, proposedChildIndex: index)
      var isTaken = false
      if proposed != [], let shownDrop {
        isTaken = dataSource.outlineView(
          self, acceptDrop: info, item: shownDrop.item, childIndex: shownDrop.childIndex)
      }
      endDragByHand(isTaken ? .move : [])
      return isTaken
    }

    /// The drag ends: the user has cancelled it, or it was dropped.
    public func endDragByHand(_ operation: NSDragOperation = []) {
      guard let drag else { return }
      self.drag = nil
      dataSource?.outlineView(
        self, draggingSession: drag.session, endedAt: .zero, operation: operation)
    }

    // MARK: Updates

    /// Has everything be loaded anew.
    public func reloadData() { model.reloadData() }

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
    }

    /// Removes children of an object, or of the root.
    public func removeItems(
      at indexes: IndexSet, inParent parent: Any?,
      withAnimation animation: NSTableView.AnimationOptions = []
    ) { model.removeChildren(at: indexes, of: parent as? NSObject) }

    /// Inserts children of an object, or of the root.
    public func insertItems(
      at indexes: IndexSet, inParent parent: Any?,
      withAnimation animation: NSTableView.AnimationOptions = []
    ) { model.insertChildren(at: indexes, of: parent as? NSObject) }

    /// Moves a child of an object.
    public func moveItem(
      at source: Int, inParent parent: Any?, to target: Int, inParent other: Any?
    ) {
      model.moveChild(
        at: source, of: parent as? NSObject, to: target, of: other as? NSObject)
    }
  }

  extension NSOutlineView: ScrolledDocument {
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
