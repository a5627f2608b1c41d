#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterJSON
  import RosterLog
  import RosterTestKit
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// Recorded histories, of which each view is told all, by the rules of the models in their strict mode.
  @Suite("Recorded histories in views of UIKit and AppKit") @MainActor struct RealHistoryTests {
    private typealias List = ListDataSource<JSONValue, JSONValue, Never>

    final class TextCell: UICollectionViewCell {
      var text = ""
    }

    final class TextItem: NSCollectionViewItem {
      var text = ""

      override func prepareForReuse() { text = "?" }
    }

    final class RowCell: NSTableCellView {
      var text = ""
    }

    final class TextView: NSView {
      var text = ""
    }

    /// A view, by what it shows when it is laid out, and its source, which is kept.
    private struct Screen {
      let rows: ListViewSource<JSONValue, JSONValue>
      let source: NSObject
      let shown: () -> [[String]]
      let exception: () -> ToolkitException?
      /// Whether each section is a row of its own before its items.
      var isFlat = false
    }

    private static func text(_ value: JSONValue?) -> String { value?.description ?? "none" }

    private static func collectionView(_ list: List) throws -> Screen {
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      view.window = UIWindow(frame: .zero)
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = text(row.model)
      }
      view.layoutIfNeeded()
      return Screen(
        rows: source.rows, source: source,
        shown: {
          view.layoutIfNeeded()
          return view.model.shown.map { $0.map { ($0 as? TextCell)?.text ?? "no cell" } }
        },
        exception: { view.model.exception })
    }

    private static func collectionViewOfAppKit(_ list: List) throws -> Screen {
      let view = NSCollectionView(frame: .zero)
      view.window = NSWindow()
      let source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = text(row.model)
      }
      view.layoutSubtreeIfNeeded()
      return Screen(
        rows: source.rows, source: source,
        shown: {
          view.layoutSubtreeIfNeeded()
          return view.model.shown.map { $0.map { ($0 as? TextItem)?.text ?? "no item" } }
        },
        exception: { view.model.exception })
    }

    private static func tableViewOfAppKit(_ list: List) throws -> Screen {
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.window = NSWindow()
      let source = try FlatTableViewSource(list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = text(row.model)
      }
      source.setHeaders {
        TextView()
      } configure: { header, model in
        header.text = text(model)
      }
      view.layOut()
      return Screen(
        rows: source.rows, source: source,
        shown: {
          view.layOut()
          return [
            view.model.shown.map {
              ($0.first as? RowCell)?.text ?? ($0.first as? TextView)?.text ?? "no cell"
            }
          ]
        }, exception: { view.model.exception }, isFlat: true)
    }

    private static func texts(_ snapshot: List.Snapshot, isFlat: Bool) throws -> [[String]] {
      let sections = try snapshot.contents().sections
      let items = sections.map { $0.items.map(text) }
      return isFlat ? [zip(sections, items).flatMap { [text($0.model)] + $1 }] : items
    }

    private static func changesets(
      _ name: String
    ) throws -> [Changeset<JSONValue, JSONValue>] {
      let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/logs/\(name).jsonl").standardized
      var reader = try ChangesetLogReader([UInt8](Data(contentsOf: path)))
      var changesets: [Changeset<JSONValue, JSONValue>] = []
      while let line = try reader.next() {
        if case .changeset(let logged) = line.entry { changesets.append(logged.changeset) }
      }
      return changesets
    }

    @Test(arguments: ["history-small", "thrash-101", "thrash-102"])
    func eachStepIsShown(log: String) async throws {
      let list = try List(.memory(list: "history"))
      let screens = try [
        Self.collectionView(list), Self.collectionViewOfAppKit(list), Self.tableViewOfAppKit(list),
      ]
      var stepCount = 0
      for (index, changeset) in try Self.changesets(log).enumerated() {
        // Logs have entries that a list refuses.
        guard (try? list.applySynchronously(changeset)) != nil else { continue }
        stepCount += 1
        for (number, screen) in screens.enumerated() {
          await screen.rows.knows(list.snapshot.revision)
          let place = Comment(rawValue: "\(log), changeset \(index), screen \(number)")
          let (shown, exception) = (screen.shown(), screen.exception())
          try #require(exception == nil, place)
          let texts = try Self.texts(list.snapshot, isFlat: screen.isFlat)
          try #require(shown == texts, place)
        }
      }
      #expect(stepCount > 50)
      for screen in screens { #expect(screen.rows.failure == nil) }
      await list.close()
    }
  }
#endif
