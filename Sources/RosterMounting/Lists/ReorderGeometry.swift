public import RosterCore

/// Where the rows of a list stand along its axis, and how many there are: what a drag to another
/// place needs to know of a list.
///
/// All numbers are in points from the start of the content. The rows are those of the list without
/// the drag: neither the dragged row nor those that make room for it are moved.
///
///     header of section 0           section 0 from 20 to 60
///     row [0, 0]   20 … 40
///     row [0, 1]   40 … 60
///     header of section 1           section 1 from 80 to 80: an empty section
///
/// A row's span includes the space to the next, so that rows stand next to each other.
public protocol ReorderGeometry {
  /// The number of sections.
  var sectionCount: Int { get }
  /// Returns the number of items of a section that exists.
  func itemCount(inSection section: Int) -> Int
  /// Returns where the row of an item that exists stands.
  func span(ofItemAt path: ItemPath) -> ReorderSpan
  /// Returns where the rows of the items of a section stand, between its header and its footer.
  func span(ofSection section: Int) -> ReorderSpan
}

/// A part of the content along the axis of a list.
public struct ReorderSpan: Hashable, Sendable {
  /// Where it begins, in points.
  public var start: Double
  /// How long it is, in points.
  public var length: Double

  /// Makes a span.
  public init(start: Double, length: Double) {
    self.start = start
    self.length = length
  }

  var end: Double { start + length }
}

/// To where an item may go.
public enum ReorderScope: Hashable, Sendable {
  /// Everywhere in the list.
  case list
  /// Only within its section.
  case section
}

/// The places of a list without one item, which are the places to which it can go.
///
///     source   a b c d     without b:   a c d
///     gaps of a section         0 a 1 c 2 d 3
///
/// A gap is the path that the item has in the target if it is moved there.
struct ReorderGaps<Rows: ReorderGeometry> {
  let rows: Rows
  /// The item.
  let sourcePath: ItemPath
  /// Its length. What stands behind it is that much nearer to the start without it.
  let length: Double
  /// The sections in which there are gaps.
  let sections: Range<Int>

  init(_ rows: Rows, without sourcePath: ItemPath, _ scope: ReorderScope) {
    self.rows = rows
    self.sourcePath = sourcePath
    length = rows.span(ofItemAt: sourcePath).length
    sections =
      scope == .section ? sourcePath.section..<sourcePath.section + 1 : 0..<rows.sectionCount
  }

  /// The index of the last gap of a section, which is the number of its other items.
  func lastGap(inSection section: Int) -> Int {
    rows.itemCount(inSection: section) - (section == sourcePath.section ? 1 : 0)
  }

  /// Returns where the row begins if it is dropped into a gap.
  func start(of gap: ItemPath) -> Double {
    guard gap.item < lastGap(inSection: gap.section) else {
      let isNearer = gap.section >= sourcePath.section
      return rows.span(ofSection: gap.section).end - (isNearer ? length : 0)
    }
    let path = sourcePath.pathOfOther(at: gap)
    return rows.span(ofItemAt: path).start - (path > sourcePath ? length : 0)
  }

  /// Returns the gap that is nearest to where the dragged row begins.
  ///
  /// Without headers, the last gap of a section and the first of the next begin at the same place.
  /// The item stays in its own section then, and otherwise comes to the section from which it is
  /// dragged on.
  ///
  /// - Complexity: O(log *n*) calls of the geometry.
  func nearest(to start: Double) -> ItemPath {
    let before = last(notBehind: start)
    var nearest = before ?? first
    if let before, let behind = successor(of: before),
      self.start(of: behind) - start < start - self.start(of: before)
    {
      nearest = behind
    }
    return self.start(of: nearest) == self.start(of: sourcePath) ? sourcePath : nearest
  }

  private var first: ItemPath { ItemPath(section: sections.lowerBound, item: 0) }

  /// The last gap that begins at a place or before it.
  private func last(notBehind start: Double) -> ItemPath? {
    let count = countOfFirst(sections) {
      self.start(of: ItemPath(section: $0, item: 0)) <= start
    }
    guard count > 0 else { return nil }
    let section = sections.lowerBound + count - 1
    let gaps = countOfFirst(0..<lastGap(inSection: section) + 1) {
      self.start(of: ItemPath(section: section, item: $0)) <= start
    }
    return ItemPath(section: section, item: max(gaps, 1) - 1)
  }

  /// Returns the next gap of the sections, in the order of paths.
  func successor(of gap: ItemPath) -> ItemPath? {
    if gap.item < lastGap(inSection: gap.section) {
      return ItemPath(section: gap.section, item: gap.item + 1)
    }
    guard gap.section + 1 < sections.upperBound else { return nil }
    return ItemPath(section: gap.section + 1, item: 0)
  }

  /// Returns the gap before another.
  func predecessor(of gap: ItemPath) -> ItemPath? {
    if gap.item > 0 { return ItemPath(section: gap.section, item: gap.item - 1) }
    guard gap.section > sections.lowerBound else { return nil }
    let section = gap.section - 1
    return ItemPath(section: section, item: lastGap(inSection: section))
  }

  /// The number of indexes from the first on that fulfil a condition, which none does after one that
  /// does not.
  private func countOfFirst(_ indexes: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (indexes.lowerBound, indexes.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low - indexes.lowerBound
  }
}

extension ItemPath {
  /// Returns the path of the item that has another path once the item at this path is taken out.
  func pathOfOther(at path: ItemPath) -> ItemPath {
    guard path.section == section, path.item >= item else { return path }
    return ItemPath(section: path.section, item: path.item + 1)
  }

  /// Returns the path that another item has once the item at this path is taken out.
  func rank(ofOther path: ItemPath) -> ItemPath {
    guard path.section == section, path.item > item else { return path }
    return ItemPath(section: path.section, item: path.item - 1)
  }
}
