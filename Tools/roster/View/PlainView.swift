import RosterBrowsing
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal

/// A list as plain text, for outputs that are no terminal.
@MainActor
struct PlainView {
  private let list: ViewedList
  private let columns: Int
  private let host: TerminalHost
  private let mount: ListMount<TerminalHost>
  private let outputFile = OutputFile()

  /// How many rows are in memory at a time.
  private static let rowCountMax = 100

  init(_ storage: any ListStorage, _ templates: ViewTemplates, columns: Int) throws {
    self.columns = columns
    list = try templates.open(storage, DataSourceConfiguration(), columns: Double(columns))
    host = TerminalHost(size: Size(width: Double(columns), height: 24))
    mount = ListMount(in: host.root, of: host)
  }

  /// Prints all rows.
  func print() throws {
    for section in 0..<list.snapshot.state.sectionCount {
      if let header = try list.supplement(.header(of: .index(section))), let tree = header.output {
        try print([(header.tree, .supplement(.header, ofSection: section), tree)])
      }
      let count = list.snapshot.state.itemCount(inSection: section)
      for start in stride(from: 0, to: count, by: Self.rowCountMax) {
        let items = try list.outputs(inSection: section, start..<start + Self.rowCountMax)
        try print(items.map { ($0.tree, .item($0.targetPath), $0.output) })
      }
    }
    try outputFile.flush()
  }

  private func print(
    _ trees: [(id: TreeID, place: TreePlace, tree: ComponentTree<Never>)]
  ) throws {
    var start = 0.0
    let rows = trees.map { id, place, tree in
      let length = tree.layout?.size.height ?? 0
      defer { start += length }
      return ListRow(
        id, at: place, views: tree.views, isLaidOut: true, start: start, length: length)
    }
    let breadth = Double(columns)
    mount.show(
      ListFrame(
        .vertical, rows: rows, length: start, breadth: breadth, offset: 0, rowCount: rows.count))
    let text = host.plainText(width: columns)
    try outputFile.write { $0 += text.utf8 }
  }
}
