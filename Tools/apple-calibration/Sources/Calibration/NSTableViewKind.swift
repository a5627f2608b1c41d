#if canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import RosterCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterCore
  internal import RosterToolkitModels
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)) || os(Linux)
  extension CalibratedKind {
    /// The table view of AppKit, with views for cells.
    package static var tableViewOfAppKit: CalibratedKind {
      CalibratedKind("NSTableView", .rows) { CalibratedTableView($0) }
    }
  }

  private final class CalibratedTableView: NSObject, CalibratedToolkitView, NSTableViewDataSource,
    NSTableViewDelegate
  {
    final class TextView: NSView {
      var text = ""
    }

    private let source: CalibrationSource
    private let view: NSTableView
    private let window = NSWindow.forCalibration()

    init(_ source: CalibrationSource) {
      self.source = source
      view = NSTableView(frame: CGRect(x: 0, y: 0, width: 100, height: 1_000))
      super.init()
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.rowHeight = 10
      view.intercellSpacing = .zero
      view.dataSource = self
      view.delegate = self
      #if !os(Linux)
        view.style = .plain
        view.headerView = nil
      #endif
      window.show(view)
    }

    // MARK: NSTableViewDataSource, NSTableViewDelegate

    func numberOfRows(in tableView: NSTableView) -> Int { source.counts[0] }

    func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      let cell = TextView(frame: .zero)
      cell.text = source.text(section: 0, item: row)
      return cell
    }

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { source.isGroup(row) }

    // MARK: CalibratedView

    func layOut() {
      view.layoutSubtreeIfNeeded()
      // A view prepares rows when they are drawn, and this one is not.
      for row in 0..<view.numberOfRows { _ = text(ofRow: row) }
    }

    private func text(ofRow row: Int) -> String? {
      (view.view(atColumn: 0, row: row, makeIfNecessary: true) as? TextView)?.text
    }

    func reloadData() { view.reloadData() }
    func invalidateLayout() {}
    func leaveWindow() {}
    func scroll(to offset: Double) {}
    func select(row: Int) { view.selectRowIndexes([row], byExtendingSelection: false) }

    func perform(
      _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
    ) {
      view.beginUpdates()
      updates()
      view.endUpdates()
      // The end of its animations is not told.
      ended(true)
    }

    func tell(_ call: ViewCall) {
      switch call {
      case .deleteItem(let path): view.removeRows(at: [path.item], withAnimation: [])
      case .insertItem(let path): view.insertRows(at: [path.item], withAnimation: [])
      case .moveItem(let source, let target): view.moveRow(at: source.item, to: target.item)
      case .deleteSection, .insertSection, .moveSection, .reloadSection, .reloadItem,
        .reconfigureItem:
        preconditionFailure("a view with rows takes no call for sections, and none that reloads")
      }
    }

    func note(in observation: inout Observation) {
      observation.shown = [(0..<view.numberOfRows).map(text)]
      observation.selectedRows = Array(view.selectedRowIndexes)
    }

    #if os(Linux)
      var exception: ToolkitException? { view.model.exception }
    #endif
  }
#endif
