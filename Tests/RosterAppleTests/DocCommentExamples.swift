#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterEngine
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// The code in the comments of `RosterApple` and of the models of its views, with views that have the names of
  /// UIKit and AppKit. What shows something is compiled only.
  @Suite("Examples: comments on collection and table views") @MainActor
  struct DocCommentExamples {
    struct Mail: Codable, Sendable {
      var subject: String
    }

    struct Day: Codable, Sendable {
      var name: String
    }

    typealias Inbox = ListDataSource<Mail, Day, Never>

    @MainActor private final class MailScreen {
      final class MailCell: UICollectionViewCell {
        let subject = UILabel(frame: .zero)
      }

      var source: CollectionViewSource<Mail, Day>

      init(_ inbox: Inbox, in collectionView: UICollectionView) throws {
        // begin example
        source = try CollectionViewSource(inbox, in: collectionView) { (cell: MailCell, row) in
          cell.subject.text = row.model?.subject
        }
        // end example
      }

      func leaveAndReturn() {
        // begin example
        let position = source.rows.position  // when the screen is left
        if let position { source.rows.scroll(to: position) }  // when it is shown again
        // end example
      }
    }

    @MainActor private final class HeaderScreen {
      let source: TableViewSource<Mail, Day>

      init(_ source: TableViewSource<Mail, Day>) { self.source = source }

      // begin example
      func tableView(
        _ tableView: UITableView, viewForHeaderInSection section: Int
      ) -> UIView? { source.header(ofSection: section, in: tableView) }
      // end example
    }

    @MainActor private final class MailTable {
      final class MailCell: UITableViewCell {
        let subject = UILabel(frame: .zero)
      }

      var source: TableViewSource<Mail, Day>

      init(_ inbox: Inbox, in tableView: UITableView) throws {
        // begin example
        source = try TableViewSource(inbox, in: tableView) { (cell: MailCell, row) in
          cell.subject.text = row.model?.subject
        }
        // end example
      }
    }

    @MainActor private final class MailWindow {
      final class MailCell: NSTableCellView {}

      var source: FlatTableViewSource<Mail, Day>

      init(_ inbox: Inbox, in tableView: NSTableView) throws {
        // begin example
        source = try FlatTableViewSource(inbox, in: tableView) {
          MailCell()
        } configure: { cell, row in
          cell.textField?.stringValue = row.model?.subject ?? ""
        }
        // end example
      }
    }

    @MainActor private final class MailGrid {
      final class MailItem: NSCollectionViewItem {
        let subject = NSTextField(frame: .zero)
      }

      var source: CollectionViewItemSource<Mail, Day>

      init(_ inbox: Inbox, in collectionView: NSCollectionView) throws {
        // begin example
        source = try CollectionViewItemSource(inbox, in: collectionView) { (item: MailItem, row) in
          item.subject.stringValue = row.model?.subject ?? ""
        }
        // end example
      }
    }

    @MainActor private final class MailOutline {
      final class MailCell: NSTableCellView {}
      final class DayCell: NSTableCellView {}

      var source: OutlineViewSource<Mail, Day>

      init(_ inbox: Inbox, in outlineView: NSOutlineView) throws {
        // begin example
        source = try OutlineViewSource(inbox, in: outlineView) {
          MailCell()
        } configure: { cell, row in
          cell.textField?.stringValue = row.model?.subject ?? ""
        }
        source.setHeaders {
          DayCell()
        } configure: { cell, day in
          cell.textField?.stringValue = day.model?.name ?? ""
        }
        // end example
      }
    }

    @MainActor private final class RowView {
      let view = NSTableView(frame: .zero)
      var shown: ListSnapshot<Mail, Day>

      init(_ inbox: Inbox) { shown = inbox.snapshot }

      func tell(_ batch: ListBatch<Mail, Day, Never>) {
        // begin example
        func indexes(_ ranges: [Range<Int>]) -> IndexSet {
          ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
        }
        let updates = batch.changes.rowUpdates(hasHeaders: true)
        shown = batch.target  // what the data source of the view answers from
        view.beginUpdates()
        view.removeRows(at: indexes(updates.removedRows), withAnimation: .effectFade)
        for move in updates.movedRows { view.moveRow(at: move.source, to: move.target) }
        view.insertRows(at: indexes(updates.insertedRows), withAnimation: .effectFade)
        view.endUpdates()
        // end example
      }
    }

    @MainActor private final class QueuedView {
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      var queue: ViewQueue<Mail, Day>
      var shown: ListSnapshot<Mail, Day>
      var isMovingItem = false

      init(_ inbox: Inbox) {
        shown = inbox.snapshot
        queue = ViewQueue(inbox.snapshot)
      }

      // begin example
      func show(_ batch: ListBatch<Mail, Day, Never>) {
        queue.add(batch)
        goOn()
      }

      func goOn() {
        let isBusy = isMovingItem || view.hasUncommittedUpdates
        switch queue.next(isLoaded: view.window != nil, isBusy: isBusy) {
        case .wait: break  // `goOn` again when the view is no longer busy
        case .reload(let target, _):
          shown = target  // what the data source of the view answers from
          view.reloadData()
          view.layoutIfNeeded()  // so that it has loaded that before the next update
        case .update(let updates, let target):
          update(view, updates, to: target)  // as at ``ViewUpdates``
        }
      }
      // end example

      private func update(
        _ view: UICollectionView, _ updates: ViewUpdates, to target: ListSnapshot<Mail, Day>
      ) {}

      func tell(_ view: UICollectionView, _ batch: ListBatch<Mail, Day, Never>) {
        var shown = batch.source
        defer { self.shown = shown }
        // begin example
        func path(_ item: ItemPath) -> IndexPath {
          IndexPath(item: item.item, section: item.section)
        }
        let updates = batch.changes.viewUpdates
        view.performBatchUpdates {
          shown = batch.target  // what the data source of the view answers from
          view.deleteSections(IndexSet(updates.deletedSections))
          view.insertSections(IndexSet(updates.insertedSections))
          view.deleteItems(at: updates.deletedItems.map(path))
          view.insertItems(at: updates.insertedItems.map(path))
          for move in updates.movedItems {
            view.moveItem(at: path(move.source), to: path(move.target))
          }
        }
        view.reconfigureItems(at: updates.updatedItems.map(path))  // which show their new models
        // end example
      }
    }

    @Test func aModelOfAViewDeletesAnItem() {
      var rows = [["a", "b"]]
      let changed = [["a"]]
      // begin example
      let view = CollectionViewModel { rows }
      view.layOut()
      view.performBatchUpdates {
        rows = changed
        view.deleteItem(ItemPath(section: 0, item: 1))
      }
      #expect(view.exception == nil && view.shown == rows)
      // end example
    }

    @Test func aModelOfAViewChangesTheChildrenOfAnObject() {
      var tree = ["": ["a"], "a": ["1", "2"]]
      // begin example
      let view = OutlineViewModel<String, String>(
        childCount: { tree[$0 ?? ""]?.count ?? 0 }, child: { tree[$1 ?? ""]?[$0] ?? "" },
        cell: { $0 })
      view.layOut()
      view.expand("a")
      tree["a"] = ["2", "3"]
      view.beginUpdates()
      view.removeChildren(at: [0], of: "a")
      view.insertChildren(at: [1], of: "a")
      view.endUpdates()
      #expect(view.exception == nil && view.rows == ["a", "2", "3"])
      // end example
    }

    @Test func aModelOfAViewTakesOneCallAfterTheOther() {
      var rows = ["a", "b", "c"]
      let changed = ["a", "c", "d"]
      // begin example
      let view = FlatTableViewModel(rowCount: { rows.count }) { [rows[$0]] }
      view.layOut()
      rows = changed  // all of it, before the first call
      view.beginUpdates()
      view.removeRows(at: [1])
      view.insertRows(at: [2])
      view.endUpdates()
      #expect(view.exception == nil && view.shown == rows.map { [$0] })
      // end example
    }
  }
#endif
