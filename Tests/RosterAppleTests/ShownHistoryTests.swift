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

  /// Histories of which each kind of view is told all, by the rules of the models in their strict mode.
  @Suite("Histories in all views of UIKit and AppKit") @MainActor struct ShownHistoryTests {
    private typealias List = ListDataSource<String, String, Never>

    final class TextCell: UICollectionViewCell {
      var text = ""
    }

    final class Header: UICollectionReusableView {
      var text = ""
    }

    final class TableCell: UITableViewCell {
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

    /// A view, by the rows that it shows when it is laid out, each section behind its header and perhaps before its footer,
    /// and its source, which is kept.
    private struct Screen {
      let name: String
      var hasFooters = false
      let rows: ListViewSource<String, String>
      let source: NSObject
      let shown: () -> [String]
      let model: () -> (exception: ToolkitException?, reloadCount: Int)
    }

    private static func header(_ text: String?) -> String { "# \(text ?? "none")" }

    private static func footer(_ text: String?) -> String { "/ \(text ?? "none")" }

    private static func rows(_ headers: [String?], _ sections: [[String?]]) -> [String] {
      if headers.count != sections.count { return ["\(headers.count) headers"] }
      return zip(headers, sections).flatMap { header, items in
        [header ?? "no header"] + items.map { $0 ?? "no cell" }
      }
    }

    private static func collectionView(_ list: List) throws -> Screen {
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
      (view.window, view.showsHeaders) = (UIWindow(frame: .zero), true)
      let source = try CollectionViewSource(list, in: view) { (cell: TextCell, row) in
        cell.text = row.model ?? "none"
      }
      source.setHeaders(in: view) { (view: Header, section) in view.text = header(section.model) }
      view.layoutIfNeeded()
      return Screen(
        name: "UICollectionView", rows: source.rows, source: source,
        shown: {
          view.layoutIfNeeded()
          return rows(
            view.headers.map { ($0 as? Header)?.text },
            view.model.shown.map { $0.map { ($0 as? TextCell)?.text } })
        }, model: { (view.model.exception, view.model.reloadCount) })
    }

    private static func tableView(_ list: List) throws -> Screen {
      let view = UITableView(frame: .zero)
      view.window = UIWindow(frame: .zero)
      let source = try TableViewSource(list, in: view, title: { header($0) }) {
        (cell: TableCell, row) in
        cell.text = row.model ?? "none"
      }
      view.layoutIfNeeded()
      return Screen(
        name: "UITableView", rows: source.rows, source: source,
        shown: {
          view.layoutIfNeeded()
          return rows(
            view.headers.map { $0.textLabel?.text },
            view.model.shown.map { $0.map { ($0 as? TableCell)?.text } })
        }, model: { (view.model.exception, view.model.reloadCount) })
    }

    private static func collectionViewOfAppKit(_ list: List) throws -> Screen {
      let view = NSCollectionView(frame: .zero)
      (view.window, view.showsHeaders) = (NSWindow(), true)
      let source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = row.model ?? "none"
      }
      source.setHeaders(in: view) { (view: TextView, section) in view.text = header(section.model) }
      view.layoutSubtreeIfNeeded()
      return Screen(
        name: "NSCollectionView", rows: source.rows, source: source,
        shown: {
          view.layoutSubtreeIfNeeded()
          return rows(
            view.headers.map { ($0 as? TextView)?.text },
            view.model.shown.map { $0.map { ($0 as? TextItem)?.text } })
        }, model: { (view.model.exception, view.model.reloadCount) })
    }

    private static func tableViewOfAppKit(
      _ list: List, hasFooters: Bool = false
    ) throws -> Screen {
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.window = NSWindow()
      let source = try FlatTableViewSource(list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "none"
      }
      source.setHeaders {
        TextView()
      } configure: { view, section in
        view.text = header(section.model)
      }
      if hasFooters {
        source.setFooters {
          TextView()
        } configure: { view, section in
          view.text = footer(section.model)
        }
      }
      view.layOut()
      return Screen(
        name: "NSTableView", hasFooters: hasFooters, rows: source.rows, source: source,
        shown: {
          view.layOut()
          return view.model.shown.map { cells in
            (cells.first as? RowCell)?.text ?? (cells.first as? TextView)?.text ?? "no cell"
          }
        }, model: { (view.model.exception, view.model.reloadCount) })
    }

    private static func outlineView(_ list: List, hasFooters: Bool = false) throws -> Screen {
      let view = NSOutlineView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      view.window = NSWindow()
      let source = try OutlineViewSource(list, in: view) {
        RowCell()
      } configure: { cell, row in
        cell.text = row.model ?? "none"
      }
      source.setHeaders {
        TextView()
      } configure: { view, section in
        view.text = header(section.model)
      }
      if hasFooters {
        source.setFooters {
          TextView()
        } configure: { view, section in
          view.text = footer(section.model)
        }
      }
      view.layoutSubtreeIfNeeded()
      return Screen(
        name: "NSOutlineView", hasFooters: hasFooters, rows: source.rows, source: source,
        shown: {
          view.layoutSubtreeIfNeeded()
          return (0..<view.numberOfRows).map { row in
            let cell = view.view(atColumn: 0, row: row, makeIfNecessary: false)
            return (cell as? RowCell)?.text ?? (cell as? TextView)?.text ?? "no cell"
          }
        }, model: { (view.model.exception, view.model.reloadCount) })
    }

    private static func screens(_ list: List) throws -> [Screen] {
      try [
        collectionView(list), tableView(list), collectionViewOfAppKit(list),
        tableViewOfAppKit(list), tableViewOfAppKit(list, hasFooters: true), outlineView(list),
        outlineView(list, hasFooters: true),
      ]
    }

    /// Waits until all screens know the list, and compares what they show.
    ///
    /// - Parameter place: Where in the history this is.
    private static func check(
      _ screens: [Screen], _ list: List, _ place: @autoclosure () -> String
    ) async throws {
      let sections = try list.snapshot.contents().sections
      for screen in screens {
        let expected = sections.flatMap {
          [header($0.model)] + $0.items + (screen.hasFooters ? [footer($0.model)] : [])
        }
        await screen.rows.knows(list.snapshot.revision)
        let shown = screen.shown()
        let exception = screen.model().exception
        try #require(exception == nil, "\(screen.name), footers: \(screen.hasFooters), \(place())")
        try #require(shown == expected, "\(screen.name), footers: \(screen.hasFooters), \(place())")
        try #require(
          screen.rows.failure == nil,
          "\(screen.name), footers: \(screen.hasFooters), \(place())")
      }
    }

    private static func changesets(_ log: String) throws -> [Changeset<String, String>] {
      let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/logs/\(log).jsonl").standardized
      var reader = try ChangesetLogReader([UInt8](Data(contentsOf: path)))
      var changesets: [Changeset<String, String>] = []
      while let line = try reader.next() {
        guard case .changeset(let logged) = line.entry else { continue }
        let changeset = logged.changeset
        changesets.append(
          try #require(
            Changeset(
              validating: changeset.outline,
              updatedModels: changeset.updatedModels.map(\.description),
              insertedModels: changeset.insertedModels.map(\.description),
              updatedSectionModels: changeset.updatedSectionModels.map { $0?.description },
              insertedSectionModels: changeset.insertedSectionModels.map { $0?.description })))
      }
      return changesets
    }

    /// Recorded and generated histories, of which a list refuses some entries.
    @Test(arguments: ["history-small", "thrash-101", "thrash-102"])
    func eachStepOfALogIsShown(log: String) async throws {
      let list = try List(.memory(list: "history"))
      let screens = try Self.screens(list)
      var stepCount = 0
      for (index, changeset) in try Self.changesets(log).enumerated() {
        guard (try? list.applySynchronously(changeset)) != nil else { continue }
        stepCount += 1
        try await Self.check(screens, list, "\(log), changeset \(index)")
      }
      #expect(stepCount > 50)
      await list.close()
    }

    /// Every valid changeset of up to two changes over small lists, and its undoing, one after the other: by calls, and
    /// reloads only where a table shows an empty section again.
    @Test(arguments: [[], [2, 1], [0, 2], [3], [1, 1, 1]])
    func everySmallChangesetAndItsUndoingAreShown(counts: [Int]) async throws {
      var changesets: [Changeset<String, String>] = []
      _ = try SmallBatches(counts: counts).first { batch, _, _ in
        changesets.append(batch.changeset)
        return nil
      }
      let list = try List(.memory(list: "small"))
      try list.applySynchronously(
        Changeset {
          for (section, count) in counts.enumerated() {
            $0.insertSection(at: section, "\(section)")
            $0.insertItems(
              (0..<count).map { "\(section)-\($0)" }, at: ItemPath(section: section, item: 0))
          }
        })
      let screens = try Self.screens(list)
      let reloadCounts = screens.map { $0.model().reloadCount }
      // The first one is empty, and nothing of it can be undone.
      for changeset in changesets.dropFirst() {
        try list.applySynchronously(changeset)
        try await Self.check(screens, list, "\(changeset)")
        try list.applySynchronously(.undo())
        try await Self.check(screens, list, "undone: \(changeset)")
      }
      #expect(changesets.count > (counts.isEmpty ? 3 : 40))
      for (screen, count) in zip(screens, reloadCounts) where screen.name != "UITableView" {
        #expect(screen.model().reloadCount == count, "\(screen.name)")
      }
      await list.close()
    }
  }
#endif
