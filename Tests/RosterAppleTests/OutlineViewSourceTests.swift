#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterTestKit
  import RosterTestSupport
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// The shell of outline views over a view that has their name, and the rules of the model in its strict mode.
  @Suite("Sources of outline views") @MainActor struct OutlineViewSourceTests {
    private typealias List = ListDataSource<String, String, Never>
    private typealias Source = OutlineViewSource<String, String>

    final class RowCell: NSTableCellView {
      var text = "" {
        didSet { configuredCount += 1 }
      }
      private(set) var configuredCount = 0
    }

    final class Header: NSTableCellView {
      var text: String?
    }

    final class Footer: NSTableCellView {
      var text: String?
    }

    /// A view in a window of which 60 points are seen, with rows of 20 points.
    private static func shown(
      _ list: List, hasFooters: Bool = false
    ) throws -> (view: NSOutlineView, source: Source) {
      let frame = CGRect(x: 0, y: 0, width: 100, height: 60)
      let view = NSOutlineView(frame: frame)
      view.rowHeight = 20
      view.allowsMultipleSelection = true
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      // begin example
      let source = try OutlineViewSource(list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      source.setHeaders {
        Header()
      } configure: { header, section in
        header.text = section.model
      }
      // end example
      if hasFooters {
        source.setFooters {
          Footer()
        } configure: { footer, section in
          footer.text = section.model
        }
      }
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
      return (view, source)
    }

    private static func texts(_ view: NSOutlineView) -> [String] {
      (0..<view.numberOfRows).map { row in
        let cell = view.view(atColumn: 0, row: row, makeIfNecessary: false)
        if let header = cell as? Header { return "# \(header.text ?? "none")" }
        if let footer = cell as? Footer { return "/ \(footer.text ?? "none")" }
        return (cell as? RowCell)?.text ?? "no cell"
      }
    }

    private static func texts(
      _ snapshot: List.Snapshot, without collapsed: Set<SectionID> = [], hasFooters: Bool
    ) throws -> [String] {
      let ids = snapshot.state.sectionIDs
      return try zip(ids, snapshot.contents().sections).flatMap { id, section in
        let footers = hasFooters ? ["/ \(section.model ?? "none")"] : []
        return ["# \(section.model ?? "none")"]
          + (collapsed.contains(id) ? [] : section.items + footers)
      }
    }

    private static func lettered() throws -> List {
      let list = try List(.memory(list: "texts"))
      try list.applySynchronously(
        Changeset {
          for (section, texts) in [["a", "b", "c"], ["d", "e"], []].enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(texts, at: ItemPath(section: section, item: 0))
          }
        })
      return list
    }

    private static func items(_ snapshot: List.Snapshot) throws -> [ItemID] {
      try (0..<snapshot.sectionCount).flatMap { section in
        try (0..<snapshot.itemCount(inSection: section)).compactMap {
          try snapshot.state.itemID(at: ItemPath(section: section, item: $0))
        }
      }
    }

    private static func change(
      _ list: List, _ source: Source,
      _ steps: @escaping @Sendable (inout ListDraft<String, String>) throws -> Void
    ) async throws {
      _ = try list.changeSynchronously { _, change in try steps(&change) }
      await source.rows.knows(list.snapshot.revision)
    }

    /// A view that loses its window and is paused now and then, in which sections are collapsed and items selected.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func anOutlineShowsTheListWheneverItCan(seed: UInt64) async throws {
      let list = try List(.memory(list: "texts"))
      let hasFooters = seed % 2 == 0
      let (view, source) = try Self.shown(list, hasFooters: hasFooters)
      let window = NSWindow()
      var changes = RandomChangesets(seed: seed)
      var collapsed: Set<SectionID> = []
      for step in 0..<60 {
        view.window = changes.random.happens(percent: 15) ? nil : window
        source.rows.isPaused = changes.random.happens(percent: 15)
        let sections = source.rows.snapshot.state.sectionIDs
        if changes.random.happens(percent: 20),
          let row = (0..<view.numberOfRows).randomElement(
            using: &changes.random),
          let section = source.outlineView(view, section: view.item(atRow: row))
        {
          if collapsed.insert(sections[section]).inserted {
            view.collapseItem(view.item(atRow: row))
          } else {
            collapsed.remove(sections[section])
            view.expandItem(view.item(atRow: row))
          }
        }
        if changes.random.happens(percent: 30), view.numberOfRows > 0 {
          let count = view.numberOfRows
          view.selectByHand(IndexSet((0..<3).map { _ in changes.random.index(below: count) }))
        }
        let selected = source.selection
        let counts = (0..<list.snapshot.sectionCount).map(list.snapshot.itemCount(inSection:))
        try list.applySynchronously(changes.valid(for: counts).changeset(models: "\(step) "))
        await source.rows.knows(list.snapshot.revision)
        guard view.window != nil else { continue }
        view.layoutSubtreeIfNeeded()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        let shown = source.rows.snapshot
        #expect(
          try Self.texts(view) == Self.texts(shown, without: collapsed, hasFooters: hasFooters),
          "seed \(seed), step \(step)")
        // Items that come into collapsed sections are not shown, and are selected no longer.
        let expected = try selected.filter {
          guard let path = try shown.state.path(of: $0) else { return false }
          return !collapsed.contains(shown.state.sectionIDs[path.section])
        }
        #expect(Set(source.selection) == Set(expected), "seed \(seed), step \(step)")
      }
      (view.window, source.rows.isPaused) = (window, false)
      source.rows.goOn()
      view.layoutSubtreeIfNeeded()
      #expect(
        try Self.texts(view)
          == Self.texts(list.snapshot, without: collapsed, hasFooters: hasFooters))
      #expect(source.rows.failure == nil && view.model.callCount > 20)
      await list.close()
    }

    /// A section that moves takes its rows with it, by one call, and nothing is asked for.
    @Test func aSectionMovesByOneCall() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      let (calls, asked) = (view.model.callCount, view.model.askedCount)
      try list.applySynchronously(Changeset { $0.moveSection(from: 0, to: 2) })
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view) == ["# 1", "d", "e", "# 2", "# 0", "a", "b", "c"])
      #expect(view.model.callCount == calls + 1 && view.model.askedCount == asked)
      #expect(view.model.exception == nil && view.model.reloadCount == 2)
      await list.close()
    }

    /// A footer is a group row behind the items of its section: it is changed in place, moves with the section, and is not
    /// shown while that is collapsed.
    @Test func footersAreGroupRows() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasFooters: true)
      let items = try Self.items(list.snapshot)
      #expect(
        Self.texts(view) == ["# 0", "a", "b", "c", "/ 0", "# 1", "d", "e", "/ 1", "# 2", "/ 2"])
      let groups = (0..<view.numberOfRows).filter { row in
        view.item(atRow: row).map { source.outlineView(view, isGroupItem: $0) } ?? false
      }
      #expect(groups == [0, 4, 5, 8, 9, 10])
      view.selectByHand([1, 4, 10])
      #expect(source.selection == [items[0]] && view.selectedRowIndexes == [1])
      let asked = view.model.askedCount
      try await Self.change(list, source) { change in
        try change.append("f", toSection: change.state.sectionIDs[2])
        try change.move(items[0], to: ItemPath(section: 1, item: 2))
        try change.update(change.state.sectionIDs[1], "one")
      }
      #expect(
        Self.texts(view) == [
          "# 0", "b", "c", "/ 0", "# one", "d", "e", "a", "/ one", "# 2", "f", "/ 2",
        ])
      #expect(view.model.askedCount == asked + 1 && source.selection == [items[0]])
      let calls = view.model.callCount
      try list.applySynchronously(Changeset { $0.moveSection(from: 1, to: 0) })
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == [
          "# one", "d", "e", "a", "/ one", "# 0", "b", "c", "/ 0", "# 2", "f", "/ 2",
        ])
      #expect(view.model.callCount == calls + 1 && view.model.askedCount == asked + 1)
      view.collapseItem(view.item(atRow: 0))
      try await Self.change(list, source) { try $0.update($0.state.sectionIDs[0], "1") }
      #expect(Self.texts(view) == ["# 1", "# 0", "b", "c", "/ 0", "# 2", "f", "/ 2"])
      view.expandItem(view.item(atRow: 0))
      #expect(Self.texts(view).prefix(5) == ["# 1", "d", "e", "a", "/ 1"])
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    @Test func onlyTheCellOfAChangedRowIsConfiguredAgain() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      let items = try Self.items(list.snapshot)
      let cells = (1...3).map {
        view.view(atColumn: 0, row: $0, makeIfNecessary: false) as? RowCell
      }
      let asked = view.model.askedCount
      try await Self.change(list, source) { change in
        try change.update(items[1], "new")
        try change.move(items[1], to: ItemPath(section: 1, item: 0))
        try change.update(change.state.sectionIDs[1], "one")
      }
      #expect(Self.texts(view) == ["# 0", "a", "c", "# one", "new", "d", "e", "# 2"])
      #expect(cells.map { $0?.configuredCount } == [1, 2, 1] && view.model.askedCount == asked)
      #expect(view.view(atColumn: 0, row: 4, makeIfNecessary: false) === cells[1])
      #expect(view.model.exception == nil)
      await list.close()
    }

    /// What the user has collapsed stays so, and its items come and go unseen. A section that comes is expanded.
    @Test func aCollapsedSectionStaysSo() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      let items = try Self.items(list.snapshot)
      view.collapseItem(view.item(atRow: 0))
      #expect(Self.texts(view) == ["# 0", "# 1", "d", "e", "# 2"])
      // Out of it, into it, and within.
      try await Self.change(list, source) {
        try $0.move(items[0], to: ItemPath(section: 1, item: 0))
        try $0.move(items[3], to: ItemPath(section: 0, item: 0))
        try $0.update(items[1], "new")
        let section = try $0.insertSection("new", at: 0)
        try $0.append("x", toSection: section)
      }
      #expect(Self.texts(view) == ["# new", "x", "# 0", "# 1", "a", "e", "# 2"])
      // A reload keeps it as well.
      view.window = nil
      try await Self.change(list, source) { _ = try $0.append("y") }
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
      #expect(Self.texts(view) == ["# new", "x", "# 0", "# 1", "a", "e", "# 2", "y"])
      view.expandItem(view.item(atRow: 2))
      #expect(
        Self.texts(view) == ["# new", "x", "# 0", "d", "new", "c", "# 1", "a", "e", "# 2", "y"])
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// The selection is told once for an update, and holds items that go and come with a section.
    @Test func itemsStaySelected() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      let items = try Self.items(list.snapshot)
      var told: [[ItemID]] = []
      source.onSelect = { told.append($0) }
      // A section cannot be selected.
      view.selectByHand([0, 1, 5])
      #expect(source.selection == [items[0], items[3]] && told == [source.selection])
      try await Self.change(list, source) {
        let section = try $0.insertSection("new", at: 0)
        try $0.append("x", toSection: section)
        try $0.move(items[3], to: ItemPath(section: 0, item: 0))
      }
      #expect(Self.texts(view).prefix(3) == ["# new", "d", "x"])
      #expect(source.selection == [items[3], items[0]])
      #expect(told.count == 2 && told.last == source.selection)
      try await Self.change(list, source) { try $0.remove(items[0]) }
      #expect(told.count == 3 && told.last == [items[3]])
      source.selection = [items[2]]
      #expect(source.selection == [items[2]] && view.model.exception == nil)
      await list.close()
    }

    /// In a scroll view, rows that come before those that are seen do not move them.
    @Test func rowsStayWhereTheyAre() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      scrollView.documentView = view
      let items = try Self.items(list.snapshot)
      #expect(source.rows.scroll(to: ListPosition(items[1], distance: -10)))
      #expect(scrollView.contentView.bounds.minY == 50)
      try await Self.change(list, source) {
        _ = try $0.insert("new", at: ItemPath(section: 0, item: 0))
      }
      #expect(source.rows.position == ListPosition(items[1], distance: -10))
      #expect(scrollView.contentView.bounds.minY == 70 && view.model.exception == nil)
      await list.close()
    }

    /// A view that is gone is told nothing, and a source that is gone follows nothing.
    @Test func nothingIsKept() async throws {
      let list = try List(.memory(list: "texts"))
      weak var released: Source?
      weak var releasedView: NSOutlineView?
      do {
        let (view, source) = try Self.shown(list)
        (released, releasedView) = (source, view)
        try await list.change { _, change in try change.append("a") }
        await source.rows.knows(list.snapshot.revision)
      }
      try await list.change { _, change in try change.append("b") }
      #expect(released == nil && releasedView == nil)
      await list.close()
    }
  }

  extension OutlineViewSource {
    /// Returns the index of a section that the view shows; `nil` if it is none.
    fileprivate func outlineView(_ view: NSOutlineView, section item: Any?) -> Int? {
      guard let item, outlineView(view, isItemExpandable: item) else { return nil }
      return (0..<rows.sectionCount).first {
        outlineView(view, child: $0, ofItem: nil) as AnyObject === item as AnyObject
      }
    }
  }
#endif
