import Roster
import RosterWidgets

/// A post that is dragged to another place, as the list was when the drag began.
struct PostDrag {
  private let rows: PostRows
  private var drag: ReorderDrag

  /// - Parameters:
  ///   - tree: What is dragged; only items can be.
  ///   - position: Where the pointer took it, in lines from the start of the content.
  /// - Returns: `nil` if there is no such post.
  init?(
    _ tree: TreeID?, grabbedAt position: Double,
    in list: ComponentList<Post, FeedSection, FeedMessage>
  ) throws(StorageError) {
    rows = PostRows(extents: list.extents())
    guard let item = tree?.item, let path = try rows.extents.state.path(of: item),
      let drag = ReorderDrag(item, at: path, grabbedAt: position, in: rows)
    else { return nil }
    self.drag = drag
  }

  /// Where the post would be if it were dropped now, counted from 0.
  var place: Int { drag.gap.item }

  mutating func move(to position: Double) { drag.move(to: position, in: rows) }
}

/// Where the rows of the feed stand.
private struct PostRows: ReorderGeometry {
  let extents: ListExtents

  var sectionCount: Int { extents.state.sectionCount }

  func itemCount(inSection section: Int) -> Int { extents.state.itemCount(inSection: section) }

  func span(ofItemAt path: ItemPath) -> ReorderSpan {
    ReorderSpan(start: extents.offset(of: path) ?? 0, length: extents.extent(of: path) ?? 0)
  }

  func span(ofSection section: Int) -> ReorderSpan {
    let header = extents.offset(of: .header, ofSection: section) ?? 0
    let start = header + (extents.extent(of: .header, ofSection: section) ?? 0)
    let end = extents.offset(of: .footer, ofSection: section) ?? start
    return ReorderSpan(start: start, length: end - start)
  }
}
