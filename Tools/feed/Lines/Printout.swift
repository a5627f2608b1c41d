import Roster
import RosterComponents
import RosterFeed
import RosterTerminal

/// The feed as it was printed: a copy that batches update, as they would update the rows of a table
/// view.
struct Printout {
  typealias Batch = ListBatch<Post, FeedSection, ComponentTree<FeedMessage>>
  typealias Row = GeneratedOutput<ComponentTree<FeedMessage>>.Item
  typealias Header = GeneratedOutput<ComponentTree<FeedMessage>>.Supplement

  private(set) var revision: Revision
  private(set) var header: Header?
  /// A row has nothing to show between the operations of a batch and its outputs.
  private var rows: [Row?]
  /// How many columns there are besides the numbers.
  var columns: Int

  init(revision: Revision, header: Header?, rows: [Row], columns: Int) {
    self.revision = revision
    self.columns = columns
    self.header = header
    self.rows = rows
  }

  /// The header and the rows as text, each row under its number.
  var lines: [String] {
    headerLines + (rows.isEmpty ? ["(no posts)"] : rows.indices.flatMap { lines(ofRow: $0) })
  }

  private var headerLines: [String] {
    header?.output.map { Self.lines(of: $0.views, columns: columns) } ?? []
  }

  var shownRows: [Row] { rows.compactMap { $0 } }

  var rowCount: Int { rows.count }

  /// How many columns there may be: as many as a terminal has at most.
  static let widths = 1...TerminalScreen.columnsMax

  /// The columns that rows have of those of the terminal: their numbers stand before them.
  static func rowColumns(of columns: Int) -> Int { max(1, columns - 4) }

  func row(_ index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }

  // MARK: Batches

  /// Takes a batch.
  ///
  /// - Returns: The changes, and the header and the rows that were built again, as text.
  mutating func apply(_ batch: Batch) -> [String] {
    revision = batch.target.revision
    // A layout for another width is not a revision.
    var lines = batch.causes.contains(.change) ? ["revision \(revision)"] : []
    for operation in batch.changes.operations {
      if let text = perform(operation) { lines.append("  \(text)") }
    }
    for row in batch.items { rows[row.targetPath.item] = row }
    let header = batch.supplements.last
    if let header { self.header = header }
    lines += batch.states.map { "  \(name(of: $0.targetPlace)): \(text(of: $0.scope, $0.state))" }
    if header != nil { lines += headerLines }
    for row in batch.items { lines += self.lines(ofRow: row.targetPath.item) }
    return lines
  }

  /// Applies one edit to the rows, and returns its description.
  private mutating func perform(_ operation: ListOperation<Post, FeedSection>) -> String? {
    switch operation {
    case .insertItems(_, let start, let posts):
      rows.insert(contentsOf: posts.map { _ in nil }, at: start)
      return "insert \(Self.rows(start, posts.count))"
    case .removeItems(_, let start, let count):
      rows.removeSubrange(start..<start + count)
      return "remove \(Self.rows(start, count))"
    case .moveItem(let from, let to):
      rows.insert(rows.remove(at: from.item), at: to.item)
      return "move row \(from.item + 1) to \(to.item + 1)"
    case .updateItems(_, let start, let posts):
      return "update \(Self.rows(start, posts.count))"
    case .insertSections, .removeSections, .moveSection, .updateSection:
      return nil  // There is one section, from the first revision on.
    }
  }

  /// Replaces the header and some rows.
  mutating func replace(_ header: Header?, _ others: [Row]) {
    self.header = header
    var known: [ItemID: Row] = [:]
    for row in others { known[row.id] = row }
    rows = rows.map { row in row.flatMap { known[$0.id] ?? $0 } }
  }

  // MARK: Text

  /// Returns views as the terminal shows them, as text.
  static func lines(of views: [ViewTree], columns: Int) -> [String] {
    TerminalHost.plainText(of: views, width: columns).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  private static func rows(_ start: Int, _ count: Int) -> String {
    count == 1 ? "row \(start + 1)" : "rows \(start + 1) to \(start + count)"
  }

  private func lines(ofRow index: Int) -> [String] {
    let number = String(repeating: " ", count: index < 9 ? 1 : 0) + "\(index + 1)  "
    let lines = rows[index].map { Self.lines(of: $0.output.views, columns: columns) } ?? []
    return lines.enumerated().map { ($0.offset == 0 ? number : "    ") + $0.element }
  }

  private func name(of place: TreePlace) -> String {
    switch place {
    case .item(let path): "row \(path.item + 1)"
    case .supplement(let kind, _): kind.description
    }
  }

  /// A scope, and its state as it is stored.
  private func text(of scope: ScopePath, _ state: StoredState?) -> String {
    guard case .text(let text) = state?.value else { return "\(scope) is forgotten" }
    return "\(scope) is \(text)"
  }
}
