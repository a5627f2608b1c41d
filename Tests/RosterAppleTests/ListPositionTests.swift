#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// Where views of UIKit and AppKit are scrolled to, and what is selected in them, by the rules of the models in their
  /// strict mode. A row is as high as its text says.
  @Suite("Positions in views of UIKit and AppKit") @MainActor struct ListPositionTests {
    private typealias List = ListDataSource<String, String, Never>

    final class TextCell: UICollectionViewCell {
      var text = ""
      override var intrinsicContentSize: CGSize { CGSize(width: 0, height: Int(text) ?? 0) }
    }

    final class RowCell: UITableViewCell {
      var text = ""
      override var intrinsicContentSize: CGSize { CGSize(width: 0, height: Int(text) ?? 0) }
    }

    /// A list of one section with ten rows of 20 points.
    private static func tens() throws -> (list: List, items: [ItemID]) {
      let list = try List(.memory(list: "heights"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: Array(repeating: "20", count: 10))
      }.value
      return (list, items)
    }

    /// A view of which 60 points are seen, between bars.
    private static func collectionView(
      _ list: List
    ) throws -> (view: UICollectionView, source: CollectionViewSource<String, String>) {
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 75),
        collectionViewLayout: UICollectionViewLayout())
      view.adjustedContentInset = UIEdgeInsets(top: 10, left: 0, bottom: 5, right: 0)
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = row.model ?? ""
      }
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
      return (view, source)
    }

    /// A view of which 60 points are seen.
    private static func tableView(
      _ list: List
    ) throws -> (view: UITableView, source: TableViewSource<String, String>) {
      let view = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      let source = try TableViewSource(list, in: view) { (cell: RowCell, row) in
        cell.text = row.model ?? ""
      }
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
      return (view, source)
    }

    private static func change(
      _ list: List, _ rows: ListViewSource<String, String>,
      _ steps: @escaping @Sendable (inout ListDraft<String, String>) throws -> Void
    ) async throws {
      _ = try list.changeSynchronously { _, change in try steps(&change) }
      await rows.knows(list.snapshot.revision)
    }

    @Test func rowsStayWhenOthersComeBefore() async throws {
      let (list, items) = try Self.tens()
      let (view, source) = try Self.collectionView(list)
      view.scrollByHand(to: 50)
      #expect(source.rows.position == ListPosition(items[2], distance: -10))
      #expect(view.contentOffset.y == 40)
      var (calls, animated) = (view.model.offsetCallCount, view.animatedUpdateCount)
      try await Self.change(list, source.rows) {
        for _ in 0..<2 { _ = try $0.insert("30", at: 0) }
      }
      #expect(source.rows.position == ListPosition(items[2], distance: -10))
      #expect(view.contentOffset.y == 100 && view.model.offsetCallCount == calls + 1)
      #expect(view.animatedUpdateCount == animated, "rows are elsewhere in the content")
      (calls, animated) = (view.model.offsetCallCount, view.animatedUpdateCount)
      try await Self.change(list, source.rows) { _ = try $0.append("30") }
      #expect(source.rows.position == ListPosition(items[2], distance: -10))
      // The next row takes the place of the one that goes.
      try await Self.change(list, source.rows) { try $0.remove(items[2]) }
      #expect(source.rows.position == ListPosition(items[3], distance: -10))
      #expect(view.model.offsetCallCount == calls && view.animatedUpdateCount == animated + 2)
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// Rows that come at the start are seen there, unless the first row is kept.
    @Test func aListAtItsStartStaysThere() async throws {
      let (list, _) = try Self.tens()
      let (view, source) = try Self.collectionView(list)
      try await Self.change(list, source.rows) { _ = try $0.insert("30", at: 0) }
      #expect(view.contentOffset.y == -10 && view.model.offsetCallCount == 0)
      source.rows.keptPosition = .firstRow
      let first = try #require(source.rows.position?.item)
      try await Self.change(list, source.rows) { _ = try $0.insert("25", at: 0) }
      #expect(source.rows.position == ListPosition(first) && view.contentOffset.y == 15)
      source.rows.keptPosition = .offset
      try await Self.change(list, source.rows) { _ = try $0.insert("20", at: 0) }
      #expect(view.contentOffset.y == 15 && view.model.exception == nil)
      await list.close()
    }

    /// The last row is seen when it comes, and a chat that is scrolled keeps the last row that is seen.
    @Test func aChatStaysAtItsEnd() async throws {
      let (list, items) = try Self.tens()
      let (view, source) = try Self.tableView(list)
      // begin example
      source.rows.keptPosition = .end
      // end example
      #expect(source.rows.scroll(toShow: items[9]) && view.contentOffset.y == 140)
      try await Self.change(list, source.rows) { _ = try $0.append("35") }
      #expect(view.contentOffset.y == 175)
      try await Self.change(list, source.rows) {
        try $0.remove(items[0])
        _ = try $0.append("10")
      }
      #expect(view.contentOffset.y == 165)
      view.scrollByHand(to: 50)
      let position = ListPosition(items[6], edge: .end, distance: 10)
      #expect(source.rows.position == position)
      try await Self.change(list, source.rows) {
        _ = try $0.insert("30", at: 0)
        _ = try $0.append("20")
      }
      #expect(source.rows.position == position && view.contentOffset.y == 80)
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// Rows have an estimated height until they are seen, and another one when a picture has come.
    @Test func rowsStayWhenOthersBecomeHigher() async throws {
      @MainActor final class Pictures { var heights: [ItemID: String] = [:] }
      let (list, items) = try Self.tens()
      let pictures = Pictures()
      let view = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      let source = try TableViewSource(list, in: view) { (cell: RowCell, row) in
        cell.text = pictures.heights[row.id] ?? row.model ?? ""
      }
      source.rows.keptPosition = .end
      (view.window, view.model.estimatedHeight) = (UIWindow(frame: .zero), 44)
      view.scrollByHand(to: 50)
      let position = ListPosition(items[5], edge: .end, distance: 10)
      #expect(source.rows.position == position && view.contentOffset.y == 50)
      let (item, path) = (items[2], IndexPath(row: 2, section: 0))
      // begin example
      source.rows.keepPosition {
        pictures.heights[item] = "90"  // what makes the cell higher
        view.reconfigureRows(at: [path])
      }
      // end example
      #expect(source.rows.position == position && view.contentOffset.y == 120)
      // Rows above, of which none was measured.
      try await Self.change(list, source.rows) {
        for height in ["5", "90"] { _ = try $0.insert(height, at: 0) }
      }
      #expect(source.rows.position == position && view.contentOffset.y == 208)
      #expect(view.model.exception == nil)
      await list.close()
    }

    /// An offset that is set would end what the user does.
    @Test(arguments: [true, false])
    func aViewThatTheUserScrollsIsToldLater(isTracking: Bool) async throws {
      let (list, _) = try Self.tens()
      let (view, source) = try Self.collectionView(list)
      view.scrollByHand(to: 50)
      let position = source.rows.position
      (view.isTracking, view.isDecelerating) = (isTracking, !isTracking)
      try await Self.change(list, source.rows) { _ = try $0.insert("30", at: 0) }
      #expect(source.rows.snapshot.itemCount == 10)
      (view.isTracking, view.isDecelerating) = (false, false)
      source.rows.goOn()
      #expect(source.rows.snapshot.itemCount == 11 && source.rows.position == position)
      // A view that is left alone is told at once.
      source.rows.keptPosition = .offset
      view.isTracking = true
      try await Self.change(list, source.rows) { _ = try $0.insert("30", at: 0) }
      #expect(source.rows.snapshot.itemCount == 12 && view.model.exception == nil)
      await list.close()
    }

    /// A view that has no window while others change the list shows the same rows when it has one again.
    @Test func aViewThatAppearsAgainIsWhereItWas() async throws {
      let (list, items) = try Self.tens()
      let (view, source) = try Self.collectionView(list)
      view.scrollByHand(to: 50)
      view.window = nil
      try await Self.change(list, source.rows) { _ = try $0.insert("30", at: 0) }
      try await Self.change(list, source.rows) {
        _ = try $0.insert("30", at: 0)
        try $0.remove(items[2])
      }
      #expect(source.rows.snapshot.itemCount == 11 && view.model.reloadCount == 3)
      view.window = UIWindow(frame: .zero)
      source.rows.goOn()
      #expect(source.rows.position == ListPosition(items[3], distance: -10))
      // A second time does nothing.
      view.scrollByHand(to: 0)
      source.rows.goOn()
      #expect(view.contentOffset.y == -10 && view.model.exception == nil)
      await list.close()
    }

    @Test func aPositionIsStoredAndRestored() async throws {
      let (list, items) = try Self.tens()
      var data = Data()
      do {
        let (view, source) = try Self.collectionView(list)
        view.scrollByHand(to: 50)
        // begin example
        let position = source.rows.position  // when the screen is left
        data = try JSONEncoder().encode(position)
        // end example
        view.window = nil
        #expect(!source.rows.scroll(to: ListPosition(items[0])))
      }
      try await list.change { _, change in
        for _ in 0..<2 { _ = try change.insert("30", at: 0) }
      }
      let (view, source) = try Self.collectionView(list)
      // begin example
      if let position = try JSONDecoder().decode(ListPosition?.self, from: data) {
        source.rows.scroll(to: position)  // when it has a window
      }
      // end example
      #expect(source.rows.position == ListPosition(items[2], distance: -10))
      #expect(view.contentOffset.y == 100)
      // As far as the rows reach.
      #expect(source.rows.scroll(to: ListPosition(items[9])) && view.contentOffset.y == 190)
      #expect(source.rows.scroll(toShow: items[9]) && view.contentOffset.y == 190)
      #expect(source.rows.scroll(toShow: items[0]) && view.contentOffset.y == 50)
      #expect(source.rows.scroll(toShow: items[3]) && view.contentOffset.y == 70)
      let missing = ItemID(rawValue: 1_000)
      #expect(!source.rows.scroll(to: ListPosition(missing)))
      #expect(!source.rows.scroll(toShow: missing) && view.contentOffset.y == 70)
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// Items stay selected that move, that go and come with their section, and that are loaded anew.
    @Test func itemsStaySelected() async throws {
      let list = try List(.memory(list: "heights"))
      try list.applySynchronously(
        Changeset {
          for section in 0..<2 {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(["20", "20"], at: ItemPath(section: section, item: 0))
          }
        })
      let items = try (0..<4).map {
        try #require(try list.snapshot.state.itemID(at: ItemPath(section: $0 / 2, item: $0 % 2)))
      }
      let (view, source) = try Self.collectionView(list)
      let (table, rows) = try Self.tableView(list)
      // begin example
      source.selection = [items[0], items[3]]
      // end example
      rows.selection = source.selection
      #expect(source.selection == [items[0], items[3]] && rows.selection == source.selection)
      for (step, expected) in [[3, 0], [3, 0], [0], []].enumerated() {
        if step == 1 { (view.window, table.window) = (nil, nil) }
        try list.applySynchronously(
          Changeset {
            switch step {
            case 0: $0.moveSection(from: 0, to: 1)
            case 1: $0.insertItem("20", at: ItemPath(section: 0, item: 0))
            default: $0.removeItem(at: ItemPath(section: step - 2, item: step == 2 ? 2 : 0))
            }
          })
        await source.rows.knows(list.snapshot.revision)
        await rows.rows.knows(list.snapshot.revision)
        if step == 1 {
          (view.window, table.window) = (UIWindow(frame: .zero), UIWindow(frame: .zero))
        }
        view.layoutIfNeeded()
        table.layoutIfNeeded()
        #expect(source.selection == expected.map { items[$0] }, "step \(step)")
        #expect(rows.selection == source.selection, "step \(step)")
      }
      #expect(view.model.exception == nil && table.model.exception == nil)
      await list.close()
    }

    /// A table of AppKit with headers, which are rows of it and are not held.
    @Test func aTableOfAppKitKeepsItsRows() async throws {
      let list = try List(.memory(list: "heights"))
      try list.applySynchronously(
        Changeset {
          for (section, texts) in [["a", "b", "c"], ["d", "e"]].enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(texts, at: ItemPath(section: section, item: 0))
          }
        })
      let view = NSTableView(frame: .zero)
      view.rowHeight = 20
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      scrollView.documentView = view
      let source = try FlatTableViewSource(list, in: view) {
        NSTableCellView()
      } configure: { _, _ in
      }
      source.setHeaders {
        NSTableCellView()
      } configure: { _, _ in
      }
      view.window = NSWindow()
      view.layOut()
      func item(_ section: Int, _ item: Int) throws -> ItemID {
        try #require(try list.snapshot.state.itemID(at: ItemPath(section: section, item: item)))
      }
      let (first, next, last) = (try item(0, 1), try item(0, 2), try item(1, 1))
      scrollView.contentView.scroll(to: CGPoint(x: 0, y: 50))
      #expect(source.rows.position == ListPosition(first, distance: -10))
      let (calls, animated) = (view.model.offsetCallCount, view.animatedUpdateCount)
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, "new")
          $0.insertItem("x", at: ItemPath(section: 0, item: 0))
        })
      await source.rows.knows(list.snapshot.revision)
      #expect(source.rows.position == ListPosition(first, distance: -10))
      #expect(view.model.offset == 90 && scrollView.reflectedCount == 1)
      #expect(view.model.offsetCallCount == calls + 1 && view.animatedUpdateCount == animated)
      try await list.change { _, change in try change.remove(first) }
      await source.rows.knows(list.snapshot.revision)
      #expect(source.rows.position == ListPosition(next, distance: -10))
      #expect(view.model.offset == 90 && view.animatedUpdateCount == animated + 1)
      // Eight rows are left.
      #expect(source.rows.scroll(toShow: last) && view.model.offset == 100)
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }
  }
#endif
