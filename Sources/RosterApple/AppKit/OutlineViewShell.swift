#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterCore
  internal import RosterEngine

  /// An outline view, as a source of rows tells it.
  @MainActor
  final class OutlineViewShell<Model: Sendable, SectionModel: Sendable>:
    ListView, ScrolledViewShell
  {
    private weak var view: NSOutlineView?
    /// The data source, beside which the view may get another one.
    weak var source: OutlineViewSource<Model, SectionModel>?
    /// What the user drags.
    var drag = ItemDrag()
    /// Whether the view is being told something.
    private(set) var isTelling = false
    /// Whether other rows are selected since then.
    var hasOtherSelection = false
    /// What the view knows sections and items by.
    private var objects = WeakObjects<OutlineObject.ID, OutlineObject>()
    /// The sections that the user has collapsed.
    private var collapsed: Set<SectionID> = []

    init(_ view: NSOutlineView) { self.view = view }

    /// The view, for as long as it asks this source.
    var ownView: NSOutlineView? {
      guard let view, let source, view.dataSource === source else { return nil }
      return view
    }

    private var rows: ListViewSource<Model, SectionModel>? { source?.rows }

    // MARK: Objects

    private func object(_ id: OutlineObject.ID) -> OutlineObject {
      if let object = objects[id] { return object }
      let object = OutlineObject(id)
      objects[id] = object
      return object
    }

    /// Returns a section, or an item of one, or its footer behind them. What cannot be found is an object that shows nothing.
    func child(_ index: Int, of item: Any?) -> OutlineObject {
      guard let item else {
        let section = rows?.snapshot.state.sectionID(at: index)
        return section.map { object(.section($0)) } ?? OutlineObject(.unknown)
      }
      guard let rows, let section = section(of: item) else { return OutlineObject(.unknown) }
      if index == rows.itemCount(inSection: section) {
        let id = rows.snapshot.state.sectionID(at: section)
        return id.map { object(.footer(of: $0)) } ?? OutlineObject(.unknown)
      }
      return rows.item(at: ItemPath(section: section, item: index)).map { object(.item($0)) }
        ?? OutlineObject(.unknown)
    }

    /// Returns where a section stands; `nil` if it is none, or has gone.
    func section(of item: Any) -> Int? {
      guard case .section(let id) = (item as? OutlineObject)?.id else { return nil }
      return rows?.snapshot.state.index(of: id)
    }

    /// Returns where the section of a footer stands; `nil` if it is none, or has gone.
    func section(ofFooter item: Any) -> Int? {
      guard case .footer(let id) = (item as? OutlineObject)?.id else { return nil }
      return rows?.snapshot.state.index(of: id)
    }

    /// Returns the identity of an item; `nil` if it is none.
    func itemID(of item: Any) -> ItemID? {
      if case .item(let id) = (item as? OutlineObject)?.id { id } else { nil }
    }

    /// Returns where an item stands; `nil` if it is none, or has gone.
    func path(of item: Any) -> ItemPath? { itemID(of: item).flatMap { rows?.path(of: $0) } }

    /// Returns the path before which a drop places an item; `nil` if that is in no section.
    ///
    /// What is dropped on a section or its footer, or behind it and before the next section, comes to stand at its end; what is
    /// dropped on an item, before that.
    ///
    /// - Parameter index: The child before which it is dropped; a negative one if it is dropped on the object itself.
    func dropPath(_ index: Int, of item: Any?) -> ItemPath? {
      guard let rows else { return nil }
      func end(of section: Int) -> ItemPath? { rows.dropPath(inSection: section, before: .max) }
      guard let item else { return end(of: index < 0 ? rows.sectionCount - 1 : index - 1) }
      if let section = section(of: item) {
        return index < 0 ? end(of: section) : rows.dropPath(inSection: section, before: index)
      }
      return section(ofFooter: item).map(end(of:)) ?? path(of: item)
    }

    func setCollapsed(_ isCollapsed: Bool, _ item: Any?) {
      guard case .section(let id) = (item as? OutlineObject)?.id else { return }
      if isCollapsed { collapsed.insert(id) } else { collapsed.remove(id) }
    }

    private func expand(_ sections: some Sequence<SectionID>, in view: NSOutlineView) {
      for id in sections where !collapsed.contains(id) { view.expandItem(object(.section(id))) }
    }

    // MARK: ListView

    var isLoaded: Bool {
      guard let view = ownView, let rows, view.window != nil else { return false }
      // A view that has not loaded its rows loads them when it is asked, while they are those of before an update.
      return view.numberOfChildren(ofItem: nil) == rows.sectionCount
    }

    // What is gone, or asks another source, is told nothing.
    var isBusy: Bool { ownView != nil && drag.isActive }

    func updates<RowModel, HeaderModel>(
      of batch: ChangeBatch<RowModel, HeaderModel>
    ) -> OutlineUpdates {
      batch.outlineUpdates { id in ownView?.isItemExpanded(object(.section(id))) ?? false }
    }

    func reload(_ swap: () -> Void) {
      let selection = selection
      tell {
        swap()
        guard let view = ownView, let rows else { return }
        view.reloadData()
        let state = rows.snapshot.state
        collapsed = collapsed.filter { state.index(of: $0) != nil }
        expand(state.sectionIDs, in: view)
        select(selection, isExtending: false)
      }
    }

    func perform(_ updates: OutlineUpdates, _ swap: @escaping () -> Void) {
      guard let view = ownView, let source, let rows else { return }
      let selection = selection
      tell {
        swap()
        view.beginUpdates()
        for call in updates.calls { tell(view, call, source.animation) }
        view.endUpdates()
        let state = rows.snapshot.state
        expand(updates.comeSections.compactMap { state.sectionID(at: $0) }, in: view)
        collapsed = collapsed.filter { state.index(of: $0) != nil }
        // Rows that go and come, with a section, are selected again. The others are so throughout.
        let selected = Set(self.selection)
        let others = selection.filter { !selected.contains($0) }
        if !others.isEmpty { select(others, isExtending: view.allowsMultipleSelection) }
      }
    }

    private func tell(
      _ view: NSOutlineView, _ call: OutlineUpdates.Call,
      _ animation: NSTableView.AnimationOptions
    ) {
      switch call {
      case .removeSections(let ranges):
        view.removeItems(at: IndexSet(ranges), inParent: nil, withAnimation: animation)
      case .insertSections(let ranges):
        view.insertItems(at: IndexSet(ranges), inParent: nil, withAnimation: animation)
      case .moveSection(let from, let to):
        view.moveItem(at: from, inParent: nil, to: to, inParent: nil)
      case .removeItems(let ranges, let id):
        view.removeItems(
          at: IndexSet(ranges), inParent: object(.section(id)), withAnimation: animation)
      case .insertItems(let ranges, let id):
        view.insertItems(
          at: IndexSet(ranges), inParent: object(.section(id)), withAnimation: animation)
      case .moveItem(let from, let source, let to, let target):
        view.moveItem(
          at: from, inParent: object(.section(source)), to: to,
          inParent: object(.section(target)))
      }
    }

    func showAgain(_ updates: OutlineUpdates) {
      guard let view = ownView, let source, let rows else { return }
      let state = rows.snapshot.state
      var ids = updates.updatedSections.compactMap(state.sectionID(at:)).flatMap {
        [OutlineObject.ID.section($0), .footer(of: $0)]
      }
      ids += updates.updatedItems.compactMap { rows.item(at: $0).map { .item($0) } }
      // What the view does not have has no row.
      for object in ids.compactMap({ objects[$0] }) {
        let row = view.row(forItem: object)
        if row >= 0 { source.showAgain(row, of: object, in: view) }
      }
    }

    private func tell(_ body: () -> Void) {
      isTelling = true
      body()
      isTelling = false
      guard hasOtherSelection else { return }
      hasOtherSelection = false
      source?.onSelect?(selection)
    }

    // MARK: Selection

    /// The items that are selected, in the order of their rows.
    var selection: [ItemID] {
      guard let view = ownView else { return [] }
      return view.selectedRowIndexes.compactMap {
        view.item(atRow: $0).flatMap(itemID(of:))
      }
    }

    /// Selects the rows of items, as far as they have any.
    func select(_ items: [ItemID], isExtending: Bool) {
      guard let view = ownView else { return }
      let rows = items.compactMap { objects[.item($0)] }.map(view.row(forItem:))
      view.selectRowIndexes(
        IndexSet(rows.filter { $0 >= 0 }), byExtendingSelection: isExtending)
    }

    // MARK: ScrolledViewShell

    var documentView: NSView? { ownView }

    var visibleItems: [ItemPath] {
      guard let view = ownView else { return [] }
      let rows = view.rows(in: view.visibleRect)
      guard rows.length > 0 else { return [] }
      return (rows.location..<rows.location + rows.length).compactMap {
        view.item(atRow: $0).flatMap(path(of:))
      }
    }

    func span(of path: ItemPath) -> (start: Double, end: Double)? {
      guard let view = ownView, let id = rows?.item(at: path),
        let object = objects[.item(id)]
      else { return nil }
      let row = view.row(forItem: object)
      guard row >= 0 else { return nil }
      let frame = view.rect(ofRow: row)
      return (Double(frame.minY), Double(frame.maxY))
    }
  }
#endif
