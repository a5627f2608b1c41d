import RosterCore
import RosterMounting

/// The rows of a list as arrays of lengths, with headers and footers of one length each.
struct ReorderRows: ReorderGeometry {
  var lengths: [[Double]]
  var header = 0.0
  var footer = 0.0

  var sectionCount: Int { lengths.count }
  func itemCount(inSection section: Int) -> Int { lengths[section].count }
  var counts: [Int] { lengths.map(\.count) }

  func span(ofSection section: Int) -> ReorderSpan {
    let before = lengths[..<section].reduce(0) { $0 + header + $1.reduce(0, +) + footer }
    return ReorderSpan(start: before + header, length: lengths[section].reduce(0, +))
  }

  func span(ofItemAt path: ItemPath) -> ReorderSpan {
    let items = lengths[path.section]
    let start = items[..<path.item].reduce(span(ofSection: path.section).start, +)
    return ReorderSpan(start: start, length: items[path.item])
  }

  var paths: [ItemPath] {
    lengths.indices.flatMap { section in
      lengths[section].indices.map { ItemPath(section: section, item: $0) }
    }
  }

  /// The rows after an item was moved.
  func moved(_ move: ItemMove) -> ReorderRows {
    var rows = self
    let length = rows.lengths[move.source.section].remove(at: move.source.item)
    rows.lengths[move.target.section].insert(length, at: move.target.item)
    return rows
  }

  /// Every path that the item can have, each once.
  func targets(of source: ItemPath) -> [ItemPath] {
    lengths.indices.flatMap { section in
      (0...lengths[section].count - (section == source.section ? 1 : 0)).map {
        ItemPath(section: section, item: $0)
      }
    }
  }
}
