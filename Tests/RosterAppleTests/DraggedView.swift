#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterToolkitModels
  import RosterToolkitStubs

  /// A view of AppKit in a window that shows a list, of which items are dragged.
  @MainActor protocol DraggedView {
    var failure: (any Error)? { get }
    /// The texts that it shows of each section.
    var texts: [[String]] { get }
    var hasException: Bool { get }

    func onFailure(_ body: @escaping (any Error) -> Void)
    /// Waits until it knows a revision of the list.
    func knows(_ revision: Revision) async
    func allowMoves(_ areAllowed: Bool)
    /// The user begins to drag items, if that is allowed.
    func drag(_ paths: [ItemPath]) -> Bool
    /// The user drops them before an item, or behind the last one of a section.
    func drop(before path: ItemPath, isForeign: Bool) -> Bool
    func cancel()
  }

  /// A view that a source of rows tells what to show.
  @MainActor protocol SourcedView: DraggedView {
    associatedtype SectionModel: Sendable
    var rows: ListViewSource<String, SectionModel> { get }
  }

  extension SourcedView {
    var failure: (any Error)? { rows.failure }

    func onFailure(_ body: @escaping (any Error) -> Void) { rows.onFailure = body }

    func knows(_ revision: Revision) async { await rows.knows(revision) }
  }

  extension DraggedView {
    func drop(before path: ItemPath) -> Bool { drop(before: path, isForeign: false) }
  }

  enum DraggingToolkit: CaseIterable {
    case collection, outline, outlineWithFooters, table

    @MainActor func screen<SectionModel: Sendable>(
      _ list: ListDataSource<String, SectionModel, Never>, allowsMoves: Bool = true
    ) throws -> any DraggedView {
      let screen: any DraggedView =
        switch self {
        case .collection: try DraggedCollection(list)
        case .outline: try DraggedOutline(list, hasFooters: false)
        case .outlineWithFooters: try DraggedOutline(list, hasFooters: true)
        case .table: try DraggedTable(list)
        }
      screen.allowMoves(allowsMoves)
      return screen
    }
  }

  private final class TextCell: NSTableCellView {
    /// A header begins with "#", and a footer with "/".
    var text = ""
  }

  private final class TextItem: NSCollectionViewItem {
    var text = ""

    override func loadView() {
      view = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    }
  }

  /// Returns the texts of each section of rows.
  private func sections(of rows: [String]) -> [[String]] {
    rows.reduce(into: []) { sections, text in
      if text == "#" {
        sections.append([])
      } else if text != "/", !sections.isEmpty {
        sections[sections.count - 1].append(text)
      }
    }
  }

  struct DraggedCollection<SectionModel: Sendable>: SourcedView {
    let view = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    let source: CollectionViewItemSource<String, SectionModel>

    init(_ list: ListDataSource<String, SectionModel, Never>) throws {
      source = try CollectionViewItemSource(list, in: view) { (item: TextItem, row) in
        item.text = row.model ?? "?"
      }
      source.allowsMoves = true
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
    }

    var rows: ListViewSource<String, SectionModel> { source.rows }

    var texts: [[String]] {
      view.layoutSubtreeIfNeeded()
      return view.model.shown.map { $0.map { ($0 as? TextItem)?.text ?? "no item" } }
    }

    var hasException: Bool { view.model.exception != nil }

    func allowMoves(_ areAllowed: Bool) { source.allowsMoves = areAllowed }

    func drag(_ paths: [ItemPath]) -> Bool { view.dragByHand(Set(paths.map(Self.path))) }

    func drop(before path: ItemPath, isForeign: Bool) -> Bool {
      view.dropByHand(Self.path(path), isForeign: isForeign)
    }

    private static func path(_ path: ItemPath) -> IndexPath {
      IndexPath(item: path.item, section: path.section)
    }

    func cancel() { view.endDragByHand() }
  }

  struct DraggedOutline<SectionModel: Sendable>: SourcedView {
    let view = NSOutlineView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    let source: OutlineViewSource<String, SectionModel>

    init(_ list: ListDataSource<String, SectionModel, Never>, hasFooters: Bool) throws {
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      source = try OutlineViewSource(list, in: view) {
        TextCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      source.setHeaders {
        TextCell()
      } configure: { cell, _ in
        cell.text = "#"
      }
      if hasFooters {
        source.setFooters {
          TextCell()
        } configure: { cell, _ in
          cell.text = "/"
        }
      }
      source.allowsMoves = true
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
    }

    var rows: ListViewSource<String, SectionModel> { source.rows }

    private var rowTexts: [String] {
      (0..<view.numberOfRows).map {
        (view.view(atColumn: 0, row: $0, makeIfNecessary: true) as? TextCell)?.text ?? "no cell"
      }
    }

    var texts: [[String]] { sections(of: rowTexts) }

    var hasException: Bool { view.model.exception != nil }

    func allowMoves(_ areAllowed: Bool) { source.allowsMoves = areAllowed }

    /// Returns the row of the header of a section.
    private func row(of section: Int) -> Int {
      let texts = rowTexts
      return texts.indices.filter { texts[$0] == "#" }[section]
    }

    func drag(_ paths: [ItemPath]) -> Bool {
      view.dragByHand(IndexSet(paths.map { row(of: $0.section) + 1 + $0.item }))
    }

    func drop(before path: ItemPath, isForeign: Bool) -> Bool {
      view.dropByHand(
        path.item, of: view.item(atRow: row(of: path.section)), isForeign: isForeign)
    }

    func cancel() { view.endDragByHand() }
  }

  /// A table view, whose sections begin with headers.
  struct DraggedTable<SectionModel: Sendable>: SourcedView {
    let view = NSTableView(frame: .zero)
    let source: FlatTableViewSource<String, SectionModel>

    init(_ list: ListDataSource<String, SectionModel, Never>) throws {
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      source = try FlatTableViewSource(list, in: view) {
        TextCell()
      } configure: { cell, row in
        cell.text = row.model ?? "?"
      }
      source.setHeaders {
        TextCell()
      } configure: { cell, _ in
        cell.text = "#"
      }
      source.allowsMoves = true
      view.window = NSWindow()
      view.layOut()
    }

    var rows: ListViewSource<String, SectionModel> { source.rows }

    private var rowTexts: [String] {
      view.layOut()
      return view.model.shown.map { ($0.first as? TextCell)?.text ?? "no cell" }
    }

    var texts: [[String]] { sections(of: rowTexts) }

    var hasException: Bool { view.model.exception != nil }

    func allowMoves(_ areAllowed: Bool) { source.allowsMoves = areAllowed }

    private func row(of path: ItemPath) -> Int {
      let texts = rowTexts
      return texts.indices.filter { texts[$0] == "#" }[path.section] + 1 + path.item
    }

    func drag(_ paths: [ItemPath]) -> Bool { view.dragByHand(IndexSet(paths.map(row))) }

    func drop(before path: ItemPath, isForeign: Bool) -> Bool {
      view.dropByHand(row(of: path), isForeign: isForeign)
    }

    func cancel() { view.endDragByHand() }
  }
#endif
