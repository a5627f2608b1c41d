/// The lengths of all items, headers and footers of a list, one behind the other along an axis:
/// measured, or estimated for those that were never measured.
///
/// These elements stand in one row of places: for each section its header, its items, its footer.
/// If sections have neither headers nor footers, only items have places. Items are numbered through
/// all sections:
///
///     place   0 1 2 3 4 5 6      a section with items 0 and 1, and one with item 2
///             H 0 1 F H 2 F
///
/// Neighbours of one kind that are equally long, or all not measured, are one run. So the memory
/// depends on what was measured, and on the number of sections if they have headers or footers, but
/// not on the number of items. Copies share everything that a change did not touch.
package struct ExtentIndex: Sendable {
  /// The weight of a run is the number of its places, so an offset in the tree is a place.
  private var tree: CountedTree<ExtentRun>
  /// The estimates for what was never measured.
  package let estimates: ExtentEstimates

  /// Makes an index of items of which none was measured.
  package init(count: Int, estimate: Double) {
    self.init([ExtentRun(count: count, extent: nil)], ExtentEstimates(item: estimate))
  }

  /// Makes the index of a list of which nothing was measured.
  ///
  /// - Complexity: O(*s*) for *s* sections if they have headers or footers, otherwise O(1).
  package init(_ list: ListState, _ estimates: ExtentEstimates) {
    guard estimates.hasSupplements else {
      self.init([ExtentRun(count: list.itemCount, extent: nil)], estimates)
      return
    }
    let runs = list.itemCounts.flatMap { count in
      [
        ExtentRun(count: 1, extent: nil, .header), ExtentRun(count: count, extent: nil),
        ExtentRun(count: 1, extent: nil, .footer),
      ]
    }
    self.init(runs, estimates)
  }

  package init(_ runs: [ExtentRun], _ estimates: ExtentEstimates) {
    self.estimates = estimates
    var sound: [ExtentRun] = []
    for run in runs {
      sound.extend(
        by: ExtentRun(count: run.count, extent: run.extent.flatMap(\.soundExtent), run.kind))
    }
    tree = CountedTree(sound)
  }

  /// The number of items.
  package var count: Int { count(of: .item) }

  /// The number of elements of a kind.
  package func count(of kind: ExtentKind) -> Int { tree.sum[kind].all }

  /// The length of everything together.
  package var length: Double { tree.sum.length(estimates) }

  /// The number of items that were never measured.
  package var unmeasuredCount: Int { tree.sum.items.unknown }

  // MARK: Finding

  /// Returns where an element begins: the length of all before it.
  ///
  /// - Parameters:
  ///   - number: The number of elements of the same kind before it.
  ///   - kind: Its kind.
  /// - Complexity: O(log *n*).
  package func start(of number: Int, _ kind: ExtentKind = .item) -> Double {
    sum(before: place(of: number, kind)).length(estimates)
  }

  /// Returns where an element ends.
  ///
  /// - Complexity: O(log *n*).
  package func end(of number: Int, _ kind: ExtentKind = .item) -> Double {
    sum(before: place(of: number, kind) + 1).length(estimates)
  }

  /// Returns the length of an element; `nil` if it was never measured or does not exist.
  ///
  /// - Complexity: O(log *n*).
  package func measuredExtent(of number: Int, _ kind: ExtentKind = .item) -> Double? {
    guard number >= 0, number < count(of: kind) else { return nil }
    return tree.location(ofOffset: place(of: number, kind)).element.extent
  }

  /// Returns the length of an element, measured or estimated.
  package func extent(of number: Int, _ kind: ExtentKind = .item) -> Double {
    measuredExtent(of: number, kind) ?? estimates[kind]
  }

  /// Returns the items of which any part lies between two points.
  ///
  /// - Complexity: O(log *n*).
  package func items(from start: Double, to end: Double) -> Range<Int> {
    numbers(of: .item, in: places(from: start, to: end))
  }

  /// Returns the item at a point, or the first one behind it; the number of items if there is none.
  ///
  /// - Complexity: O(log *n*).
  package func item(at point: Double) -> Int {
    sum(before: countEnding(upTo: point)).items.all
  }

  /// All runs in order.
  ///
  /// - Complexity: O(*r*) for *r* runs.
  package var runs: [ExtentRun] { tree.elements }

  /// Descriptions of what is wrong with the index; empty if it is sound.
  package var violations: [String] {
    let runs = runs
    let isMerged = !zip(runs, runs.dropFirst()).contains { $0.isContinued(by: $1) }
    return tree.violations(of: "the runs") + (isMerged ? [] : ["two runs that are one"])
      + (runs.contains { $0.count < 1 } ? ["a run of nothing"] : [])
  }

  // MARK: Places

  /// Returns the place of an element; behind all places if it does not exist.
  ///
  /// - Complexity: O(log *n*).
  package func place(of number: Int, _ kind: ExtentKind = .item) -> Int {
    guard estimates.hasSupplements else { return number }
    let found = tree.firstSum { $0[kind].all > number }
    return found.weightBefore
      + (found.element == nil ? 0 : number - found.sumBefore[kind].all)
  }

  /// Returns the places of which any part lies between two points.
  ///
  /// - Complexity: O(log *n*).
  package func places(from start: Double, to end: Double) -> Range<Int> {
    guard start < end else { return 0..<0 }
    let first = countEnding(upTo: start)
    return first..<max(first, countBeginning(before: end))
  }

  /// Returns the places of a range of items, with the header right before and the footer right
  /// behind them, if those are there.
  ///
  /// - Complexity: O(log *n*).
  package func placesWithSupplements(of items: Range<Int>) -> Range<Int> {
    if items.isEmpty { return 0..<0 }
    let (first, end) = (place(of: items.lowerBound), place(of: items.upperBound - 1) + 1)
    let hasHeader = first > 0 && !numbers(of: .header, in: first - 1..<first).isEmpty
    let hasFooter = !numbers(of: .footer, in: end..<end + 1).isEmpty
    return (hasHeader ? first - 1 : first)..<(hasFooter ? end + 1 : end)
  }

  /// Returns the elements of a kind that stand in a range of places.
  ///
  /// - Complexity: O(log *n*).
  package func numbers(of kind: ExtentKind, in places: Range<Int>) -> Range<Int> {
    let first = sum(before: places.lowerBound)[kind].all
    return first..<max(first, sum(before: places.upperBound)[kind].all)
  }

  /// Returns the sum of the elements before a place.
  ///
  /// - Complexity: O(log *n*).
  private func sum(before place: Int) -> ExtentSum {
    let found = tree.firstSum { $0.count > place }
    let rest = place - found.weightBefore
    guard let run = found.element, rest > 0 else { return found.sumBefore }
    return found.sumBefore + run.part(0..<rest).sum
  }

  /// Returns the number of elements that end at or before a point. It is also the place of the
  /// first one that ends behind it.
  ///
  /// - Complexity: O(log *n*).
  private func countEnding(upTo point: Double) -> Int {
    let found = tree.firstSum { $0.length(estimates) > point }
    guard let run = found.element else { return found.weightBefore }
    return found.weightBefore + run.countEnding(upTo: point, behind: found.sumBefore, estimates)
  }

  /// Returns the number of elements that begin before a point.
  ///
  /// - Complexity: O(log *n*).
  private func countBeginning(before point: Double) -> Int {
    let found = tree.firstSum { $0.length(estimates) >= point }
    guard let run = found.element else { return found.weightBefore }
    return found.weightBefore
      + run.countBeginning(before: point, behind: found.sumBefore, estimates)
  }

  // MARK: Measuring

  /// Sets the lengths of elements of one kind that stand side by side.
  ///
  /// - Parameters:
  ///   - extents: Their lengths, in order; `nil` for what cannot be measured.
  ///   - number: The number of elements of the same kind before the first one.
  ///   - kind: Their kind.
  /// - Complexity: O(log *n* + *m*) for *m* elements.
  package mutating func setExtents(
    _ extents: [Double?], from number: Int, _ kind: ExtentKind = .item
  ) {
    var runs: [ExtentRun] = []
    for extent in extents {
      runs.extend(by: ExtentRun(count: 1, extent: extent.flatMap(\.soundExtent), kind))
    }
    let first = place(of: number, kind)
    tree.replace(first..<first + extents.count, with: CountedTree(runs))
  }

  // MARK: Changing

  /// Applies a change to the row. New elements are not measured.
  ///
  /// - Parameter splices: Splices of a row with places for headers and footers, if this row has
  ///   them.
  /// - Complexity: O(*k* log *n*) for *k* splices.
  package mutating func apply(_ splices: [RowSplice]) {
    let margins = [
      ExtentRun(count: 1, extent: nil, .header), ExtentRun(count: 1, extent: nil, .footer),
    ]
    tree.apply(splices, margins: margins) { ExtentRun(count: $0, extent: nil) }
  }
}
