internal import RosterCore

/// How long all items of a list are, one after the other along an axis: measured, or estimated for
/// those that never were.
///
/// Items are numbered through all sections. Those that stand side by side and are equally long, or
/// were never measured, are kept as one run, so that a list costs what was measured of it and not
/// what it holds. Copies share all that a change did not touch.
struct ExtentIndex: Sendable {
  private var root: ExtentNode?
  /// How long an item is taken to be that was never measured.
  let estimate: Double

  /// Makes the index of items of which nothing was measured.
  init(count: Int, estimate: Double) {
    self.init([ExtentRun(count: count, extent: nil)], estimate: estimate)
  }

  init(_ runs: [ExtentRun], estimate: Double) {
    self.estimate = Self.sound(estimate) ?? 0
    var sound: [ExtentRun] = []
    for run in runs {
      sound.extend(by: ExtentRun(count: run.count, extent: run.extent.flatMap(Self.sound)))
    }
    root = ExtentNode.tree(of: sound)
  }

  /// A length that can be added up; `nil` for one that cannot.
  private static func sound(_ extent: Double) -> Double? {
    extent.isFinite && extent >= 0 ? extent : nil
  }

  /// The number of items.
  var count: Int { root?.count ?? 0 }

  /// How long all items are together.
  var length: Double { root?.sum.length(estimate) ?? 0 }

  /// The number of items that were never measured.
  var unmeasuredCount: Int { root?.sum.unknownCount ?? 0 }

  // MARK: Finding

  /// Where an item begins: how long all before it are.
  ///
  /// - Complexity: O(log *n*).
  func start(of offset: Int) -> Double { root?.sum(before: offset).length(estimate) ?? 0 }

  /// How long an item is, `nil` if it was never measured or is not there.
  ///
  /// - Complexity: O(log *n*).
  func measuredExtent(of offset: Int) -> Double? {
    guard let root, offset >= 0, offset < count else { return nil }
    let sum = root.split(at: offset).after?.split(at: 1).before?.sum ?? ExtentSum()
    return sum.unknownCount == 0 ? sum.knownLength : nil
  }

  /// How long an item is, or is taken to be.
  func extent(of offset: Int) -> Double { measuredExtent(of: offset) ?? estimate }

  /// The items of which any part lies between two points.
  ///
  /// - Complexity: O(log *n*).
  func items(from start: Double, to end: Double) -> Range<Int> {
    guard let root, start < end else { return 0..<0 }
    let first = root.countEnding(upTo: start, from: 0, estimate)
    return first..<max(first, root.countBeginning(before: end, from: 0, estimate))
  }

  /// The item at a point, or the first one behind it; the number of all if there is none.
  ///
  /// - Complexity: O(log *n*).
  func item(at point: Double) -> Int {
    root?.countEnding(upTo: point, from: 0, estimate) ?? 0
  }

  /// All runs in order.
  ///
  /// - Complexity: O(*r*) for *r* runs.
  var runs: [ExtentRun] {
    var runs: [ExtentRun] = []
    root?.forEachRun { runs.extend(by: $0) }
    return runs
  }

  /// What is wrong with the index, in words; none if it is sound.
  var violations: [String] { root?.violations ?? [] }

  // MARK: Measuring

  /// Notes how long items in a row are.
  ///
  /// - Parameter extents: `nil` for what cannot be measured.
  /// - Complexity: O(log *n* + *m*) for *m* items.
  mutating func setExtents(_ extents: some Collection<Double?>, from offset: Int) {
    var runs: [ExtentRun] = []
    for extent in extents {
      runs.extend(by: ExtentRun(count: 1, extent: extent.flatMap(Self.sound)))
    }
    replace(offset..<offset + extents.count, with: runs)
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

  private mutating func put(_ piece: ExtentNode?, at offset: Int) {
    guard let piece else { return }
    let parts = root?.split(at: offset)
    root = ExtentNode.concatenate(
      ExtentNode.concatenate(parts?.before, piece), parts?.after)
  }

  /// Does what a change does to the row of all items. New items are not measured.
  ///
  /// - Complexity: O(*k* log *n*) for *k* splices.
  mutating func apply(_ splices: [RowSplice]) {
    var pieces: [Int: ExtentNode] = [:]
    for splice in splices {
      switch splice {
      case .remove(let range): _ = take(range)
      case .take(let range, let piece): pieces[piece] = take(range)
      case .put(let piece, let offset): put(pieces[piece], at: offset)
      case .insert(let count, let offset) where count > 0:
        replace(offset..<offset, with: [ExtentRun(count: count, extent: nil)])
      case .insert: break
      }
    }
  }
}
