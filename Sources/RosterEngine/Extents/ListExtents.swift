public import RosterCore
internal import RosterLayout

/// How long the items of a list are at one moment, and where they begin: what a renderer scrolls by.
///
/// Items stand one after the other along an axis, through all sections. What was never measured is
/// taken to be as long as ``ViewportSplitting/estimatedExtent``, until a batch says how long it is.
/// A value stays as it is and is cheap to keep.
public struct ListExtents: Sendable {
  /// The list whose items those are.
  public let state: ListState
  /// Along which axis.
  public let axis: Viewport.Axis
  private(set) var index: ExtentIndex

  /// Of nothing anything is known.
  init(_ state: ListState, _ axis: Viewport.Axis, estimate: Double) {
    self.init(state, axis, ExtentIndex(count: state.itemCount, estimate: estimate))
  }

  private init(_ state: ListState, _ axis: Viewport.Axis, _ index: ExtentIndex) {
    precondition(index.count == state.itemCount, "there is an extent for each item")
    self.state = state
    self.axis = axis
    self.index = index
  }

  // MARK: Asking

  /// How long all items are together.
  public var length: Double { index.length }

  /// How many items were never measured.
  public var unmeasuredCount: Int { index.unmeasuredCount }

  /// How long the item at a path is; `nil` if the path does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func extent(of path: ItemPath) -> Double? {
    state.offset(of: path).map { index.extent(of: $0) }
  }

  /// Whether the item at a path was measured.
  ///
  /// - Complexity: O(log *n*).
  public func isMeasured(_ path: ItemPath) -> Bool {
    state.offset(of: path).map { index.measuredExtent(of: $0) != nil } ?? false
  }

  /// How long the items of a section are together, 0 if there is no such section.
  ///
  /// - Complexity: O(log *n*).
  public func extent(ofSection section: Int) -> Double {
    guard let start = state.offset(of: ItemPath(section: section, item: 0)) else { return 0 }
    return index.start(of: start + state.itemCount(inSection: section)) - index.start(of: start)
  }

  /// Where the item at a path begins; `nil` if the path does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func offset(of path: ItemPath) -> Double? {
    state.offset(of: path).map { index.start(of: $0) }
  }

  /// Where an item begins; `nil` if it is not in the list.
  ///
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func offset(of item: ItemID) throws(StorageError) -> Double? {
    try state.path(of: item).flatMap { offset(of: $0) }
  }

  /// Where the items stand of which any part is visible, ascending.
  ///
  /// - Parameter viewport: Along the same axis. One by an item that is not in the list shows nothing.
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n* + *m* log *s*) for *m* items.
  public func items(in viewport: Viewport) throws(StorageError) -> [ItemPath] {
    guard let start = try start(of: viewport) else { return [] }
    return index.items(from: start, to: start + viewport.length).compactMap {
      state.path(atOffset: $0)
    }
  }

  /// Where a viewport begins, in points from the first item on; `nil` if it goes by an item that is
  /// not in the list.
  ///
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func start(of viewport: Viewport) throws(StorageError) -> Double? {
    guard let anchor = viewport.anchor else { return viewport.offset }
    return try offset(of: anchor).map { $0 + viewport.offset }
  }

  // MARK: Following

  /// The extents after a change, of which nothing was measured yet.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes.
  func following(_ proof: VerifiedOutline, to target: ListState) -> ListExtents {
    var index = index
    index.apply(proof.rowSplices(from: state, to: target))
    return ListExtents(target, axis, index)
  }

  /// Notes how large items are, ascending by path; `nil` for what has no size.
  mutating func measure(_ sizes: [(path: ItemPath, size: Size?)]) {
    var first = 0
    while first < sizes.count {
      var end = first + 1
      let path = sizes[first].path
      while end < sizes.count, sizes[end].path.section == path.section,
        sizes[end].path.item == path.item + end - first
      { end += 1 }
      if let offset = state.offset(of: path) {
        index.setExtents(sizes[first..<end].map { $0.size.map(axis.extent(of:)) }, from: offset)
      }
      first = end
    }
  }

  /// How long the item at a path is known to be, `nil` if it is estimated.
  func measuredExtent(of path: ItemPath) -> Double? {
    state.offset(of: path).flatMap { index.measuredExtent(of: $0) }
  }
}
