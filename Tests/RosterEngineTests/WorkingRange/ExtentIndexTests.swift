import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// The index of extents, compared with an array.
@Suite("Working range: the index of extents") struct ExtentIndexTests {
  private static let estimate = 10.0

  /// An index with an array, and their differences.
  private struct Tracked {
    var index: ExtentIndex
    var extents: [Double?]

    init(_ extents: [Double?]) {
      index = ExtentIndex(
        extents.map { ExtentRun(count: 1, extent: $0) },
        ExtentEstimates(item: ExtentIndexTests.estimate))
      self.extents = extents
    }

    func start(_ offset: Int) -> Double {
      extents[..<offset].reduce(0) { $0 + ($1 ?? ExtentIndexTests.estimate) }
    }

    mutating func set(_ values: [Double?], from offset: Int) {
      index.setExtents(values, from: offset)
      extents.replaceSubrange(offset..<offset + values.count, with: values)
    }

    mutating func apply(_ splices: [RowSplice]) {
      index.apply(splices)
      var pieces: [Int: [Double?]] = [:]
      for splice in splices {
        switch splice {
        case .remove(let range): extents.removeSubrange(range)
        case .take(let range, let piece):
          pieces[piece] = Array(extents[range])
          extents.removeSubrange(range)
        case .put(let piece, let offset):
          extents.insert(contentsOf: pieces[piece] ?? [], at: offset)
        case .insert(let count, let offset):
          extents.insert(contentsOf: Array(repeating: nil, count: count), at: offset)
        case .insertSection: Issue.record("a row of items has no places for headers")
        }
      }
    }

    var all: [Double?] {
      index.runs.flatMap { Array(repeating: $0.extent, count: $0.count) }
    }

    /// Returns the items of which any part lies between two points, by checking each.
    func items(from start: Double, to end: Double) -> [Int] {
      var position = 0.0
      var found: [Int] = []
      guard start < end else { return found }
      for (offset, extent) in extents.enumerated() {
        let next = position + (extent ?? ExtentIndexTests.estimate)
        if position < end, next > start { found.append(offset) }
        position = next
      }
      return found
    }
  }

  @Test func itemsThatWereNeverMeasuredAreEstimated() {
    let index = ExtentIndex(count: 1_000_000, estimate: 44)
    #expect(index.length == 44_000_000)
    #expect(index.start(of: 500_000) == 22_000_000)
    #expect(index.items(from: 22_000_000, to: 22_000_044) == 500_000..<500_001)
    #expect(index.runs.count == 1)
  }

  @Test func aMeasuredItemMovesWhatIsBehindIt() {
    var index = ExtentIndex(count: 10, estimate: 10)
    index.setExtents([25, 5], from: 3)
    #expect(index.start(of: 3) == 30)
    #expect(index.start(of: 4) == 55)
    #expect(index.start(of: 5) == 60)
    #expect(index.length == 110)
    #expect(index.unmeasuredCount == 8)
    #expect(index.measuredExtent(of: 3) == 25)
    #expect(index.measuredExtent(of: 2) == nil)
    #expect(index.extent(of: 2) == 10)
  }

  @Test func anItemIsBetweenTwoPointsIfAnyPartIs() {
    let index = ExtentIndex(
      [10, 0, 20, 0].map { ExtentRun(count: 1, extent: $0) }, ExtentEstimates(item: 1))
    #expect(index.items(from: 0, to: 10) == 0..<1)
    #expect(index.items(from: 0, to: 10.5) == 0..<3)
    #expect(index.items(from: 10, to: 11) == 2..<3)
    #expect(index.items(from: 29, to: 100) == 2..<4)
    #expect(index.items(from: 30, to: 100).isEmpty)
    #expect(index.items(from: 5, to: 5).isEmpty)
  }

  /// Sums of such lengths depend on their order, and no point is exact.
  @Test func anItemIsFoundWhereItBeginsThoughLengthsAreNotExact() {
    let few = [
      ExtentRun(count: 3, extent: 0.1), ExtentRun(count: 50, extent: nil),
      ExtentRun(count: 100, extent: 0.7), ExtentRun(count: 40, extent: nil),
    ]
    let many = (0..<1_000).map { number -> ExtentRun in
      let extent = Double(number % 7 + 1) / 10
      return ExtentRun(count: 1 + number % 5, extent: number.isMultiple(of: 4) ? nil : extent)
    }
    for runs in [few, many] {
      let index = ExtentIndex(runs, ExtentEstimates(item: 44.1))
      for number in 0..<index.count {
        let (start, end) = (index.start(of: number), index.end(of: number))
        #expect(index.item(at: start) == number)
        #expect(index.items(from: start, to: end) == number..<number + 1)
      }
    }
  }

  @Test func lengthsThatCannotBeAddedUpAreEstimated() {
    var index = ExtentIndex(count: 3, estimate: 10)
    index.setExtents([.infinity, .nan, -1], from: 0)
    #expect(index.length == 30)
    #expect(ExtentIndex(count: 3, estimate: .nan).length == 0)
  }

  @Test func equalNeighboursCostOneRun() {
    var index = ExtentIndex(count: 10_000, estimate: 10)
    for offset in 0..<10_000 { index.setExtents([7], from: offset) }
    #expect(index.runs.count == 1)
    #expect(index.length == 70_000)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func measuringAndSplicingIsAsInAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = [0, 1, 5, 300, 1_000][random.index(below: 5)]
    let variety = [2, 50, 1_000][random.index(below: 3)]
    func extent() -> Double? {
      random.happens(percent: 20) ? nil : Double(random.index(below: variety)) / 4
    }
    var tracked = Tracked((0..<count).map { _ in extent() })
    for step in 0..<40 {
      let length = tracked.extents.count
      let start = random.index(below: length + 1)
      let range = start..<start + random.index(below: min(200, length - start) + 1)
      switch random.index(below: 4) {
      case 0: tracked.set(range.map { _ in extent() }, from: range.lowerBound)
      case 1: tracked.apply([.insert(count: random.index(below: 300), at: start)])
      case 2: tracked.apply([.remove(range)])
      default:
        let target = random.index(below: length - range.count + 1)
        tracked.apply([.take(range, piece: 0), .put(piece: 0, at: target)])
      }
      let comment = "seed \(seed), step \(step)"
      #expect(tracked.all == tracked.extents, "\(comment)")
      #expect(tracked.index.violations == [], "\(comment)")
      #expect(tracked.index.count == tracked.extents.count, "\(comment)")
      let point = Double(random.index(below: Int(tracked.index.length) + 10))
      let end = point + Double(random.index(below: 100)) / 4
      #expect(
        Array(tracked.index.items(from: point, to: end)) == tracked.items(from: point, to: end),
        "\(comment), \(point)..<\(end)")
      let offset = random.index(below: tracked.extents.count + 1)
      #expect(tracked.index.start(of: offset) == tracked.start(offset), "\(comment)")
    }
  }

  // MARK: Following changes

  /// Gives each item a different extent, and compares where the extents are after a change.
  private func follows(
    _ state: ListState, _ changeset: Changeset<String, String>
  ) throws -> (isRight: Bool, target: ListState) {
    let change = try state.applying(changeset)
    func extents(of state: ListState) throws -> [Double] {
      var extents: [Double] = []
      try state.forEachItem { _, id in
        extents.append(Double(id.rawValue))
        return true
      }
      return extents
    }
    var tracked = Tracked(try extents(of: state))
    tracked.apply(change.proof.rowSplices(from: change.source, to: change.target))
    let inserted = Set(change.identities.insertedItems.map { Double($0.rawValue) })
    let expected = try extents(of: change.target).map { inserted.contains($0) ? nil : $0 }
    return (tracked.all == expected && tracked.extents == expected, change.target)
  }

  @Test(arguments: [[], [2], [1, 1], [2, 1], [1, 0, 1]])
  func everySmallChangeIsFollowed(counts: [Int]) throws {
    let list = try TrackedList(
      ListRows(counts.map { .init(items: Array(repeating: "x", count: $0)) }))
    var changesets = ValidChangesets(
      counts: counts, insertedSections: counts == [2, 1] || counts.count > 2 ? 0 : 1,
      insertedItems: counts == [2, 1] || counts.count > 2 ? 0 : 1)
    changesets.updates = [false]
    var count = 0
    try changesets.forEachThrowing { parts in
      count += 1
      let changeset = parts.changeset(models: "")
      let (isRight, _) = try follows(list.state, changeset)
      if !isRight { Issue.record("\(counts): \(changeset)") }
    }
    #expect(count > 2)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomHistoriesAreFollowed(seed: UInt64) throws {
    var history = RandomHistory(seed: seed)
    var state = ListState()
    for step in 0..<50 {
      let (isRight, target) = try follows(state, history.next())
      #expect(isRight, "seed \(seed), step \(step)")
      state = target
    }
  }
}

extension ValidChangesets {
  fileprivate func forEachThrowing(_ visit: (ChangesetParts) throws -> Void) throws {
    var failure: (any Error)?
    forEach { parts in
      guard failure == nil else { return }
      do { try visit(parts) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
