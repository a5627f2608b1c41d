public import RosterCore
public import RosterGeometry

/// The lengths and offsets of a list's items, headers and footers at one moment, by which a
/// renderer scrolls.
///
/// They stand one behind the other along an axis, through all sections: the header of a section,
/// its items, its footer. What was never measured has the length that ``Viewport/Splitting``
/// estimates, until a batch gives its size. A value never changes and is cheap to keep.
public struct ListExtents: Sendable {
  /// The list of these items.
  public let state: ListState
  /// The axis along which items follow each other.
  public let axis: Viewport.Axis
  package private(set) var index: ExtentIndex

  /// Makes extents of which nothing is measured.
  init(_ state: ListState, _ axis: Viewport.Axis, _ estimates: ExtentEstimates) {
    self.init(state, axis, ExtentIndex(state, estimates))
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

  /// The length of everything together.
  public var length: Double { index.length }

  /// The number of items that were never measured.
  public var unmeasuredCount: Int { index.unmeasuredCount }

  /// Returns the length of the item at a path; `nil` if the path does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func extent(of path: ItemPath) -> Double? {
    state.offset(of: path).map { index.extent(of: $0) }
  }

  /// Returns whether the item at a path was measured.
  ///
  /// - Complexity: O(log *n*).
  public func isMeasured(_ path: ItemPath) -> Bool {
    state.offset(of: path).map { index.measuredExtent(of: $0) != nil } ?? false
  }

  /// Returns where the item at a path begins; `nil` if the path does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func offset(of path: ItemPath) -> Double? {
    state.offset(of: path).map { index.start(of: $0) }
  }

  /// Returns where an item begins; `nil` if it is not in the list.
  ///
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func offset(of item: ItemID) throws(StorageError) -> Double? {
    try state.path(of: item).flatMap { offset(of: $0) }
  }

  /// Returns the paths of the items of which any part is visible, ascending.
  ///
  /// - Parameter viewport: A viewport along the same axis. If its anchor is not in the list, the
  ///   result is empty.
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n* + *m* log *s*) for *m* items.
  public func items(in viewport: Viewport) throws(StorageError) -> [ItemPath] {
    guard let start = try start(of: viewport) else { return [] }
    return index.items(from: start, to: start + viewport.length).compactMap {
      state.path(atOffset: $0)
    }
  }

  /// Returns the path of the item at a point, or of the first one behind it if a header or footer
  /// is there; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  public func item(at point: Double) -> ItemPath? { state.path(atOffset: index.item(at: point)) }

  /// Returns where a viewport begins, in points from the start of the list; `nil` if its anchor is
  /// not in the list.
  ///
  /// - Throws: If a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func start(of viewport: Viewport) throws(StorageError) -> Double? {
    guard let anchor = viewport.anchor else { return viewport.offset }
    return try offset(of: anchor).map { $0 + viewport.offset }
  }

  // MARK: Following

  /// Returns the extents after a change, with nothing of it measured yet.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes.
  func following(_ proof: VerifiedOutline, to target: ListState) -> ListExtents {
    var index = index
    index.apply(
      proof.rowSplices(
        from: state, to: target, hasMargins: index.estimates.hasSupplements))
    return ListExtents(target, axis, index)
  }

  /// Returns the extents with other estimates.
  ///
  /// Keeps what was measured, except for headers if no section had or has any, and likewise
  /// footers.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs. If headers or footers are new to the row, also
  ///   O(*m* + (*r* + *s*) log *n*) for *m* measured items and *s* sections.
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

  /// The extents with nothing measured. Headers and footers that do not exist stay so in any
  /// layout.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs.
  var withoutSizes: ListExtents {
    let runs = index.runs.map { run in
      let isMissing = run.kind != .item && run.extent == 0
      return isMissing ? run : ExtentRun(count: run.count, extent: nil, run.kind)
    }
    return ListExtents(state, axis, ExtentIndex(runs, index.estimates))
  }

  /// Records the sizes of trees.
  ///
  /// - Parameter trees: The trees, ascending by place.
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

  /// Copies the measured lengths of items from a row without headers and footers.
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
