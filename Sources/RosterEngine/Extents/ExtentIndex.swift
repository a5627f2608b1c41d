internal import RosterCore

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
struct ExtentIndex: Sendable {
  private var root: ExtentNode?
  /// The estimates for what was never measured.
  let estimates: ExtentEstimates

  /// Makes an index of items of which none was measured.
  init(count: Int, estimate: Double) {
    self.init([ExtentRun(count: count, extent: nil)], ExtentEstimates(item: estimate))
  }

  init(_ runs: [ExtentRun], _ estimates: ExtentEstimates) {
    self.estimates = estimates
    var sound: [ExtentRun] = []
    for run in runs {
      sound.extend(
        by: ExtentRun(count: run.count, extent: run.extent.flatMap(\.soundExtent), run.kind))
    }
    root = ExtentNode.tree(of: sound)
  }

  /// The number of items.
  var count: Int { count(of: .item) }

  /// The number of elements of a kind.
  func count(of kind: ExtentKind) -> Int { root?.sum[kind].all ?? 0 }

  /// The length of everything together.
  var length: Double { root?.sum.length(estimates) ?? 0 }

  /// The number of items that were never measured.
  var unmeasuredCount: Int { root?.sum.items.unknown ?? 0 }

  // MARK: Finding

  /// Returns where an element begins: the length of all before it.
  ///
  /// - Parameters:
  ///   - number: The number of elements of the same kind before it.
  ///   - kind: Its kind.
  /// - Complexity: O(log *n*).
  func start(of number: Int, _ kind: ExtentKind = .item) -> Double {
    root?.sum(before: place(of: number, kind)).length(estimates) ?? 0
  }

  /// Returns where an element ends.
  ///
  /// - Complexity: O(log *n*).
  func end(of number: Int, _ kind: ExtentKind = .item) -> Double {
    root?.sum(before: place(of: number, kind) + 1).length(estimates) ?? 0
  }

  /// Returns the length of an element; `nil` if it was never measured or does not exist.
  ///
  /// - Complexity: O(log *n*).
  func measuredExtent(of number: Int, _ kind: ExtentKind = .item) -> Double? {
    guard let root, number >= 0, number < count(of: kind) else { return nil }
    let one = root.split(at: place(of: number, kind)).after?.split(at: 1).before
    let sum = one?.sum ?? ExtentSum()
    return sum.unknownCount == 0 ? sum.knownLength : nil
  }

  /// Returns the length of an element, measured or estimated.
  func extent(of number: Int, _ kind: ExtentKind = .item) -> Double {
    measuredExtent(of: number, kind) ?? estimates[kind]
  }

  /// Returns the items of which any part lies between two points.
  ///
  /// - Complexity: O(log *n*).
  func items(from start: Double, to end: Double) -> Range<Int> {
    numbers(of: .item, in: places(from: start, to: end))
  }

  /// Returns the item at a point, or the first one behind it; the number of items if there is none.
  ///
  /// - Complexity: O(log *n*).
  func item(at point: Double) -> Int {
    guard let root else { return 0 }
    return root.sum(before: root.countEnding(upTo: point, from: 0, estimates)).items.all
  }

  /// All runs in order.
  ///
  /// - Complexity: O(*r*) for *r* runs.
  var runs: [ExtentRun] {
    var runs: [ExtentRun] = []
    root?.forEachRun { runs.extend(by: $0) }
    return runs
  }

  /// Descriptions of what is wrong with the index; empty if it is sound.
  var violations: [String] { root?.violations ?? [] }

  // MARK: Places

  /// Returns the place of an element; behind all places if it does not exist.
  ///
  /// - Complexity: O(log *n*).
  func place(of number: Int, _ kind: ExtentKind = .item) -> Int {
    guard estimates.hasSupplements else { return number }
    return root?.place(of: number, kind) ?? 0
  }

  /// Returns the places of which any part lies between two points.
  ///
  /// - Complexity: O(log *n*).
  func places(from start: Double, to end: Double) -> Range<Int> {
    guard let root, start < end else { return 0..<0 }
    let first = root.countEnding(upTo: start, from: 0, estimates)
    return first..<max(first, root.countBeginning(before: end, from: 0, estimates))
  }

  /// Returns the places of a range of items, with the header right before and the footer right
  /// behind them, if those are there.
  ///
  /// - Complexity: O(log *n*).
  func placesWithSupplements(of items: Range<Int>) -> Range<Int> {
    if items.isEmpty { return 0..<0 }
    let (first, end) = (place(of: items.lowerBound), place(of: items.upperBound - 1) + 1)
    let hasHeader = first > 0 && !numbers(of: .header, in: first - 1..<first).isEmpty
    let hasFooter = !numbers(of: .footer, in: end..<end + 1).isEmpty
    return (hasHeader ? first - 1 : first)..<(hasFooter ? end + 1 : end)
  }

  /// Returns the elements of a kind that stand in a range of places.
  ///
  /// - Complexity: O(log *n*).
  func numbers(of kind: ExtentKind, in places: Range<Int>) -> Range<Int> {
    guard let root else { return 0..<0 }
    let first = root.sum(before: places.lowerBound)[kind].all
    return first..<max(first, root.sum(before: places.upperBound)[kind].all)
  }

  // MARK: Measuring

  /// Sets the lengths of elements of one kind that stand side by side.
  ///
  /// - Parameters:
  ///   - extents: Their lengths, in order; `nil` for what cannot be measured.
  ///   - number: The number of elements of the same kind before the first one.
  ///   - kind: Their kind.
  /// - Complexity: O(log *n* + *m*) for *m* elements.
  mutating func setExtents(
    _ extents: some Collection<Double?>, from number: Int, _ kind: ExtentKind = .item
  ) {
    var runs: [ExtentRun] = []
    for extent in extents {
      runs.extend(by: ExtentRun(count: 1, extent: extent.flatMap(\.soundExtent), kind))
    }
    let first = place(of: number, kind)
    replace(first..<first + extents.count, with: runs)
  }

  // MARK: Changing

  private mutating func replace(_ range: Range<Int>, with runs: [ExtentRun]) {
    if let replaced = root?.replacing(range, with: runs) {
      root = replaced
      return
    }
    _ = take(range)
    put(ExtentNode.tree(of: runs), at: range.lowerBound)
  }

  private mutating func take(_ range: Range<Int>) -> ExtentNode? {
    guard let all = root, !range.isEmpty else { return nil }
    let (before, rest) = all.split(at: range.lowerBound)
    guard let rest else { return nil }
    let (taken, after) = rest.split(at: range.count)
    root = ExtentNode.concatenate(before, after)
    return taken
  }

  private mutating func put(_ piece: ExtentNode?, at place: Int) {
    guard let piece else { return }
    let parts = root?.split(at: place)
    root = ExtentNode.concatenate(
      ExtentNode.concatenate(parts?.before, piece), parts?.after)
  }

  /// Applies a change to the row. New elements are not measured.
  ///
  /// - Parameter splices: Splices of a row with places for headers and footers, if this row has
  ///   them.
  /// - Complexity: O(*k* log *n*) for *k* splices.
  mutating func apply(_ splices: [RowSplice]) {
    var pieces: [Int: ExtentNode] = [:]
    for splice in splices {
      switch splice {
      case .remove(let range): _ = take(range)
      case .take(let range, let piece): pieces[piece] = take(range)
      case .put(let piece, let place): put(pieces[piece], at: place)
      case .insert(let count, let place) where count > 0:
        replace(place..<place, with: [ExtentRun(count: count, extent: nil)])
      case .insert: break
      case .insertSection(let place):
        replace(
          place..<place,
          with: [
            ExtentRun(count: 1, extent: nil, .header), ExtentRun(count: 1, extent: nil, .footer),
          ])
      }
    }
  }
}
