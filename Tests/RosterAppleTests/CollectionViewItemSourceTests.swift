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

  /// The shell of collection views of AppKit over a view that has their names, and the rules of the model in its strict mode.
  @Suite("Sources of collection views of AppKit") @MainActor struct CollectionViewItemSourceTests {
    private typealias List = ListDataSource<String, String, Never>
    private typealias Source = CollectionViewItemSource<String, String>

    /// A cell of 20 points that loses its text when the view has no use for that.
    final class TextItem: NSCollectionViewItem {
      var text = "" {
        didSet { configuredCount += 1 }
      }
      private(set) var configuredCount = 0

      override func loadView() {
        view = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      }

      override func prepareForReuse() { text = "?" }
    }

    final class Header: NSView {
      var text: String?
    }

    private static func collectionView(
      _ list: List
    ) throws -> (view: NSCollectionView, source: Source) {
      let view = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      // begin example
      let source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = row.model ?? "?"
      }
      // end example
      view.showsHeaders = true
      source.setHeaders(in: view) { (header: Header, section) in header.text = section.model }
      return (view, source)
    }

    /// A view in a window, which has loaded what it shows.
    private static func shown(
      _ list: List
    ) throws -> (view: NSCollectionView, source: Source) {
      let (view, source) = try collectionView(list)
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
      return (view, source)
    }

    private static func texts(_ view: NSCollectionView) -> [[String]] {
      view.model.shown.map { $0.map { ($0 as? TextItem)?.text ?? "no item" } }
    }

    private static func headers(_ view: NSCollectionView) -> [String?] {
      view.headers.map { ($0 as? Header)?.text }
    }

    private static func texts(_ snapshot: List.Snapshot) throws -> [[String]] {
      try snapshot.contents().sections.map(\.items)
    }

    private static func headers(_ snapshot: List.Snapshot) throws -> [String?] {
      try (0..<snapshot.sectionCount).map(snapshot.sectionModel(at:))
    }

    private static func items(_ snapshot: List.Snapshot) throws -> [ItemID] {
      try (0..<snapshot.sectionCount).flatMap { section in
        try (0..<snapshot.itemCount(inSection: section)).compactMap {
          try snapshot.state.itemID(at: ItemPath(section: section, item: $0))
        }
      }
    }

    private static func filled(_ counts: [Int]) throws -> List {
      let list = try List(.memory(list: "texts"))
      try list.applySynchronously(
        Changeset {
          for (section, count) in counts.enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(
              (0..<count).map { "\(section)-\($0)" }, at: ItemPath(section: section, item: 0))
          }
        })
      return list
    }

    /// A view that loses its window, is paused and animates now and then, and in which items are selected.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func aViewShowsTheListWheneverItCan(seed: UInt64) async throws {
      let list = try List(.memory(list: "texts"))
      let (view, source) = try Self.collectionView(list)
      let window = NSWindow()
      var changes = RandomChangesets(seed: seed)
      view.window = window
      for step in 0..<60 {
        view.window = changes.random.happens(percent: 15) ? nil : window
        source.rows.isPaused = changes.random.happens(percent: 15)
        view.endsUpdates = !changes.random.happens(percent: 15)
        if view.endsUpdates { view.endUpdates() }
        if view.window != nil, changes.random.happens(percent: 30) {
          source.selection = try Self.items(source.rows.snapshot).filter { _ in
            changes.random.happens(percent: 30)
          }
        }
        let selected = source.selection
        let counts = (0..<list.snapshot.sectionCount).map(list.snapshot.itemCount(inSection:))
        try list.applySynchronously(changes.valid(for: counts).changeset(models: "\(step) "))
        await source.rows.knows(list.snapshot.revision)
        guard view.window != nil else { continue }
        view.layoutSubtreeIfNeeded()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        let shown = source.rows.snapshot
        #expect(try Self.texts(view) == Self.texts(shown), "seed \(seed), step \(step)")
        #expect(try Self.headers(view) == Self.headers(shown), "seed \(seed), step \(step)")
        let expected = try selected.filter { try shown.state.contains($0) }
        #expect(Set(source.selection) == Set(expected), "seed \(seed), step \(step)")
      }
      (view.window, source.rows.isPaused) = (window, false)
      view.endUpdates()
      source.rows.goOn()
      view.layoutSubtreeIfNeeded()
      #expect(try Self.texts(view) == Self.texts(list.snapshot))
      #expect(source.rows.failure == nil && view.model.callCount > 20)
      await list.close()
    }

    /// An item stays, and is configured again if its row has changed. After a move the view has forgotten what all show.
    @Test func onlyChangedItemsAreConfiguredUnlessAnyMoves() async throws {
      let list = try Self.filled([3])
      let (view, source) = try Self.shown(list)
      let items = view.model.shown[0].compactMap { $0 as? TextItem }
      let asked = view.model.askedCount
      func change(
        _ steps: @escaping @Sendable (inout ListDraft<String, String>) throws -> Void
      ) async throws {
        _ = try list.changeSynchronously { _, change in try steps(&change) }
        await source.rows.knows(list.snapshot.revision)
      }
      let ids = try Self.items(list.snapshot)
      try await change { try $0.update(ids[1], "new") }
      #expect(items.map(\.configuredCount) == [1, 2, 1])
      try await change { try $0.move(ids[2], to: 0) }
      #expect(Self.texts(view) == [["0-2", "0-0", "new"]])
      #expect(view.model.shown[0] == [items[2], items[0], items[1]])
      // Each once by the view, and once by the source.
      #expect(items.map(\.configuredCount) == [3, 4, 3] && view.model.askedCount == asked)
      try await change { _ = try $0.append("last") }
      #expect(items.map(\.configuredCount) == [3, 4, 3] && view.model.askedCount == asked + 1)
      #expect(view.animatedUpdateCount == 2 && view.model.reloadCount == 1)
      await list.close()
    }

    @Test func headersAreChangedInPlace() async throws {
      let list = try Self.filled([1, 0])
      let (view, source) = try Self.shown(list)
      let headers = view.headers
      try await list.change { _, change in
        try change.update(change.state.sectionIDs[1], "one")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.headers(view) == ["0", "one"] && view.headers == headers)
      #expect(view.model.callCount == 0 && view.model.exception == nil)
      await list.close()
    }

    /// A view takes only what it has made, also where there is nothing to show.
    @Test func aSectionWithoutAHeaderHasAnEmptyOne() async throws {
      let list = try Self.filled([1, 1])
      let view = NSCollectionView(frame: .zero)
      (view.window, view.showsHeaders) = (NSWindow(), true)
      let source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = row.model ?? "?"
      }
      view.layoutSubtreeIfNeeded()
      #expect(view.headers.count == 2 && Self.texts(view) == [["0-0"], ["1-0"]])
      #expect(source.rows.failure == nil)
      await list.close()
    }

    /// In a scroll view, rows that come before those that are seen do not move them, and what is prefetched is told.
    @Test func rowsStayAndViewportsAreTold() async throws {
      let list = try Self.filled([10])
      let view = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
      scrollView.documentView = view
      let source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = row.model ?? "?"
      }
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
      let ids = try Self.items(list.snapshot)
      #expect(source.rows.scroll(to: ListPosition(ids[2], distance: -10)))
      #expect(scrollView.contentView.bounds.minY == 50)
      let animated = view.animatedUpdateCount
      try await list.change { _, change in
        for _ in 0..<2 { _ = try change.insert("new", at: 0) }
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(source.rows.position == ListPosition(ids[2], distance: -10))
      #expect(scrollView.contentView.bounds.minY == 90)
      #expect(view.animatedUpdateCount == animated, "rows are elsewhere in the content")
      let told = Recorder<Viewport>()
      source.rows.onViewportChange = { told.record($0) }
      let prefetching = try #require(view.prefetchDataSource)
      prefetching.collectionView(view, prefetchItemsAt: [IndexPath(item: 9, section: 0)])
      #expect(told.values.last == Viewport(anchor: ids[2], offset: 10, length: 110))
      prefetching.collectionView(
        view, cancelPrefetchingForItemsAt: [IndexPath(item: 9, section: 0)])
      #expect(told.values.last == Viewport(anchor: ids[2], offset: 10, length: 60))
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    /// A view that shows one list is given another one, while the source of the first is kept.
    @Test func aViewAsksOneSource() async throws {
      let lists = try (0..<2).map { try List(.memory(list: "texts \($0)")) }
      for (list, text) in zip(lists, ["a", "b"]) {
        try await list.change { _, change in try change.append(text) }
      }
      let (view, first) = try Self.shown(lists[0])
      let source = try CollectionViewItemSource(lists[1], in: view) { (item: TextItem, row) in
        item.text = row.model ?? "?"
      }
      source.setHeaders(in: view) { (header: Header, section) in header.text = section.model }
      for list in lists { try await list.change { _, change in try change.append("c") } }
      await first.rows.knows(lists[0].snapshot.revision)
      await source.rows.knows(lists[1].snapshot.revision)
      view.layoutSubtreeIfNeeded()
      #expect(Self.texts(view) == [["b", "c"]] && view.model.exception == nil)
      for list in lists { await list.close() }
    }

    /// A view that is gone is told nothing, and a source that is gone follows nothing.
    @Test func nothingIsKept() async throws {
      let list = try List(.memory(list: "texts"))
      weak var released: Source?
      weak var releasedView: NSCollectionView?
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
