#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// A row that the user swipes aside and deletes, which the delegate of a table view does and not a source.
  @Suite("Rows that are swiped aside") @MainActor struct SwipeTests {
    private typealias List = ListDataSource<String, String, Never>

    final class TextCell: UITableViewCell {
      var text = ""
    }

    private final class Screen: NSObject, UITableViewDelegate {
      let list: List
      let view = UITableView(frame: .zero)
      let source: TableViewSource<String, String>
      private(set) var failure: (any Error)?

      init(_ list: List) throws {
        self.list = list
        source = try TableViewSource(list, in: view) { (cell: TextCell, row) in
          cell.text = row.model ?? "none"
        }
        super.init()
        (view.delegate, view.window) = (self, UIWindow(frame: .zero))
        view.layoutIfNeeded()
      }

      // begin example
      func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? {
        let path = ItemPath(section: indexPath.section, item: indexPath.row)
        guard let item = source.rows.item(at: path) else { return nil }
        let delete = UIContextualAction(style: .normal, title: "Delete") { [weak self] _, _, done in
          done(self?.delete(item) ?? false)
        }
        delete.backgroundColor = .systemRed
        return UISwipeActionsConfiguration(actions: [delete])
      }

      private func delete(_ item: ItemID) -> Bool {
        do {
          _ = try list.changeSynchronously { _, change in try change.remove(item) }
          return true
        } catch {
          failure = error  // as when the item has gone meanwhile
          return false
        }
      }
      // end example

      var texts: [[String?]] {
        view.layoutIfNeeded()
        return view.model.shown.map { $0.map { ($0 as? TextCell)?.text } }
      }
    }

    /// The row goes by one deletion, and what was swiped is the item, wherever it stands when the action is chosen.
    @Test func aRowThatIsSwipedAsideIsDeleted() async throws {
      let list = try List(.memory(list: "rows"))
      let items = try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c"])
      }.value
      let screen = try Screen(list)
      #expect(screen.texts == [["a", "b", "c"]])
      let (asked, reloads) = (screen.view.model.askedCount, screen.view.model.reloadCount)
      #expect(screen.view.swipeByHand(IndexPath(row: 1, section: 0)) == true)
      await screen.source.rows.knows(list.snapshot.revision)
      #expect(screen.texts == [["a", "c"]] && screen.view.model.exception == nil)
      #expect(screen.view.model.askedCount == asked)
      #expect(screen.view.model.reloadCount == reloads)

      let path = IndexPath(row: 1, section: 0)
      let actions = screen.tableView(
        screen.view, trailingSwipeActionsConfigurationForRowAt: path)?.actions
      let delete = try #require(actions?.first)
      try list.applySynchronously(
        Changeset { $0.insertItem("x", at: ItemPath(section: 0, item: 0)) })
      await screen.source.rows.knows(list.snapshot.revision)
      var answers: [Bool] = []
      delete.handler(delete, screen.view) { answers.append($0) }
      await screen.source.rows.knows(list.snapshot.revision)
      #expect(screen.texts == [["x", "a"]])
      // It has gone by then.
      delete.handler(delete, screen.view) { answers.append($0) }
      #expect(answers == [true, false] && screen.failure != nil)
      #expect(try list.snapshot.state.path(of: items[2]) == nil)
      #expect(screen.view.swipeByHand(IndexPath(row: 9, section: 0)) == nil)
      await list.close()
    }
  }
#endif
