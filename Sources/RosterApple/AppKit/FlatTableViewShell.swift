#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterCore

  /// A table view of AppKit, as a source of rows tells it.
  @MainActor
  final class FlatTableViewShell<Model: Sendable, SectionModel: Sendable>:
    ListView, ScrolledViewShell
  {
    private weak var view: NSTableView?
    /// The data source, beside which the view may get another one.
    weak var source: FlatTableViewSource<Model, SectionModel>?
    /// What the user drags.
    var drag = ItemDrag()
    /// Whether the view is being told something.
    private(set) var isTelling = false
    /// Whether other rows are selected since then.
    var hasOtherSelection = false

    init(_ view: NSTableView) { self.view = view }

    /// The view, for as long as it asks this source.
    var ownView: NSTableView? {
      guard let view, let source, view.dataSource === source else { return nil }
      return view
    }

    var isLoaded: Bool {
      guard let view = ownView, view.window != nil else { return false }
      // A view that has not loaded its rows loads them when it is asked, while they are those of before an update.
      return view.numberOfRows == source?.flatRows.count
    }

    // What is gone, or asks another source, is told nothing.
    var isBusy: Bool { ownView != nil && drag.isActive }

    func updates<RowModel, HeaderModel>(
      of batch: ChangeBatch<RowModel, HeaderModel>
    ) -> RowUpdates {
      batch.rowUpdates(
        hasHeaders: source?.hasHeaders ?? false, hasFooters: source?.hasFooters ?? false)
    }

    func reload(_ swap: () -> Void) {
      let selection = source?.selection ?? []
      tell {
        swap()
        guard let view = ownView, let source else { return }
        view.reloadData()
        // It selects the same indexes, whatever stands there now.
        let rows = IndexSet(source.flatRows.rows(of: selection))
        if view.selectedRowIndexes != rows {
          view.selectRowIndexes(rows, byExtendingSelection: false)
        }
      }
    }

    func perform(_ updates: RowUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView, let source else { return }
      let (gone, come) = (IndexSet(updates.removedRows), IndexSet(updates.insertedRows))
      // Rows that go and come are selected again. The others are so throughout.
      let selection = source.flatRows.items(at: view.selectedRowIndexes.intersection(gone))
      tell {
        swap()
        view.beginUpdates()
        if !gone.isEmpty { view.removeRows(at: gone, withAnimation: source.animation) }
        for move in updates.movedRows { view.moveRow(at: move.source, to: move.target) }
        if !come.isEmpty { view.insertRows(at: come, withAnimation: source.animation) }
        view.endUpdates()
        let rows = IndexSet(source.flatRows.rows(of: selection))
        if !rows.isEmpty {
          view.selectRowIndexes(rows, byExtendingSelection: view.allowsMultipleSelection)
        }
      }
    }

    func showAgain(_ updates: RowUpdates) {
      guard let view = ownView, let source, !updates.updatedRows.isEmpty else { return }
      // A row that is not prepared is asked for when it is shown.
      let others = updates.updatedRows.filter {
        view.rowView(atRow: $0, makeIfNecessary: false) != nil && !source.showAgain($0, in: view)
      }
      if !others.isEmpty {
        view.reloadData(
          forRowIndexes: IndexSet(others),
          columnIndexes: IndexSet(integersIn: 0..<view.numberOfColumns))
      }
      if view.usesAutomaticRowHeights {
        view.noteHeightOfRows(withIndexesChanged: IndexSet(updates.updatedRows))
      }
    }

    /// Selects the rows of items.
    func select(_ items: [ItemID]) {
      guard let view = ownView, let source else { return }
      view.selectRowIndexes(
        IndexSet(source.flatRows.rows(of: items)), byExtendingSelection: false)
    }

    // MARK: ScrolledViewShell

    var documentView: NSView? { ownView }

    var visibleItems: [ItemPath] {
      guard let view = ownView, let source else { return [] }
      let rows = view.rows(in: view.visibleRect)
      guard rows.length > 0 else { return [] }
      return (rows.location..<rows.location + rows.length).compactMap {
        if case .item(let path) = source.flatRows.place(at: $0) { path } else { nil }
      }
    }

    func span(of path: ItemPath) -> (start: Double, end: Double)? {
      guard let view = ownView, let source else { return nil }
      let row = source.flatRows.row(of: path)
      guard row < view.numberOfRows else { return nil }
      let frame = view.rect(ofRow: row)
      return (Double(frame.minY), Double(frame.maxY))
    }

    private func tell(_ body: () -> Void) {
      isTelling = true
      body()
      isTelling = false
      guard hasOtherSelection else { return }
      hasOtherSelection = false
      if let source { source.onSelect?(source.selection) }
    }
  }

  /// A kind of cell: how one is made, and what it shows.
  @MainActor struct TableCell<Content> {
    /// Makes a cell, or takes one that is no longer shown, which the argument returns.
    private let make: ((NSUserInterfaceItemIdentifier) -> NSView?) -> NSView
    private let configure: (NSView, Content) -> Bool

    /// - Parameter name: What tells its cells from those of other kinds of the same class.
    init<Cell: NSView>(
      _ name: String, _ makeCell: @escaping () -> Cell,
      _ configure: @escaping (Cell, Content) -> Void
    ) {
      let identifier = NSUserInterfaceItemIdentifier("Roster.\(name).\(Cell.self)")
      make = { used in
        if let cell = used(identifier) as? Cell { return cell }
        let cell = makeCell()
        cell.identifier = identifier
        return cell
      }
      self.configure = { view, content in
        guard let cell = view as? Cell else { return false }
        configure(cell, content)
        return true
      }
    }

    /// Returns a cell that is new or used again. Without a content it shows what it has shown.
    ///
    /// - Parameter used: Returns a cell with an identifier that the view no longer shows.
    func made(
      _ content: Content?, _ used: (NSUserInterfaceItemIdentifier) -> NSView?
    ) -> NSView {
      let cell = make(used)
      if let content { _ = configure(cell, content) }
      return cell
    }

    /// Has a cell show something; returns whether it is of this kind.
    func show(in view: NSView?, _ content: Content) -> Bool {
      view.map { configure($0, content) } ?? false
    }
  }

  extension IndexSet {
    init(_ ranges: [Range<Int>]) {
      self = ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
    }
  }
#endif
