#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterDerived
  import RosterTestKit
  import RosterTestSupport
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// The shell of AppKit over a view that has its names, and the rules of the model in its strict mode.
  @Suite("Sources of table views of AppKit") @MainActor
  struct FlatTableViewSourceTests {
    private typealias List = ListDataSource<String, String, Never>
    private typealias Source = FlatTableViewSource<String, String>

    final class RowCell: NSTableCellView {
      var text = "" {
        didSet { configuredCount += 1 }
      }
      private(set) var configuredCount = 0
    }

    final class NumberCell: NSTableCellView {
      var text = ""
    }

    final class Header: NSTableCellView {
      var text: String?
    }

    final class Footer: NSTableCellView {
      var text: String?
    }

    private static func tableView(
      _ list: List, hasHeaders: Bool = false, hasFooters: Bool = false
    ) throws -> (view: NSTableView, source: Source) {
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.allowsMultipleSelection = true
      // begin example
      let source = try FlatTableViewSource(list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      // end example
      if hasHeaders {
        // begin example
        source.setHeaders {
          Header()
        } configure: { header, section in
          header.text = section.model
        }
        // end example
      }
      if hasFooters {
        source.setFooters {
          Footer()
        } configure: { footer, section in
          footer.text = section.model
        }
      }
      return (view, source)
    }

    /// A view in a window, which has loaded what it shows.
    private static func shown(
      _ list: List, hasHeaders: Bool = false, hasFooters: Bool = false
    ) throws -> (view: NSTableView, source: Source) {
      let (view, source) = try tableView(list, hasHeaders: hasHeaders, hasFooters: hasFooters)
      view.window = NSWindow()
      view.layOut()
      return (view, source)
    }

    private static func text(_ cell: NSView?) -> String {
      switch cell {
      case let cell as RowCell: cell.text
      case let cell as NumberCell: cell.text
      case let header as Header: "# \(header.text ?? "none")"
      case let footer as Footer: "/ \(footer.text ?? "none")"
      default: "no cell"
      }
    }

    private static func texts(_ view: NSTableView) -> [String] {
      view.model.shown.map { text($0.first) }
    }

    private static func texts(
      _ snapshot: List.Snapshot, hasHeaders: Bool = false, hasFooters: Bool = false
    ) throws -> [String] {
      try snapshot.contents().sections.flatMap {
        (hasHeaders ? ["# \($0.model ?? "none")"] : []) + $0.items
          + (hasFooters ? ["/ \($0.model ?? "none")"] : [])
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

    /// A view that loses its window, and is paused now and then, and in which rows are selected.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func aTableShowsTheListWheneverItCan(seed: UInt64) async throws {
      let list = try List(.memory(list: "texts"))
      let (hasHeaders, hasFooters) = (seed % 2 == 0, seed % 4 < 2)
      let (view, source) = try Self.tableView(
        list, hasHeaders: hasHeaders, hasFooters: hasFooters)
      let window = NSWindow()
      var changes = RandomChangesets(seed: seed)
      view.window = window
      for step in 0..<60 {
        view.window = changes.random.happens(percent: 15) ? nil : window
        source.rows.isPaused = changes.random.happens(percent: 15)
        if changes.random.happens(percent: 30), view.numberOfRows > 0 {
          let count = view.numberOfRows
          view.selectByHand(
            IndexSet((0..<3).map { _ in changes.random.index(below: count) }))
        }
        let (shown, selected) = (source.rows.snapshot.revision, source.selection)
        let counts = (0..<list.snapshot.sectionCount).map(list.snapshot.itemCount(inSection:))
        try list.applySynchronously(changes.valid(for: counts).changeset(models: "\(step) "))
        await source.rows.knows(list.snapshot.revision)
        #expect(
          source.rows.snapshot.revision == (source.rows.isPaused ? shown : list.snapshot.revision))
        let state = source.rows.snapshot.state
        let expected = try selected.filter { try state.contains($0) }
        #expect(Set(source.selection) == Set(expected), "seed \(seed), step \(step)")
        guard view.window != nil else { continue }
        view.layOut()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        #expect(Set(source.selection) == Set(expected), "seed \(seed), step \(step)")
        #expect(
          try Self.texts(view)
            == Self.texts(source.rows.snapshot, hasHeaders: hasHeaders, hasFooters: hasFooters),
          "seed \(seed), step \(step)")
      }
      (view.window, source.rows.isPaused) = (window, false)
      source.rows.goOn()
      view.layOut()
      #expect(
        try Self.texts(view)
          == Self.texts(list.snapshot, hasHeaders: hasHeaders, hasFooters: hasFooters))
      #expect(source.rows.failure == nil && view.model.callCount > 20)
      await list.close()
    }

    /// A row stays, and its cell is configured again only if it has changed. Heights are asked for only if they may have.
    @Test(arguments: [false, true])
    func onlyTheCellOfAChangedRowIsConfiguredAgain(hasHeights: Bool) async throws {
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c"])
      }.value
      let (view, source) = try Self.shown(list)
      view.usesAutomaticRowHeights = hasHeights
      let cells = view.model.shown.map { $0[0] }
      let (calls, asked) = (view.model.callCount, view.model.askedCount)
      try await list.change { _, change in
        try change.update(items[1], "new")
        try change.move(items[1], to: 0)
        try change.append(contentsOf: ["d", "e"])
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view) == ["new", "a", "c", "d", "e"])
      #expect(view.model.shown.prefix(3).map { $0[0] } == [cells[1], cells[0], cells[2]])
      #expect(cells.map { ($0 as? RowCell)?.configuredCount } == [1, 2, 1])
      // One row moves, and two come by one call.
      #expect(view.model.callCount == calls + 2 && view.model.askedCount == asked + 2)
      #expect(view.notedHeights == (hasHeights ? [IndexSet(integer: 0)] : []))
      // Once for the new data source.
      #expect(view.model.reloadCount == 1)
      await list.close()
    }

    /// What others have put in the place of a cell is asked for again, and nothing else is.
    @Test func aForeignCellIsReloaded() async throws {
      final class Delegate: NSTableViewDelegate {
        let source: Source
        var foreignCount = 0

        init(_ source: Source) { self.source = source }

        func tableView(
          _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
        ) -> NSView? {
          guard row == 0 else {
            return source.tableView(tableView, viewFor: tableColumn, row: row)
          }
          foreignCount += 1
          return NSTextField(frame: .zero)
        }

        func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { false }
        func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool { true }
        func tableViewSelectionDidChange(_ notification: Notification) {}
      }
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b"])
      }.value
      let (view, source) = try Self.tableView(list)
      let delegate = Delegate(source)
      view.delegate = delegate
      view.window = NSWindow()
      view.layOut()
      let asked = view.model.askedCount
      try await list.change { _, change in
        for item in items { try change.update(item, "new") }
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(delegate.foreignCount == 2 && view.model.askedCount == asked + 1)
      #expect(Self.texts(view) == ["no cell", "new"] && view.model.exception == nil)
      await list.close()
    }

    /// Headers are group rows, which cannot be selected or dragged, and are changed in place.
    @Test func headersAreGroupRows() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasHeaders: true)
      source.allowsMoves = true
      #expect(Self.texts(view) == ["# 0", "a", "b", "c", "# 1", "d", "e", "# 2"])
      #expect(view.model.rows.indices.filter { view.model.rows[$0].isGroup } == [0, 4, 7])
      view.selectByHand([0, 1, 4])
      #expect(view.selectedRowIndexes == [1] && !view.dragByHand([4]))
      let asked = view.model.askedCount
      try await list.change { _, change in
        try change.update(change.state.sectionIDs[1], "one")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view)[4] == "# one" && view.model.askedCount == asked)
      #expect(view.model.exception == nil)
      await list.close()
    }

    /// Footers are group rows behind the items of their section, also of an empty one.
    @Test func footersAreGroupRows() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasHeaders: true, hasFooters: true)
      source.allowsMoves = true
      #expect(
        Self.texts(view) == ["# 0", "a", "b", "c", "/ 0", "# 1", "d", "e", "/ 1", "# 2", "/ 2"])
      #expect(
        view.model.rows.indices.filter { view.model.rows[$0].isGroup } == [0, 4, 5, 8, 9, 10])
      view.selectByHand([3, 4, 10])
      #expect(view.selectedRowIndexes == [3] && !view.dragByHand([4]))
      let asked = view.model.askedCount
      try await list.change { _, change in
        try change.update(change.state.sectionIDs[1], "one")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view)[5] == "# one" && Self.texts(view)[8] == "/ one")
      #expect(view.model.askedCount == asked)
      let calls = view.model.callCount
      try await list.change { _, change in
        try change.append("f", toSection: change.state.sectionIDs[2])
        try change.append("x", toSection: change.state.sectionIDs[0])
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == [
          "# 0", "a", "b", "c", "x", "/ 0", "# one", "d", "e", "/ one", "# 2", "f", "/ 2",
        ])
      #expect(view.model.callCount == calls + 1 && view.model.askedCount == asked + 2)
      #expect(view.selectedRowIndexes == [3] && view.model.exception == nil)
      await list.close()
    }

    /// In a scroll view, what comes before the footer that is seen first moves neither it nor the items below it.
    @Test func footersStayWhereTheyAre() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.tableView(list, hasHeaders: true, hasFooters: true)
      view.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
      view.rowHeight = 20
      view.window = NSWindow()
      view.layOut()
      let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      scrollView.documentView = view
      let item = try #require(
        try list.snapshot.state.itemID(at: ItemPath(section: 1, item: 0)))
      // The footer of the first section, the header of the second one, and its first item.
      let position = ListPosition(item, distance: 40)
      #expect(source.rows.scroll(to: position) && scrollView.contentView.bounds.minY == 80)
      try await list.change { _, change in
        try change.append("x", toSection: change.state.sectionIDs[0])
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(scrollView.contentView.bounds.minY == 100 && source.rows.position == position)
      #expect(view.rect(ofRow: 5).minY == 100 && Self.texts(view)[5] == "/ 0")
      #expect(view.model.exception == nil)
      await list.close()
    }

    /// Columns of which one has cells of its own.
    @Test func aColumnHasCellsOfItsOwn() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.tableView(list, hasHeaders: true)
      let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier("size"))
      view.addTableColumn(column)
      // begin example
      source.setCells(inColumn: column.identifier) {
        NumberCell()
      } configure: { cell, row in
        cell.text = "\(row.model?.count ?? 0)"
      }
      // end example
      view.window = NSWindow()
      view.layOut()
      #expect(view.model.shown[1].map(Self.text) == ["a", "1"])
      #expect(view.model.shown[0].map(Self.text) == ["# 0"])
      let asked = view.model.askedCount
      try await list.change { _, change in
        let first = try #require(try change.state.itemID(at: ItemPath(section: 0, item: 0)))
        try change.update(first, "abc")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(view.model.shown[1].map(Self.text) == ["abc", "3"])
      #expect(view.model.askedCount == asked && view.model.exception == nil)
      await list.close()
    }

    // MARK: Selection

    /// A section that is too large to be moved row by row goes and comes, and its rows are selected as before.
    @Test func whatGoesAndComesIsSelectedAgain() async throws {
      let list = try List(.memory(list: "texts"))
      try list.applySynchronously(
        Changeset {
          for (section, count) in [200, 1].enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(
              (0..<count).map { "\(section)-\($0)" }, at: ItemPath(section: section, item: 0))
          }
        })
      let (view, source) = try Self.shown(list)
      var told: [[ItemID]] = []
      source.onSelect = { told.append($0) }
      view.selectByHand([3, 5, 200])
      let selected = source.selection
      #expect(selected.count == 3 && told == [selected])
      let calls = view.model.callCount
      try list.applySynchronously(Changeset { $0.moveSection(from: 0, to: 1) })
      await source.rows.knows(list.snapshot.revision)
      #expect(view.model.callCount == calls + 2 && view.model.reloadCount == 1)
      #expect(view.selectedRowIndexes == [0, 4, 6])
      // Once for the whole update, when all are selected again.
      #expect(told == [selected, source.selection] && Set(selected) == Set(source.selection))
      // What is removed is no longer selected.
      try list.applySynchronously(
        Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
      await source.rows.knows(list.snapshot.revision)
      #expect(told.count == 3 && told.last == source.selection && source.selection.count == 2)
      source.selection = [selected[1]]
      #expect(view.selectedRowIndexes == [5])
      #expect(view.model.exception == nil)
      await list.close()
    }

    /// A view that keeps the indexes of its selection over a reload selects the items again.
    @Test func aReloadKeepsTheSelection() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      view.selectByHand([1, 4])
      let selected = source.selection
      view.window = nil
      try await list.change { _, change in
        _ = try change.insert("new", at: ItemPath(section: 0, item: 0))
      }
      await source.rows.knows(list.snapshot.revision)
      view.layOut()
      #expect(view.model.reloadCount == 2 && view.model.callCount == 0)
      #expect(view.selectedRowIndexes == [2, 5] && source.selection == selected)
      try await list.change { _, change in try change.remove(selected[1]) }
      await source.rows.knows(list.snapshot.revision)
      view.layOut()
      #expect(Self.texts(view) == ["new", "a", "b", "c", "d"] && view.model.reloadCount == 3)
      #expect(view.selectedRowIndexes == [2] && source.selection == [selected[0]])
      await list.close()
    }

    // MARK: Moves of the user

    /// Each row is dropped before each other one, with headers and without.
    @Test(arguments: [false, true])
    func whatTheUserMovesIsMovedInTheList(hasHeaders: Bool) async throws {
      try await checkMoves(hasHeaders: hasHeaders, hasFooters: false)
    }

    /// The same with footers.
    @Test(arguments: [false, true])
    func whatTheUserMovesPastFootersIsMovedInTheList(hasHeaders: Bool) async throws {
      try await checkMoves(hasHeaders: hasHeaders, hasFooters: true)
    }

    private func checkMoves(hasHeaders: Bool, hasFooters: Bool) async throws {
      let rowCount = 5 + (hasHeaders ? 3 : 0) + (hasFooters ? 3 : 0)
      for row in 0..<rowCount {
        for place in 0...rowCount {
          let list = try Self.lettered()
          let (view, source) = try Self.shown(
            list, hasHeaders: hasHeaders, hasFooters: hasFooters)
          #expect(!view.dragByHand([row]))
          source.allowsMoves = true
          #expect(view.draggedTypes.count == 1)
          let old = Self.texts(view)
          guard view.dragByHand([row]) else {
            #expect(old[row].hasPrefix("#") || old[row].hasPrefix("/"))
            await list.close()
            // Wherever it would be dropped.
            break
          }
          // Between a footer and what belongs to no other section, it stands above the footer.
          let isBelow =
            place > 0 && old[place - 1].hasPrefix("/")
            && (place == rowCount || old[place].hasPrefix("#"))
          let shownPlace = isBelow ? place - 1 : place
          var new = old
          new.insert(new.remove(at: row), at: shownPlace > row ? shownPlace - 1 : shownPlace)
          // Nothing is before the first header.
          let isTaken = !hasHeaders || place > 0
          if !isTaken { new = old }
          let (calls, revision) = (view.model.callCount, list.snapshot.revision)
          #expect(view.dropByHand(place) == isTaken, "\(row) to \(place)")
          #expect(Self.texts(view) == old, "the list is changed first")
          await source.rows.knows(list.snapshot.revision)
          #expect(Self.texts(view) == new, "\(row) to \(place)")
          #expect(
            try Self.texts(list.snapshot, hasHeaders: hasHeaders, hasFooters: hasFooters) == new)
          #expect(view.model.callCount == calls + (new == old ? 0 : 1))
          if hasHeaders || hasFooters {
            #expect((list.snapshot.revision == revision) == (new == old))
          }
          #expect(view.model.exception == nil && source.rows.failure == nil)
          await list.close()
        }
      }
    }

    /// What is dropped between a footer and a header is shown above the footer, and stands at the end of its section.
    @Test func aRowThatIsDroppedBelowAFooterStandsAboveIt() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasHeaders: true, hasFooters: true)
      source.allowsMoves = true
      // # 0 a b c /0 # 1 d e /1 # 2 /2: before the last header, and then below the last footer.
      #expect(view.dragByHand([1]) && view.dropByHand(9))
      #expect(view.shownDrop?.row == 8 && view.shownDrop?.operation == .above)
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == ["# 0", "b", "c", "/ 0", "# 1", "d", "e", "a", "/ 1", "# 2", "/ 2"])
      #expect(view.dragByHand([1]) && view.dropByHand(11))
      #expect(view.shownDrop?.row == 10 && view.shownDrop?.operation == .above)
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == ["# 0", "c", "/ 0", "# 1", "d", "e", "a", "/ 1", "# 2", "b", "/ 2"])
      // On a footer is above it.
      #expect(view.dragByHand([1]) && view.dropByHand(7, .on))
      #expect(view.shownDrop?.row == 7 && view.shownDrop?.operation == .above)
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == ["# 0", "/ 0", "# 1", "d", "e", "a", "c", "/ 1", "# 2", "b", "/ 2"])
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// While a row is dragged, the view is told nothing, and the item is moved to where it was dropped in what is shown.
    @Test func othersChangeTheListWhileARowIsDragged() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasHeaders: true)
      source.allowsMoves = true
      let old = Self.texts(view)
      #expect(view.dragByHand([1]))
      try await list.change { _, change in
        let section = try change.insertSection("new", at: 0)
        try change.append("x", toSection: section)
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view) == old)
      // It is dropped on a row, and stands before it.
      #expect(view.dropByHand(6, .on))
      await source.rows.knows(list.snapshot.revision)
      #expect(
        Self.texts(view) == ["# new", "x", "# 0", "b", "c", "# 1", "d", "a", "e", "# 2"])
      #expect(view.model.exception == nil && view.model.reloadCount == 2)
      await list.close()
    }

    @Test func aMoveThatTheListRefusesIsNotShown() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      source.allowsMoves = true
      #expect(view.dragByHand([0]))
      // From somewhere else.
      #expect(!view.dropByHand(2, isForeign: true))
      // More than one row.
      #expect(view.dragByHand([0, 1]) && !view.dropByHand(4))
      #expect(source.rows.failure == nil)
      #expect(view.dragByHand([0]))
      try await list.change { _, change in
        let first = try #require(try change.state.itemID(at: ItemPath(section: 0, item: 0)))
        try change.remove(first)
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(!view.dropByHand(3) && source.rows.failure != nil)
      #expect(Self.texts(view) == ["b", "c", "d", "e"] && view.model.exception == nil)
      await list.close()
    }

    @Test func aListThatIsDerivedTakesNoMove() async throws {
      let list = try Self.lettered()
      let sorted = try list.derived("sorted", version: "1").sorted { [.descending($0)] }.open()
      try await sorted.bringUpToDate()
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.window = NSWindow()
      let source = try FlatTableViewSource(sorted.list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      source.allowsMoves = true
      view.layOut()
      #expect(view.dragByHand([0]) && !view.dropByHand(2))
      #expect(source.rows.failure is DataSourceError)
      #expect(Self.texts(view) == ["e", "d", "c", "b", "a"] && view.model.reloadCount == 1)
      await sorted.close()
      await list.close()
    }

    // MARK: When it is told

    /// What waits is one update.
    @Test func batchesThatWaitAreMerged() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list)
      source.rows.isPaused = true
      let calls = view.model.callCount
      for text in ["f", "g", "h"] {
        try await list.change { _, change in
          try change.append(text, toSection: change.state.sectionIDs[2])
        }
      }
      let removed = try await list.change { _, change in
        try change.insert("gone", at: 0)
      }
      try await list.change { _, change in try change.remove(removed.value) }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view) == ["a", "b", "c", "d", "e"])
      source.rows.isPaused = false
      source.rows.goOn()
      #expect(Self.texts(view) == ["a", "b", "c", "d", "e", "f", "g", "h"])
      #expect(view.model.callCount == calls + 1 && view.model.exception == nil)
      await list.close()
    }

    /// More rows that come than a view with sections takes by calls are one call.
    @Test func manyRowsAreOneCall() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.shown(list, hasHeaders: true)
      let (calls, reloads) = (view.model.callCount, view.model.reloadCount)
      try list.applySynchronously(
        Changeset {
          $0.insertItems((0..<1_000).map { "\($0)" }, at: ItemPath(section: 1, item: 1))
        })
      await source.rows.knows(list.snapshot.revision)
      #expect(view.model.callCount == calls + 1 && view.model.reloadCount == reloads)
      #expect(try Self.texts(view) == Self.texts(list.snapshot, hasHeaders: true))
      await list.close()
    }

    /// A view that shows one list is given another one, while the source of the first is kept.
    @Test func aViewAsksOneSource() async throws {
      let lists = try (0..<2).map { try List(.memory(list: "texts \($0)")) }
      for (list, text) in zip(lists, ["a", "b"]) {
        try await list.change { _, change in try change.append(text) }
      }
      let (view, first) = try Self.shown(lists[0])
      let source = try FlatTableViewSource(lists[1], in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      for list in lists { try await list.change { _, change in try change.append("c") } }
      await first.rows.knows(lists[0].snapshot.revision)
      await source.rows.knows(lists[1].snapshot.revision)
      view.layOut()
      #expect(Self.texts(view) == ["b", "c"] && view.model.exception == nil)
      for list in lists { await list.close() }
    }

    /// A view that is gone is told nothing, and a source that is gone follows nothing.
    @Test func nothingIsKept() async throws {
      let list = try List(.memory(list: "texts"))
      weak var released: Source?
      weak var releasedView: NSTableView?
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
#endif
