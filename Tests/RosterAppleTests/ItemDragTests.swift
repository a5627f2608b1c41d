#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterDerived
  import RosterTestKit
  import RosterToolkitStubs
  import Testing

  /// What the user drags in the three kinds of views of AppKit: one changeset moves it, and what the list refuses is not shown.
  @Suite("Drags in views of AppKit") @MainActor struct ItemDragTests {
    private typealias List = ListDataSource<String, String, Never>

    private static func lettered() throws -> List {
      let list = try List(.memory(list: "texts"))
      try fill(list)
      return list
    }

    /// Puts the sections a b c, d e, and an empty one into a list.
    private static func fill(_ list: List) throws {
      try list.applySynchronously(
        Changeset {
          for (section, texts) in [["a", "b", "c"], ["d", "e"], []].enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(texts, at: ItemPath(section: section, item: 0))
          }
        })
    }

    private static func texts(_ list: List) throws -> [[String]] {
      try list.snapshot.contents().sections.map(\.items)
    }

    private static func item(_ section: Int, _ item: Int) -> ItemPath {
      ItemPath(section: section, item: item)
    }

    /// Each item is dropped before each other one and at the end of each section, by one changeset or none.
    @Test(arguments: DraggingToolkit.allCases)
    func whatTheUserMovesIsMovedInTheList(toolkit: DraggingToolkit) async throws {
      let list = try Self.lettered()
      let screen = try toolkit.screen(list)
      let batches = try list.batches(after: list.snapshot.revision)
      for letter in ["a", "b", "c", "d", "e"] {
        // Five items stand before eight places, wherever they are.
        for place in 0..<8 {
          let old = screen.texts
          let paths = old.indices.flatMap { s in (0...old[s].count).map { Self.item(s, $0) } }
          let source = try #require(
            paths.first { $0.item < old[$0.section].count && old[$0.section][$0.item] == letter })
          let target = paths[place]
          var new = old
          new[source.section].remove(at: source.item)
          let isBehind = target.section == source.section && target.item > source.item
          new[target.section].insert(letter, at: isBehind ? target.item - 1 : target.item)
          let name = "\(letter) to \(target) of \(old)"
          #expect(screen.drag([source]) && screen.drop(before: target), "\(name)")
          #expect(screen.texts == old, "the list is changed first")
          if new != old {
            let batch = try #require(try await batches.next())
            #expect(batch.target.revision == list.snapshot.revision, "one changeset: \(name)")
          }
          await screen.knows(list.snapshot.revision)
          #expect(screen.texts == new, "\(name)")
          #expect(try Self.texts(list) == new)
          try #require(!screen.hasException && screen.failure == nil, "\(name)")
        }
      }
      await list.close()
    }

    /// While an item is dragged, the view is told nothing, and it is dropped before what is shown there.
    @Test(arguments: DraggingToolkit.allCases)
    func othersChangeTheListWhileAnItemIsDragged(toolkit: DraggingToolkit) async throws {
      let list = try Self.lettered()
      let screen = try toolkit.screen(list)
      let old = screen.texts
      #expect(screen.drag([Self.item(0, 0)]))
      try await list.change { _, change in
        let section = try change.insertSection("new", at: 0)
        try change.append("x", toSection: section)
        _ = try change.insert("y", at: ItemPath(section: 1, item: 0))
      }
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == old)
      #expect(screen.drop(before: Self.item(1, 1)))
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == [["x"], ["y", "b", "c"], ["d", "a", "e"], []])
      #expect(try Self.texts(list) == screen.texts)
      #expect(!screen.hasException && screen.failure == nil)
      await list.close()
    }

    /// What has come meanwhile is shown when the user has cancelled the drag, and nothing has moved.
    @Test(arguments: DraggingToolkit.allCases)
    func aDragThatIsCancelledMovesNothing(toolkit: DraggingToolkit) async throws {
      let list = try Self.lettered()
      let screen = try toolkit.screen(list)
      #expect(screen.drag([Self.item(0, 2)]))
      try await list.change { _, change in _ = try change.append("f") }
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == [["a", "b", "c"], ["d", "e"], []])
      let revision = list.snapshot.revision
      screen.cancel()
      #expect(screen.texts == [["a", "b", "c"], ["d", "e"], ["f"]])
      #expect(list.snapshot.revision == revision && !screen.hasException)
      // And the next drag begins anew.
      #expect(screen.drag([Self.item(2, 0)]) && screen.drop(before: Self.item(0, 0)))
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == [["f", "a", "b", "c"], ["d", "e"], []])
      #expect(screen.failure == nil)
      await list.close()
    }

    /// Another process removes what the user drags, or what it is dropped before: here another data source of the file.
    @Test(arguments: DraggingToolkit.allCases)
    func whatAnotherProcessHasRemovedIsNotMoved(toolkit: DraggingToolkit) async throws {
      let folder = try TemporaryFolder()
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let lists = try (0..<2).map { _ in
        let store = try SQLiteStore(path: folder.path(of: "texts.sqlite"))
        let stored = try #require(try store.list(named: "texts"))
        return try List(.stored(stored), configuration: configuration)
      }
      try Self.fill(lists[0])
      let screen = try toolkit.screen(lists[0])
      let other = lists[1]
      let failures = Recorder<any Error>()
      screen.onFailure { failures.record($0) }
      for (removed, place) in [
        (Self.item(0, 0), Self.item(1, 1)), (Self.item(1, 0), Self.item(1, 0)),
      ] {
        let old = screen.texts
        failures.removeAll()
        #expect(screen.drag([Self.item(0, 0)]))
        // It reads first what the first one has committed.
        try other.changeSynchronously { _, change in
          let item = try #require(try change.state.itemID(at: removed))
          try change.remove(item)
        }
        #expect(screen.texts == old)
        #expect(!screen.drop(before: place) && failures.values.count == 1)
        await screen.knows(other.snapshot.revision)
        #expect(try screen.texts == Self.texts(other), "nothing has moved, and one has gone")
        #expect(!screen.hasException)
      }
      #expect(screen.texts == [["b", "c"], ["e"], []])
      for list in lists { await list.close() }
    }

    @Test(arguments: DraggingToolkit.allCases)
    func aListThatIsDerivedTakesNoDrop(toolkit: DraggingToolkit) async throws {
      let list = try Self.lettered()
      let sorted = try list.derived("sorted", version: "1").sorted { [.descending($0)] }.open()
      try await sorted.bringUpToDate()
      let screen = try toolkit.screen(sorted.list)
      #expect(screen.drag([Self.item(0, 0)]) && !screen.drop(before: Self.item(0, 3)))
      #expect(screen.failure is DataSourceError)
      #expect(screen.texts == [["e", "d", "c", "b", "a"]] && !screen.hasException)
      await sorted.close()
      await list.close()
    }

    @Test(arguments: DraggingToolkit.allCases)
    func aListThatIsReadOnlyTakesNoDrop(toolkit: DraggingToolkit) async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "texts.sqlite")
      let store = try SQLiteStore(path: path)
      let list = try List(.stored(try #require(try store.list(named: "texts"))))
      try Self.fill(list)
      await list.close()
      let reader = try SQLiteStore(
        path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      let read = try List(.stored(try #require(try reader.list(named: "texts", create: false))))
      let screen = try toolkit.screen(read)
      #expect(screen.drag([Self.item(0, 0)]) && !screen.drop(before: Self.item(1, 0)))
      #expect(screen.failure != nil && !screen.hasException)
      #expect(screen.texts == [["a", "b", "c"], ["d", "e"], []])
      #expect(try Self.texts(read) == screen.texts)
      await read.close()
    }

    /// From elsewhere, of more than one item, and of what may not be moved.
    @Test(arguments: DraggingToolkit.allCases)
    func otherDragsAreNotTaken(toolkit: DraggingToolkit) async throws {
      let list = try Self.lettered()
      let screen = try toolkit.screen(list, allowsMoves: false)
      let (old, revision) = (screen.texts, list.snapshot.revision)
      #expect(!screen.drag([Self.item(0, 0)]))
      screen.allowMoves(true)
      #expect(screen.drag([Self.item(0, 0)]))
      #expect(!screen.drop(before: Self.item(1, 0), isForeign: true))
      #expect(screen.drag([Self.item(0, 0), Self.item(0, 1)]))
      #expect(!screen.drop(before: Self.item(1, 0)))
      // It was allowed when the drag began.
      #expect(screen.drag([Self.item(0, 0)]))
      screen.allowMoves(false)
      #expect(!screen.drop(before: Self.item(1, 0)))
      #expect(screen.texts == old && list.snapshot.revision == revision)
      #expect(screen.failure == nil && !screen.hasException)
      await list.close()
    }

    // MARK: Collection views

    /// It is moved in the list at once, and in the view when the animation has ended.
    @Test func anItemIsDroppedWhileAnUpdateAnimates() async throws {
      let list = try Self.lettered()
      let screen = try DraggedCollection(list)
      screen.view.endsUpdates = false
      try await list.change { _, change in
        _ = try change.insert("new", at: ItemPath(section: 0, item: 0))
      }
      await screen.knows(list.snapshot.revision)
      let shown = [["new", "a", "b", "c"], ["d", "e"], []]
      #expect(screen.texts == shown)
      #expect(screen.drag([Self.item(0, 1)]) && screen.drop(before: Self.item(1, 2)))
      let moved = [["new", "b", "c"], ["d", "e", "a"], []]
      #expect(try Self.texts(list) == moved)
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == shown, "the update still animates")
      screen.view.endsUpdates = true
      screen.view.endUpdates()
      screen.rows.goOn()
      #expect(screen.texts == moved && !screen.hasException && screen.failure == nil)
      await list.close()
    }

    /// What is dropped on an item stands before it, and what is dropped behind the last one at the end of the section. No
    /// section and no path of another kind is a place.
    @Test func placesInACollectionView() async throws {
      let list = try Self.lettered()
      let screen = try DraggedCollection(list)
      let view = screen.view
      #expect(screen.drag([Self.item(0, 0)]))
      #expect(view.dropByHand(IndexPath(item: 1, section: 1), .on))
      #expect(view.shownDrop?.operation == .before)
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == [["b", "c"], ["d", "a", "e"], []])
      #expect(screen.drag([Self.item(0, 0)]))
      #expect(view.dropByHand(IndexPath(item: 9, section: 1)))
      #expect(view.shownDrop?.path == IndexPath(item: 3, section: 1))
      await screen.knows(list.snapshot.revision)
      let shown = [["c"], ["d", "a", "e", "b"], []]
      #expect(screen.texts == shown)
      for path in [
        IndexPath(item: 0, section: 3), IndexPath(item: -1, section: 0),
        IndexPath(item: 0, section: -1), IndexPath(indexes: [0]), IndexPath(indexes: [0, 0, 0]),
        IndexPath(),
      ] {
        #expect(screen.drag([Self.item(0, 0)]))
        // Also if a delegate of the application has not asked first.
        #expect(
          !screen.source.collectionView(
            view, acceptDrop: NoDrag(), indexPath: path, dropOperation: .before))
        #expect(!view.dropByHand(path), "\(path)")
      }
      #expect(screen.texts == shown && screen.failure == nil && !screen.hasException)
      await list.close()
    }

    /// A view that has a delegate keeps it.
    @Test func aDelegateOfTheViewStays() async throws {
      let list = try Self.lettered()
      let screen = try DraggedCollection(list)
      #expect(screen.view.delegate === screen.source)
      let other = NoDelegate()
      screen.view.delegate = other
      screen.source.allowsMoves = true
      #expect(screen.view.delegate === other)
      await list.close()
    }

    private final class NoDelegate: NSCollectionViewDelegate {}

    private final class NoDrag: NSDraggingInfo {
      let draggingSource: Any? = nil
    }

    // MARK: Outlines

    /// What is dropped on a section, also a collapsed one, before the next section, on a footer or behind it, stands at its end;
    /// what is dropped on an item stands before that.
    @Test func placesInAnOutline() async throws {
      let list = try Self.lettered()
      let screen = try DraggedOutline(list, hasFooters: true)
      let view = screen.view
      func expect(
        _ texts: [[String]], dropped index: Int, of item: Any?, shown section: Any?,
        _ shownIndex: Int
      ) async throws {
        let section = try #require(section as AnyObject?)
        #expect(screen.drag([Self.item(0, 0)]) && view.dropByHand(index, of: item))
        #expect(view.shownDrop?.item as AnyObject? === section)
        #expect(view.shownDrop?.childIndex == shownIndex)
        await screen.knows(list.snapshot.revision)
        #expect(screen.texts == texts)
      }
      func insert(_ text: String) async throws {
        try await list.change { _, change in
          _ = try change.insert(text, at: ItemPath(section: 0, item: 0))
        }
        await screen.knows(list.snapshot.revision)
      }
      func row(_ row: Int) -> Any? { view.item(atRow: row) }
      // Rows: # a b c / # d e / # /, and a is dropped on the second section.
      try await expect(
        [["b", "c"], ["d", "e", "a"], []], dropped: -1, of: row(5), shown: row(5), -1)
      // Rows: # b c / # d e a / # /, and b is dropped before the last section.
      try await expect(
        [["c"], ["d", "e", "a", "b"], []], dropped: 2, of: nil, shown: row(4), 3)
      // Rows: # c / # d e a b / # /, and c is dropped on a.
      try await expect(
        [[], ["d", "e", "c", "a", "b"], []], dropped: -1, of: row(6), shown: row(3), 2)
      try await insert("f")
      // Rows: # f / # d e c a b / # /, and f is dropped behind the last footer, in its section.
      try await expect(
        [[], ["d", "e", "c", "a", "b"], ["f"]], dropped: 1, of: row(10), shown: row(10), 0)
      try await insert("g")
      // Rows: # g / # d e c a b / # f /, and g is dropped below all rows.
      try await expect(
        [[], ["d", "e", "c", "a", "b"], ["f", "g"]], dropped: -1, of: nil, shown: row(10), 1)
      try await insert("h")
      // Rows: # h / # d e c a b / # f g /, and h is dropped on the footer of the second section.
      try await expect(
        [[], ["d", "e", "c", "a", "b", "h"], ["f", "g"]], dropped: -1, of: row(9), shown: row(3),
        5)
      #expect(!screen.hasException && screen.failure == nil)
      await list.close()
    }

    /// What is dropped before the section behind a collapsed one is shown on that, and stands at its end unseen.
    @Test func aCollapsedSectionTakesADrop() async throws {
      let list = try Self.lettered()
      let screen = try DraggedOutline(list, hasFooters: false)
      let view = screen.view
      let section = try #require(view.item(atRow: 4)) as AnyObject
      view.collapseItem(section)
      // Rows: # a b c # #
      #expect(screen.drag([Self.item(0, 1)]) && view.dropByHand(2, of: nil))
      #expect(view.shownDrop?.item as AnyObject? === section && view.shownDrop?.childIndex == -1)
      await screen.knows(list.snapshot.revision)
      #expect(screen.texts == [["a", "c"], [], []])
      #expect(try Self.texts(list) == [["a", "c"], ["d", "e", "b"], []])
      view.expandItem(section)
      #expect(screen.texts == [["a", "c"], ["d", "e", "b"], []])
      #expect(!screen.hasException && screen.failure == nil)
      await list.close()
    }

    /// Above all sections, behind sections that are not there, and on what is of no list.
    @Test func placesThatAreNoneInAnOutline() async throws {
      let list = try Self.lettered()
      let screen = try DraggedOutline(list, hasFooters: false)
      let (old, revision) = (screen.texts, list.snapshot.revision)
      let places: [(index: Int, item: Any?)] = [
        (0, nil), (99, nil), (Int.max, nil), (0, "no object"), (-1, NSObject()),
      ]
      for place in places {
        #expect(screen.drag([Self.item(0, 0)]))
        #expect(!screen.view.dropByHand(place.index, of: place.item), "\(place)")
      }
      // A section is not dragged.
      #expect(!screen.view.dragByHand([0]))
      #expect(screen.texts == old && list.snapshot.revision == revision)
      #expect(screen.failure == nil && !screen.hasException)
      await list.close()
    }
  }
#endif
