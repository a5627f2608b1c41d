#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterEngine
  import RosterLayout
  import RosterTestKit
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  private struct Slab: Component, Equatable {
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("slab").height(20) }
  }

  /// What a view shows and will show soon, as its list is told: of rows of 20 points, 60 points are seen.
  @Suite("Viewports of views of UIKit and AppKit") @MainActor struct ListViewportTests {
    private typealias List = ListDataSource<String, String, Never>

    final class RowCell: UICollectionViewCell {
      override var intrinsicContentSize: CGSize { CGSize(width: 0, height: 20) }
    }

    private static func collectionView<Output>(
      _ list: ListDataSource<String, String, Output>
    ) throws -> (view: UICollectionView, source: CollectionViewSource<String, String>) {
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 60),
        collectionViewLayout: UICollectionViewLayout())
      let source = try CollectionViewSource(list, in: view) { (_: RowCell, _) in }
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
      return (view, source)
    }

    private static func filled(
      _ count: Int, _ list: List
    ) throws -> [ItemID] {
      try list.changeSynchronously { _, change in
        try change.append(contentsOf: Array(repeating: "20", count: count))
      }.value
    }

    private static func recording(
      _ rows: ListViewSource<String, String>
    ) async -> Recorder<Viewport> {
      let told = Recorder<Viewport>()
      rows.onViewportChange = { told.record($0) }
      await told.wait { $0.count == 1 }
      return told
    }

    private static func paths(_ items: [Int]) -> [IndexPath] {
      items.map { IndexPath(item: $0, section: 0) }
    }

    private static func change(
      _ list: List, _ rows: ListViewSource<String, String>,
      _ steps: @escaping @Sendable (inout ListDraft<String, String>) throws -> Void
    ) async throws {
      _ = try list.changeSynchronously { _, change in try steps(&change) }
      await rows.knows(list.snapshot.revision)
    }

    @Test func whatIsVisibleAndComesNextIsTheViewport() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try Self.filled(10, list)
      let (view, source) = try Self.collectionView(list)
      let told = await Self.recording(source.rows)
      #expect(told.values == [Viewport(anchor: items[0], offset: 0, length: 60)])
      view.scrollByHand(to: 50)
      source.rows.visibleRowsChanged()
      source.rows.visibleRowsChanged()
      await told.wait { $0.count == 2 }
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 60))
      let prefetching = try #require(view.prefetchDataSource)
      // Also what is seen already, and what is not there.
      prefetching.collectionView(view, prefetchItemsAt: Self.paths([7, 6, 3, 99]))
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 110))
      prefetching.collectionView(view, prefetchItemsAt: Self.paths([7]))
      #expect(told.values.count == 3)
      prefetching.collectionView(view, cancelPrefetchingForItemsAt: Self.paths([7, 99]))
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 90))
      // Rows before those that are seen.
      prefetching.collectionView(view, prefetchItemsAt: Self.paths([0]))
      #expect(told.values.last == Viewport(anchor: items[2], offset: -40, length: 140))
      prefetching.collectionView(view, cancelPrefetchingForItemsAt: Self.paths([0, 6]))
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 60))
      #expect(told.values.count == 6 && view.model.exception == nil)
      await list.close()
    }

    /// What comes next is an item, wherever a batch moves it.
    @Test func aRowThatComesNextIsFollowed() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try Self.filled(10, list)
      let (view, source) = try Self.collectionView(list)
      view.scrollByHand(to: 50)
      let told = await Self.recording(source.rows)
      source.rows.prefetch([ItemPath(section: 0, item: 7)])
      let viewport = Viewport(anchor: items[2], offset: 10, length: 110)
      #expect(told.values.last == viewport && told.values.count == 2)
      // The first visible row stays where it is on the screen, and so does the row that comes next.
      try await Self.change(list, source.rows) {
        for _ in 0..<2 { _ = try $0.insert("20", at: 0) }
      }
      source.rows.visibleRowsChanged()
      #expect(view.contentOffset.y == 90 && told.values.count == 2)
      try await Self.change(list, source.rows) { try $0.move(items[7], to: 11) }
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 150))
      // Its new path is given up, and not that where it was asked for.
      source.rows.cancelPrefetching([ItemPath(section: 0, item: 7)])
      #expect(told.values.count == 3)
      try await Self.change(list, source.rows) { try $0.remove(items[7]) }
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 60))
      // The next row takes the place of the first one that is seen.
      source.rows.isPaused = true
      try await Self.change(list, source.rows) { try $0.remove(items[2]) }
      #expect(told.values.count == 4)
      source.rows.isPaused = false
      source.rows.goOn()
      // Not in a later turn.
      #expect(told.values.last == Viewport(anchor: items[3], offset: 10, length: 60))
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// A view that has scrolled on does not say of all rows that it gives them up.
    @Test func aRowThatIsFarAwayIsGivenUp() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try Self.filled(60, list)
      let (view, source) = try Self.collectionView(list)
      view.scrollByHand(to: 50)
      let told = await Self.recording(source.rows)
      source.rows.prefetch([14, 30].map { ItemPath(section: 0, item: $0) })
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 250))
      for (offset, viewport) in [
        (400.0, Viewport(anchor: items[20], offset: -120, length: 180)),
        (600, Viewport(anchor: items[30], offset: 0, length: 60)),
        (400, Viewport(anchor: items[20], offset: 0, length: 60)),
      ] {
        #expect(source.rows.scroll(to: ListPosition(items[Int(offset) / 20])))
        #expect(view.contentOffset.y == offset && told.values.last == viewport)
      }
      await list.close()
    }

    @Test func nothingIsToldOfAViewWithoutAWindow() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try Self.filled(10, list)
      let (view, source) = try Self.collectionView(list)
      source.rows.prefetch([ItemPath(section: 0, item: 7)])
      let told = await Self.recording(source.rows)
      #expect(told.values == [Viewport(anchor: items[0], offset: 0, length: 60)])
      view.window = nil
      source.rows.prefetch([ItemPath(section: 0, item: 4)])
      try await Self.change(list, source.rows) { try $0.remove(items[0]) }
      #expect(told.values.count == 1)
      view.window = UIWindow(frame: .zero)
      source.rows.goOn()
      source.rows.visibleRowsChanged()
      await told.wait { $0.count == 2 }
      // What came next then still does, and begins behind what is seen.
      #expect(told.values.last == Viewport(anchor: items[1], offset: 0, length: 80))
      await list.close()
    }

    /// A table of AppKit does not say what comes next. It asks for the cells of rows that become visible.
    @Test func aTableOfAppKitTellsWhatIsVisible() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try Self.filled(10, list)
      let view = NSTableView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      view.rowHeight = 20
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      scrollView.documentView = view
      let source = try FlatTableViewSource(list, in: view) {
        NSView()
      } configure: { _, _ in
      }
      view.window = NSWindow()
      view.layOut()
      let told = await Self.recording(source.rows)
      #expect(told.values == [Viewport(anchor: items[0], offset: 0, length: 60)])
      scrollView.contentView.scroll(to: NSPoint(x: 0, y: 50))
      #expect(source.tableView(view, viewFor: view.tableColumns[0], row: 5) != nil)
      await told.wait { $0.count == 2 }
      #expect(told.values.last == Viewport(anchor: items[2], offset: 10, length: 60))
      await list.close()
    }

    /// Of a list whose trees are built where it is visible, and nowhere else.
    private static var visibleTrees: DataSourceConfiguration {
      var configuration = DataSourceConfiguration()
      configuration.components.layout = LayoutConstraints(
        .flexibleHeight, in: Size(width: 100, height: 0))
      configuration.components.splitting.estimatedExtent = 20
      configuration.components.workingRange = WorkingRange(ahead: .items(0), behind: .items(0))
      return configuration
    }

    /// A list of components builds the rows that come next, and gives them up with the view.
    @Test func theWorkingRangeFollowsTheView() async throws {
      let list = try ComponentList<String, String, Never>(
        .memory(list: "rows"), configuration: Self.visibleTrees
      ) { _, _ in Slab() }
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: Array(repeating: "20", count: 60))
      }.value
      let (view, source) = try Self.collectionView(list)
      // begin example
      source.rows.onViewportChange = { list.setViewport($0) }
      // end example
      source.rows.prefetch((5..<11).map { ItemPath(section: 0, item: $0) })
      await list.waitForWorkingRange()
      var entered = Set(try #require(list.workingRangeReport).enteredItems)
      #expect(entered == Set(items[..<11]))
      // What comes next has moved, and another row stands between.
      try list.applySynchronously(
        Changeset { $0.insertItem("20", at: ItemPath(section: 0, item: 6)) })
      await source.rows.knows(list.snapshot.revision)
      await list.waitForWorkingRange()
      entered = Set(try #require(list.workingRangeReport).enteredItems)
      #expect(entered.isSuperset(of: items[..<11]) && entered.count == 12)
      source.rows.cancelPrefetching((5..<17).map { ItemPath(section: 0, item: $0) })
      await list.waitForWorkingRange()
      entered = Set(try #require(list.workingRangeReport).enteredItems)
      #expect(entered.isSuperset(of: items[..<3]) && entered.isDisjoint(with: items[9...]))
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// Two windows of one list, each with a data source of its own: each is scrolled by itself, selects by itself, and builds
    /// what it shows. What is changed comes to both.
    @Test func eachWindowHasAWorkingRangeOfItsOwn() async throws {
      let store = try SQLiteStore.inMemory()
      let stored = try #require(try store.list(named: "rows"))
      var configuration = Self.visibleTrees
      configuration.isShared = true
      let lists = try (0..<2).map { _ in
        try ComponentList<String, String, Never>(.stored(stored), configuration: configuration) {
          _, _ in Slab()
        }
      }
      let items = try lists[0].changeSynchronously { _, change in
        try change.append(contentsOf: Array(repeating: "20", count: 60))
      }.value
      let windows = try lists.map(Self.collectionView)
      for (list, window) in zip(lists, windows) {
        window.source.rows.onViewportChange = { list.setViewport($0) }
      }
      func waitForBoth() async {
        for window in windows {
          await window.source.rows.knows(lists[0].snapshot.revision)
          window.view.layoutIfNeeded()
        }
      }
      func entered(_ list: ComponentList<String, String, Never>) async throws -> Set<ItemID> {
        await list.waitForWorkingRange()
        return Set(try #require(list.workingRangeReport).enteredItems)
      }
      await waitForBoth()
      for (window, item) in zip(windows, [0, 40]) {
        #expect(window.source.rows.scroll(to: ListPosition(items[item])))
        window.source.selection = [items[item + 1]]
      }
      var (first, second) = (try await entered(lists[0]), try await entered(lists[1]))
      #expect(first.isSuperset(of: items[..<3]) && first.isDisjoint(with: items[20...]))
      #expect(second.isSuperset(of: items[40..<43]) && second.isDisjoint(with: items[..<20]))

      try lists[0].applySynchronously(
        Changeset { $0.insertItems(["20", "20"], at: ItemPath(section: 0, item: 0)) })
      await waitForBoth()
      // The one sees the new rows, and the other what it has seen.
      #expect(windows.map { $0.view.contentOffset.y } == [0, 840])
      #expect(windows.map { $0.source.selection } == [[items[1]], [items[41]]])
      let new = try #require(
        try lists[0].snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
      (first, second) = (try await entered(lists[0]), try await entered(lists[1]))
      #expect(first.isSuperset(of: [new, items[0]]) && first.isDisjoint(with: items[20...]))
      #expect(second.isSuperset(of: items[40..<43]) && second.isDisjoint(with: [new]))
      for window in windows {
        #expect(window.view.model.exception == nil && window.source.rows.failure == nil)
      }
      for list in lists { await list.close() }
    }
  }
#endif
