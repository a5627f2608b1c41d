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
    /// The outline view of AppKit, with views for cells.
    package static var outlineViewOfAppKit: CalibratedKind {
      CalibratedKind("NSOutlineView", .outlines) { CalibratedOutlineView($0.outline) }
    }
  }

  private final class CalibratedOutlineView: NSObject, CalibratedToolkitView,
    NSOutlineViewDataSource, NSOutlineViewDelegate
  {
    final class TextView: NSView {
      var text = ""
    }

    /// What the view knows a section or an item by.
    final class Named: NSObject {
      let name: String

      init(_ name: String) {
        self.name = name
        super.init()
      }
    }

    private let source: OutlineCalibrationSource
    private let view: NSOutlineView
    private var objects: [String: Named] = [:]
    private var wasLaidOut = false
    private let window = NSWindow.forCalibration()

    init(_ source: OutlineCalibrationSource) {
      self.source = source
      view = NSOutlineView(frame: CGRect(x: 0, y: 0, width: 100, height: 1_000))
      super.init()
      let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text"))
      view.addTableColumn(column)
      view.rowHeight = 10
      view.dataSource = self
      view.delegate = self
      #if !os(Linux)
        view.outlineTableColumn = column
        view.intercellSpacing = .zero
        view.style = .plain
        view.headerView = nil
      #endif
      window.show(view)
    }

    private func object(_ name: String) -> Named {
      let object = objects[name] ?? Named(name)
      objects[name] = object
      return object
    }

    private func name(_ item: Any?) -> String? { (item as? Named)?.name }

    // MARK: NSOutlineViewDataSource, NSOutlineViewDelegate

    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      source.children(of: name(item)).count
    }

    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      object(source.child(index, of: name(item)))
    }

    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
      name(item).map(source.isSection) ?? false
    }

    func outlineView(
      _ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any
    ) -> NSView? {
      let cell = TextView(frame: .zero)
      cell.text = name(item).map(source.text(of:)) ?? "nothing"
      return cell
    }

    func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool {
      name(item).map(source.isFooter) ?? false
    }

    // MARK: CalibratedView

    func layOut() {
      view.layoutSubtreeIfNeeded()
      if !wasLaidOut {
        wasLaidOut = true
        for section in source.expandedSections { view.expandItem(object(section)) }
      }
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
    func begin(_ note: Experiment.Note) { source.isNoting = note == .children }

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
      let sections = source.tell(call)
      let (parent, other) = (sections.source.map(object), sections.target.map(object))
      switch call {
      case .deleteSection(let section):
        view.removeItems(at: [section], inParent: nil, withAnimation: [])
      case .insertSection(let section):
        view.insertItems(at: [section], inParent: nil, withAnimation: [])
      case .moveSection(let from, let to):
        view.moveItem(at: from, inParent: nil, to: to, inParent: nil)
      case .deleteItem(let path):
        view.removeItems(at: [path.item], inParent: parent, withAnimation: [])
      case .insertItem(let path):
        view.insertItems(at: [path.item], inParent: parent, withAnimation: [])
      case .moveItem(let from, let to):
        view.moveItem(at: from.item, inParent: parent, to: to.item, inParent: other)
      case .reloadSection, .reloadItem, .reconfigureItem:
        preconditionFailure("an outline takes no call that reloads")
      }
    }

    func note(in observation: inout Observation) {
      observation.shown = [(0..<view.numberOfRows).map(text)]
      observation.selectedRows = Array(view.selectedRowIndexes)
      observation.notes = source.notes
    }

    #if os(Linux)
      var exception: ToolkitException? { view.model.exception }
    #endif
  }
#endif
