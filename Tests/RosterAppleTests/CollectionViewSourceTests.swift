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

    final class TableHeader: UITableViewHeaderFooterView {
      var text: String?
    }

    /// Returns the header and footer views of sections.
    private final class TableDelegate: NSObject, UITableViewDelegate {
      var source: TableViewSource<String, String>?

      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        source?.header(ofSection: section, in: tableView)
      }

      func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
        source?.footer(ofSection: section, in: tableView)
      }
    }

    private static func collectionView(
      _ list: List, settling: Duration = .zero
    ) throws -> (view: UICollectionView, source: CollectionViewSource<String, String>) {
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      let source = try CollectionViewSource(list, in: view, settling: settling) {
        (cell: TextCell, row) in
        cell.text = row.model ?? "?"
      }
      view.showsHeaders = true
      source.setHeaders(in: view) { (header: Header, section) in header.text = section.model }
      return (view, source)
    }

    /// A view in a window, which has loaded what it shows.
    private static func shown(
      _ list: List
    ) throws -> (view: UICollectionView, source: CollectionViewSource<String, String>) {
      let (view, source) = try collectionView(list)
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
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
        source.rows.isPaused = changes.random.happens(percent: 15)
        let shown = source.rows.snapshot.revision
        try Self.change(list, &changes, step)
        await source.rows.knows(list.snapshot.revision)
        if source.rows.isPaused || view.hasUncommittedUpdates {
          #expect(source.rows.snapshot.revision == shown)
        } else {
          #expect(source.rows.snapshot.revision == list.snapshot.revision)
        }
        guard view.window != nil else { continue }
        view.layoutIfNeeded()
        try #require(view.model.exception == nil, "seed \(seed), step \(step)")
        #expect(
          try Self.texts(view) == Self.texts(source.rows.snapshot), "seed \(seed), step \(step)")
        #expect(
          try Self.headers(view) == Self.headers(source.rows.snapshot), "seed \(seed), step \(step)"
        )
      }
      (view.window, view.hasUncommittedUpdates, source.rows.isPaused) = (window, false, false)
      source.rows.goOn()
      view.layoutIfNeeded()
      #expect(try Self.texts(view) == Self.texts(list.snapshot))
      #expect(source.rows.failure == nil && view.model.callCount > 20)
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
        await source.rows.knows(list.snapshot.revision)
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
      let (view, source) = try Self.shown(list)
      let cells = view.model.shown[0]
      try await list.change { _, change in
        try change.update(items[1], "new")
        try change.move(items[1], to: 0)
        try change.append("d")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(Self.texts(view) == [["new", "a", "c", "d"]])
      #expect(view.model.shown[0].prefix(3) == [cells[1], cells[0], cells[2]])
      #expect(cells.map { ($0 as? TextCell)?.configuredCount } == [1, 2, 1])
      // Once for the new data source.
      #expect(view.model.reloadCount == 1)
      await list.close()
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

    /// All places between which an item of that list is moved.
    private static var moves: [(source: IndexPath, target: IndexPath)] {
      let counts = [3, 2, 0]
      var moves: [(source: IndexPath, target: IndexPath)] = []
      for (section, target) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)] {
        let end = section == target ? counts[target] - 1 : counts[target]
        for item in 0..<counts[section] {
          for place in 0...end {
            moves.append(
              (IndexPath(item: item, section: section), IndexPath(item: place, section: target)))
          }
        }
      }
      return moves
    }

    private static func moved(
      _ texts: [[String]], _ source: IndexPath, _ target: IndexPath
    ) -> [[String]] {
      var texts = texts
      let text = texts[source.section].remove(at: source.item)
      texts[target.section].insert(text, at: target.item)
      return texts
    }

    /// All moves within and between sections, and each with another one behind it, alone and while another change waits.
    @Test(arguments: [false, true], [false, true])
    func whatTheUserMovesIsMovedInTheList(hasOthers: Bool, isTwice: Bool) async throws {
      for (index, first) in Self.moves.enumerated() {
        let list = try Self.lettered()
        let (view, source) = try Self.shown(list)
        source.allowsMoves = true
        #expect(source.collectionView(view, canMoveItemAt: first.source))
        let (calls, reloads) = (view.model.callCount, view.model.reloadCount)
        source.rows.isPaused = true
        if hasOthers {
          let others = try await list.change { _, change in
            let section = try change.insertSection("new", at: 0)
            try change.append("x", toSection: section)
          }.batch
          await source.rows.knows(others.target.revision)
        }
        var expected = Self.texts(view)
        // Another one of the same sections, so that there is one.
        let moves = isTwice ? [first, Self.moves[(index + 3) % 6]] : [first]
        for move in moves {
          let count = expected[move.source.section].count
          guard move.source.item < count,
            move.target.item <= expected[move.target.section].count
              - (move.source.section == move.target.section ? 1 : 0)
          else { continue }
          expected = Self.moved(expected, move.source, move.target)
          view.moveByHand(move.source, to: move.target)
          try #require(view.model.exception == nil, "\(moves)")
          #expect(Self.texts(view) == expected, "\(moves)")
        }
        #expect(source.rows.failure == nil, "\(moves)")
        let target = hasOthers ? [["x"]] + expected : expected
        #expect(try Self.texts(list.snapshot) == target, "\(moves)")
        source.rows.isPaused = false
        // Not within the turn in which the view still ends the move.
        #expect(view.model.callCount == calls && view.model.reloadCount == reloads)
        await source.rows.knows(list.snapshot.revision)
        source.rows.goOn()
        view.layoutIfNeeded()
        #expect(Self.texts(view) == target && view.model.exception == nil, "\(moves)")
        #expect(source.rows.snapshot.revision == list.snapshot.revision)
        #expect(view.model.callCount == calls, "it is not told again")
        #expect(view.model.reloadCount == reloads + (hasOthers ? 1 : 0))
        await list.close()
      }
    }

    /// An item that others have removed meanwhile, and a list that is derived from another one.
    @Test func aMoveThatTheListRefusesIsTakenBack() async throws {
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c"])
      }.value
      let (view, source) = try Self.shown(list)
      var failures = 0
      source.rows.onFailure = { _ in failures += 1 }
      source.rows.isPaused = true
      try await list.change { _, change in try change.remove(items[0]) }
      view.moveByHand(IndexPath(item: 0, section: 0), to: IndexPath(item: 2, section: 0))
      #expect(source.rows.failure != nil && failures == 1)
      // A second one, before the view is loaded anew.
      view.moveByHand(IndexPath(item: 0, section: 0), to: IndexPath(item: 1, section: 0))
      #expect(Self.texts(view) == [["c", "b", "a"]] && view.model.exception == nil)
      source.rows.isPaused = false
      await source.rows.knows(list.snapshot.revision)
      source.rows.goOn()
      view.layoutIfNeeded()
      #expect(try Self.texts(view) == Self.texts(list.snapshot) && view.model.exception == nil)
      await list.close()
    }

    @Test func aListThatIsDerivedTakesNoMove() async throws {
      let list = try Self.lettered()
      let sorted = try list.derived("sorted", version: "1").sorted { [.ascending($0)] }.open()
      try await sorted.bringUpToDate()
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      view.window = UIWindow(frame: .zero)
      let source = try CollectionViewSource(sorted.list, in: view, settling: .zero) {
        (cell: TextCell, row) in
        cell.text = row.model ?? "?"
      }
      view.layoutIfNeeded()
      view.moveByHand(IndexPath(item: 0, section: 0), to: IndexPath(item: 2, section: 0))
      #expect(Self.texts(view) == [["b", "c", "a", "d", "e"]])
      #expect(source.rows.failure is DataSourceError)
      source.rows.goOn()
      view.layoutIfNeeded()
      #expect(Self.texts(view) == [["a", "b", "c", "d", "e"]] && view.model.exception == nil)
      await sorted.close()
      await list.close()
    }

    /// What comes while an update animates is one update behind it.
    @Test func updatesThatComeMeanwhileAreOne() async throws {
      let list = try List(.memory(list: "texts"))
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      view.window = window
      view.endsUpdates = false
      for text in ["a", "b", "c"] {
        try await list.change { _, change in try change.append(text) }
        await source.rows.knows(list.snapshot.revision)
      }
      #expect(Self.texts(view) == [["a"]])
      let calls = view.model.callCount
      view.endUpdates()
      source.rows.goOn()
      #expect(Self.texts(view) == [["a", "b", "c"]] && view.model.callCount == calls + 2)
      // Without a window nothing animates.
      view.window = nil
      try await list.change { _, change in try change.append("d") }
      await source.rows.knows(list.snapshot.revision)
      view.window = window
      view.layoutIfNeeded()
      #expect(Self.texts(view) == [["a", "b", "c", "d"]] && view.model.exception == nil)
      await list.close()
    }

    /// A view that is no longer busy is told by itself.
    @Test func aViewThatWasBusyIsAskedAgain() async throws {
      let list = try List(.memory(list: "texts"))
      let (view, source) = try Self.collectionView(list)
      let window = UIWindow(frame: .zero)
      (view.window, view.hasUncommittedUpdates) = (window, true)
      try await list.change { _, change in try change.append("a") }
      await source.rows.knows(list.snapshot.revision)
      #expect(source.rows.snapshot.itemCount == 0)
      view.hasUncommittedUpdates = false
      while source.rows.snapshot.itemCount == 0 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(Self.texts(view) == [["a"]])
      await list.close()
    }

    /// A view that shows one list is given another one, while the source of the first is kept.
    @Test func aViewAsksOneSource() async throws {
      let lists = try (0..<2).map { try List(.memory(list: "texts \($0)")) }
      for (list, text) in zip(lists, ["a", "b"]) {
        try await list.change { _, change in try change.append(text) }
      }
      let (view, first) = try Self.collectionView(lists[0])
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
      let list = lists[1]
      // begin example
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = row.model ?? "?"
      }
      // end example
      source.setHeaders(in: view) { (header: Header, section) in header.text = section.model }
      for list in lists { try await list.change { _, change in try change.append("c") } }
      await first.rows.knows(lists[0].snapshot.revision)
      await source.rows.knows(lists[1].snapshot.revision)
      view.layoutIfNeeded()
      #expect(Self.texts(view) == [["b", "c"]] && view.model.exception == nil)
      for list in lists { await list.close() }
    }

    /// Rows that are changed in place count as calls: more than a view takes are a reload.
    @Test func manyChangedRowsAreAReload() async throws {
      let list = try List(.memory(list: "texts"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: (0..<150).map { "\($0)" })
      }.value
      let (view, source) = try Self.shown(list)
      for (count, reloads) in [(100, 1), (101, 2)] {
        try await list.change { _, change in
          for item in items.prefix(count) { try change.update(item, "new \(count)") }
        }
        await source.rows.knows(list.snapshot.revision)
        view.layoutIfNeeded()
        #expect(view.model.reloadCount == reloads)
        #expect(try Self.texts(view) == Self.texts(list.snapshot))
      }
      await list.close()
    }

    /// A view takes only what it has given, also where there is nothing to show.
    @Test func whatCannotBeReadIsAnEmptyRow() async throws {
      struct Note: Codable, Sendable { var text: String }
      let store = try SQLiteStore.inMemory()
      let plain = try ListDataSource<String, String, Never>(
        .stored(try #require(try store.list(named: "notes"))))
      try await plain.change { _, change in _ = try change.append("no note") }
      await plain.close()
      let list = try ListDataSource<Note, String, Never>(
        .stored(try #require(try store.list(named: "notes"))))
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      let window = UIWindow(frame: .zero)
      (view.window, view.showsHeaders) = (window, true)
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = row.model?.text ?? "?"
      }
      view.layoutIfNeeded()
      #expect(Self.texts(view) == [["?"]] && view.headers.count == 1)
      #expect((source.rows.failure as? StorageError)?.code == .undecodable)
      await list.close()
    }

    /// Rows of a table that the user moves, and headers whose titles change.
    @Test func aTableMovesRowsAndShowsTitles() async throws {
      let list = try Self.lettered()
      let view = UITableView(frame: .zero)
      // begin example
      let source = try TableViewSource(list, in: view, title: { $0 }) { (cell: RowCell, row) in
        cell.text = row.model ?? "?"
      }
      // end example
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
      source.rows.isPaused = true
      #expect(!source.tableView(view, canMoveRowAt: IndexPath(row: 0, section: 0)))
      view.moveByHand(IndexPath(row: 0, section: 0), to: IndexPath(row: 1, section: 1))
      #expect(try Self.texts(list.snapshot) == [["b", "c"], ["d", "a", "e"], []])
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()

      let other = try Self.lettered()
      let titled = try TableViewSource(other, in: view, title: { $0 }) { (cell: RowCell, row) in
        cell.text = row.model ?? "?"
      }
      view.layoutIfNeeded()
      let reloads = view.model.reloadCount
      for (section, reloadCount) in [(1, reloads), (2, reloads + 1)] {
        try await other.change { _, change in
          try change.update(change.state.sectionIDs[section], "new \(section)")
        }
        await titled.rows.knows(other.snapshot.revision)
        view.layoutIfNeeded()
        #expect(view.headerView(forSection: section)?.textLabel?.text == "new \(section)")
        #expect(view.model.reloadCount == reloadCount && view.model.exception == nil)
      }
      await other.close()
    }

    @Test func headerAndFooterViewsOfATableShowTheirSections() async throws {
      let list = try Self.lettered()
      let view = UITableView(frame: .zero)
      let source = try TableViewSource(list, in: view) { (cell: RowCell, row) in
        cell.text = row.model ?? "?"
      }
      #expect(source.header(ofSection: 0, in: view) == nil)
      source.setHeaders(in: view) { (header: TableHeader, section) in
        header.text = section.model
      }
      source.setFooters(in: view) { (footer: TableHeader, section) in
        footer.text = "end of \(section.model ?? "none")"
      }
      let delegate = TableDelegate()
      (delegate.source, view.delegate, view.window) = (source, delegate, UIWindow(frame: .zero))
      view.layoutIfNeeded()
      let former = view.headers
      try await list.change { _, change in
        try change.update(change.state.sectionIDs[1], "new")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(view.headers == former && view.model.reloadCount == 1)
      try list.applySynchronously(Changeset { $0.removeSection(at: 0) })
      await source.rows.knows(list.snapshot.revision)
      view.layoutIfNeeded()
      let models = try Self.headers(list.snapshot)
      #expect(view.headers.map { ($0 as? TableHeader)?.text } == models && models[0] == "new")
      #expect(
        view.footers.map { ($0 as? TableHeader)?.text }
          == models.map { "end of \($0 ?? "none")" })
      #expect(view.model.exception == nil && source.rows.failure == nil)
      await list.close()
    }

    @Test func footersOfACollectionViewShowTheirSections() async throws {
      let list = try Self.lettered()
      let (view, source) = try Self.collectionView(list)
      let items = try list.snapshot.contents().sections.map(\.items)
      source.setFooters(in: view) { (footer: Header, section) in
        footer.text = "end of \(section.model ?? "none")"
      }
      (view.showsFooters, view.window) = (true, UIWindow(frame: .zero))
      view.layoutIfNeeded()
      let former = view.footers
      try await list.change { _, change in
        try change.update(change.state.sectionIDs[1], "new")
      }
      await source.rows.knows(list.snapshot.revision)
      #expect(view.footers == former && Self.texts(view) == items)
      let models = try Self.headers(list.snapshot)
      #expect(Self.headers(view) == models && models[1] == "new")
      #expect(
        view.footers.map { ($0 as? Header)?.text } == models.map { "end of \($0 ?? "none")" })
      #expect(view.model.exception == nil)
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
        await source.rows.knows(list.snapshot.revision)
      }
      try await list.change { _, change in try change.append("b") }
      #expect(released == nil && releasedView == nil)
      await list.close()
    }
  }
#endif
