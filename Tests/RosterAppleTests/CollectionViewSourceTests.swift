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

  /// The shells of UIKit over views that have its names, and the rules of the model in its strict mode.
  @Suite("Sources of collection and table views") @MainActor
  struct CollectionViewSourceTests {
    private typealias List = ListDataSource<String, String, Never>

    final class TextCell: UICollectionViewCell {
      var text = "" {
        didSet { configuredCount += 1 }
      }
      private(set) var configuredCount = 0
    }

    final class Header: UICollectionReusableView {
      var text: String?
    }

    final class RowCell: UITableViewCell {
      var text = ""
    }

    private static func collectionView(
      _ list: List
    ) throws -> (view: UICollectionView, source: CollectionViewSource<String, String>) {
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      // begin example
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = row.model ?? "?"
      }
      // end example
      view.showsHeaders = true
      source.setHeaders(in: view) { (header: Header, model) in header.text = model }
      return (view, source)
    }

    private static func texts(_ view: UICollectionView) -> [[String]] {
      view.model.shown.map { $0.map { ($0 as? TextCell)?.text ?? "no cell" } }
    }

    private static func headers(_ view: UICollectionView) -> [String?] {
      view.headers.map { ($0 as? Header)?.text }
    }

    private static func texts(_ snapshot: List.Snapshot) throws -> [[String]] {
      try snapshot.contents().sections.map(\.items)
    }

    private static func headers(_ snapshot: List.Snapshot) throws -> [String?] {
      try (0..<snapshot.sectionCount).map(snapshot.sectionModel(at:))
    }

    private static func change(_ list: List, _ changes: inout RandomChangesets, _ step: Int) throws
    {
      let counts = (0..<list.snapshot.sectionCount).map(list.snapshot.itemCount(inSection:))
      try list.applySynchronously(changes.valid(for: counts).changeset(models: "\(step) "))
    }

    /// A view that loses its window, is paused and has uncommitted drops now and then.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func aCollectionViewShowsTheListWheneverItCan(seed: UInt64) async throws {
      let list = try List(.memory(list: "texts"))
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      var changes = RandomChangesets(seed: seed)
      view.window = window
      for step in 0..<60 {
        view.window = changes.random.happens(percent: 15) ? nil : window
        view.hasUncommittedUpdates = changes.random.happens(percent: 15)
        source.isPaused = changes.random.happens(percent: 15)
        let shown = source.snapshot.revision
        try Self.change(list, &changes, step)
        await source.knows(list.snapshot.revision)
        if source.isPaused || view.hasUncommittedUpdates {
          #expect(source.snapshot.revision == shown)
        } else {
          #expect(source.snapshot.revision == list.snapshot.revision)
        }
        guard view.window != nil else { continue }
        view.layoutIfNeeded()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        #expect(try Self.texts(view) == Self.texts(source.snapshot), "seed \(seed), step \(step)")
        #expect(
          try Self.headers(view) == Self.headers(source.snapshot), "seed \(seed), step \(step)")
      }
      (view.window, view.hasUncommittedUpdates, source.isPaused) = (window, false, false)
      source.goOn()
      view.layoutIfNeeded()
      #expect(try Self.texts(view) == Self.texts(list.snapshot))
      #expect(source.failure == nil && view.model.callCount > 20)
      await list.close()
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func aTableViewShowsTheList(seed: UInt64) async throws {
      let list = try List(.memory(list: "texts"))
      let view = UITableView(frame: .zero)
      let source = try TableViewSource(list, in: view, title: { $0 }) { (cell: RowCell, row) in
        cell.text = row.model ?? "?"
      }
      let window = UIWindow(frame: .zero)
      var changes = RandomChangesets(seed: seed)
      for step in 0..<60 {
        view.window = changes.random.happens(percent: 15) ? nil : window
        try Self.change(list, &changes, step)
        await source.knows(list.snapshot.revision)
        guard view.window != nil else { continue }
        view.layoutIfNeeded()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        let shown = view.model.shown.map { $0.map { ($0 as? RowCell)?.text ?? "no cell" } }
        #expect(try shown == Self.texts(list.snapshot), "seed \(seed), step \(step)")
        let titles = shown.indices.map { view.headerView(forSection: $0)?.textLabel?.text }
        #expect(try titles == Self.headers(list.snapshot), "seed \(seed), step \(step)")
      }
      #expect(view.model.callCount > 20)
      await list.close()
    }

    /// A cell stays, and is configured again only if its row has changed.
    @Test func onlyTheCellOfAChangedRowIsConfiguredAgain() async throws {
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c"])
      }.value
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      view.window = window
      view.layoutIfNeeded()
      let cells = view.model.shown[0]
      try await list.change { _, change in
        try change.update(items[1], "new")
        try change.move(items[1], to: 0)
        try change.append("d")
      }
      await source.knows(list.snapshot.revision)
      #expect(Self.texts(view) == [["new", "a", "c", "d"]])
      #expect(view.model.shown[0].prefix(3) == [cells[1], cells[0], cells[2]])
      #expect(cells.map { ($0 as? TextCell)?.configuredCount } == [1, 2, 1])
      #expect(view.model.reloadCount == 0)
      await list.close()
    }

    /// All moves within and between sections, alone and while another change waits.
    @Test(arguments: [false, true])
    func whatTheUserMovesIsMovedInTheList(hasOthers: Bool) async throws {
      for (sourceSection, targetSection) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)] {
        for sourceItem in 0..<(3 - sourceSection) {
          let counts = [3, 2, 0]
          let end = counts[targetSection] - (sourceSection == targetSection ? 1 : 0)
          for targetItem in 0...end {
            let path = ItemPath(section: sourceSection, item: sourceItem)
            let target = ItemPath(section: targetSection, item: targetItem)
            try await move(path, to: target, hasOthers: hasOthers)
          }
        }
      }
    }

    private func move(_ path: ItemPath, to target: ItemPath, hasOthers: Bool) async throws {
      let list = try List(.memory(list: "texts"))
      try list.applySynchronously(
        Changeset {
          for (section, texts) in [["a", "b", "c"], ["d", "e"], []].enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(texts, at: ItemPath(section: section, item: 0))
          }
        })
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      view.window = window
      view.layoutIfNeeded()
      source.allowsMoves = true
      #expect(source.collectionView(view, canMoveItemAt: IndexPath(item: 0, section: 0)))
      var expected = Self.texts(view)
      let text = expected[path.section].remove(at: path.item)
      expected[target.section].insert(text, at: target.item)

      source.isPaused = true
      if hasOthers {
        let others = try await list.change { _, change in
          let section = try change.insertSection("new", at: 0)
          try change.append("x", toSection: section)
        }.batch
        await source.knows(others.target.revision)
      }
      source.collectionView(
        view, moveItemAt: IndexPath(item: path.item, section: path.section),
        to: IndexPath(item: target.item, section: target.section))
      // The view has moved it, and asks.
      let asked = (0..<source.numberOfSections(in: view)).map { section in
        (0..<source.collectionView(view, numberOfItemsInSection: section)).map { item in
          (source.collectionView(view, cellForItemAt: IndexPath(item: item, section: section))
            as? TextCell)?.text ?? "no cell"
        }
      }
      #expect(asked == expected, "\(path) to \(target)")
      #expect(source.failure == nil, "\(path) to \(target)")
      let list2 = hasOthers ? [["x"]] + expected : expected
      #expect(try Self.texts(list.snapshot) == list2, "\(path) to \(target)")
      source.isPaused = false
      await source.knows(list.snapshot.revision)
      if hasOthers {
        view.layoutIfNeeded()
        #expect(Self.texts(view) == list2, "\(path) to \(target)")
      }
      #expect(source.snapshot.revision == list.snapshot.revision && view.model.exception == nil)
      await list.close()
    }

    /// An item that others have removed meanwhile.
    @Test func aMoveThatTheListRefusesIsTakenBack() async throws {
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c"])
      }.value
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      view.window = window
      view.layoutIfNeeded()
      source.isPaused = true
      try await list.change { _, change in try change.remove(items[0]) }
      source.collectionView(
        view, moveItemAt: IndexPath(item: 0, section: 0), to: IndexPath(item: 2, section: 0))
      #expect(source.failure != nil)
      #expect(source.collectionView(view, numberOfItemsInSection: 0) == 3)
      source.isPaused = false
      await source.knows(list.snapshot.revision)
      view.layoutIfNeeded()
      #expect(Self.texts(view) == [["b", "c"]] && view.model.exception == nil)
      await list.close()
    }

    /// A view that is gone is told nothing, and a source that is gone follows nothing.
    @Test func nothingIsKept() async throws {
      let list = try List(.memory(list: "texts"))
      weak var released: CollectionViewSource<String, String>?
      weak var releasedView: UICollectionView?
      do {
        let (view, source) = try Self.collectionView(list)
        (released, releasedView) = (source, view)
        try await list.change { _, change in try change.append("a") }
        await source.knows(list.snapshot.revision)
      }
      try await list.change { _, change in try change.append("b") }
      #expect(released == nil && releasedView == nil)
      await list.close()
    }
  }
#endif
