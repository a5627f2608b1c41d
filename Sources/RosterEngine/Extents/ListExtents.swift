public import RosterCore
internal import RosterLayout

/// How long the items of a list, and the headers and footers of its sections, are at one moment, and
/// where they begin: what a renderer scrolls by.
///
/// They stand one after the other along an axis, through all sections: the header of a section, its
/// items, its footer. What was never measured is taken to be as long as ``ViewportSplitting`` says,
/// until a batch says how long it is. A value stays as it is and is cheap to keep.
public struct ListExtents: Sendable {
  /// The list whose items those are.
  public let state: ListState
  /// Along which axis.
  public let axis: Viewport.Axis
  private(set) var index: ExtentIndex

  /// Of nothing anything is known.
  init(_ state: ListState, _ axis: Viewport.Axis, _ estimates: ExtentEstimates) {
    var runs: [ExtentRun] = []
    if estimates.hasSupplements {
      for count in state.itemCounts {
        runs.extend(by: ExtentRun(count: 1, extent: nil, .header))
        runs.extend(by: ExtentRun(count: count, extent: nil))
        runs.extend(by: ExtentRun(count: 1, extent: nil, .footer))
      }
    } else {
      runs = [ExtentRun(count: state.itemCount, extent: nil)]
    }
    self.init(state, axis, ExtentIndex(runs, estimates))
  }

  private init(_ state: ListState, _ axis: Viewport.Axis, _ index: ExtentIndex) {
    let sectionCount = index.estimates.hasSupplements ? state.sectionCount : 0
    precondition(index.count == state.itemCount, "there is an extent for each item")
    precondition(
      index.count(of: .header) == sectionCount && index.count(of: .footer) == sectionCount,
      "there is an extent for each header and each footer")
    self.state = state
    self.axis = axis
    self.index = index
  }

  // MARK: Asking

  /// How long everything is together.
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

  /// Where the item stands that is at a point, or the first one behind it if a header or footer is
  /// there; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  public func item(at point: Double) -> ItemPath? { state.path(atOffset: index.item(at: point)) }

  /// Where a viewport begins, in points from the start of the list on; `nil` if it goes by an item
  /// that is not in the list.
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
    index.apply(
      proof.rowSplices(
        from: state, to: target, hasMargins: index.estimates.hasSupplements))
    return ListExtents(target, axis, index)
  }

  /// The extents with other estimates.
  ///
  /// What was measured stays, but of headers and footers that no section has had, or has any more.
  ///
  /// - Complexity: O(*r* + *s*) for *r* runs and *s* sections.
  func estimated(by estimates: ExtentEstimates) -> ListExtents {
    if estimates == index.estimates { return self }
    guard estimates.hasSupplements else {
      return ListExtents(
        state, axis, ExtentIndex(index.runs.filter { $0.kind == .item }, estimates))
    }
    guard index.estimates.hasSupplements else {
      var extents = ListExtents(state, axis, estimates)
      extents.measureItems(as: index)
      return extents
    }
    let runs = index.runs.map { run in
      let isKept = estimates.has(run.kind) && index.estimates.has(run.kind)
      return isKept ? run : ExtentRun(count: run.count, extent: nil, run.kind)
    }
    return ListExtents(state, axis, ExtentIndex(runs, estimates))
  }

  /// The extents with nothing measured. What sections do not have, they have in no other layout.
  ///
  /// - Complexity: O(*r*) for *r* runs.
  var withoutSizes: ListExtents {
    let runs = index.runs.map { run in
      let isMissing = run.kind != .item && run.extent == 0
      return isMissing ? run : ExtentRun(count: run.count, extent: nil, run.kind)
    }
    return ListExtents(state, axis, ExtentIndex(runs, index.estimates))
  }

  /// Notes how long things are.
  ///
  /// - Parameter trees: Ascending by place.
  /// - Complexity: O(log *n*) for each run of neighbouring items, and for each header and footer.
  mutating func measure(_ trees: [MeasuredTree]) {
    var run: (start: ItemPath, extents: [Double?])?
    for tree in trees {
      switch tree.place {
      case .item(let path):
        let extent = tree.extent(along: axis)
        if let known = run, known.start.section == path.section,
          path.item == known.start.item + known.extents.count
        {
          run?.extents.append(extent)
        } else {
          measure(run)
          run = (path, [extent])
        }
      case .supplement(let kind, let section):
        guard index.estimates.hasSupplements, state.hasSection(section) else { continue }
        index.setExtents([tree.extent(along: axis)], from: section, kind.extentKind)
      }
    }
    measure(run)
  }

  private mutating func measure(_ run: (start: ItemPath, extents: [Double?])?) {
    guard let run, let offset = state.offset(of: run.start) else { return }
    index.setExtents(run.extents, from: offset)
  }

  /// Notes how long items are by the index of a row without headers and footers.
  private mutating func measureItems(as other: ExtentIndex) {
    var number = 0
    for run in other.runs {
      defer { number += run.count }
      guard run.extent != nil else { continue }
      var start = number
      while start < number + run.count, let path = state.path(atOffset: start) {
        let rest = state.itemCount(inSection: path.section) - path.item
        let count = min(rest, number + run.count - start)
        index.setExtents(Array(repeating: run.extent, count: count), from: start)
        start += count
      }
    }
  }
}
