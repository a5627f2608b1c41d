import RosterComponents
import RosterCore
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// The index of extents with headers and footers, against an array of all places.
@Suite("Supplements: the index of extents") struct MarginIndexTests {
  private static let estimates = ExtentEstimates(item: 10, header: 4, footer: 6)

  /// A place and a number that identifies what stands there.
  private struct Place: Hashable {
    var kind: ExtentKind
    var number: Int
  }

  /// The places of a list, and their known lengths.
  private struct Row {
    var places: [Place] = []
    var extents: [Place: Double] = [:]

    init(_ state: ListState) throws {
      for section in 0..<state.sectionCount {
        let id = try #require(state.sectionID(at: section))
        places.append(Place(kind: .header, number: id.rawValue))
        places += try state.itemIDs(inSection: section).map {
          Place(kind: .item, number: $0.rawValue)
        }
        places.append(Place(kind: .footer, number: id.rawValue))
      }
    }

    func extent(_ place: Place) -> Double { extents[place] ?? estimates[place.kind] }

    var length: Double { places.reduce(0) { $0 + extent($1) } }

    /// Returns the places of which any part lies between two points, by checking each.
    func places(from start: Double, to end: Double) -> Set<Place> {
      var position = 0.0
      var found: Set<Place> = []
      for place in places {
        let next = position + extent(place)
        if start < end, position < end, next > start { found.insert(place) }
        position = next
      }
      return found
    }
  }

  private func runs(_ index: ExtentIndex) -> [(kind: ExtentKind, extent: Double?)] {
    index.runs.flatMap { run in
      Array(repeating: (kind: run.kind, extent: run.extent), count: run.count)
    }
  }

  /// Compares every result of the index.
  private func expect(_ index: ExtentIndex, is row: Row, _ comment: Comment) {
    #expect(runs(index).map(\.kind) == row.places.map(\.kind), comment)
    #expect(runs(index).map(\.extent) == row.places.map { row.extents[$0] }, comment)
    #expect(index.violations == [], comment)
    #expect(index.length == row.length, comment)
    var position = 0.0
    var numbers: [ExtentKind: Int] = [:]
    for (offset, place) in row.places.enumerated() {
      let number = numbers[place.kind, default: 0]
      numbers[place.kind] = number + 1
      #expect(index.place(of: number, place.kind) == offset, comment)
      #expect(index.start(of: number, place.kind) == position, comment)
      #expect(index.measuredExtent(of: number, place.kind) == row.extents[place], comment)
      position += row.extent(place)
      #expect(index.end(of: number, place.kind) == position, comment)
    }
  }

  /// Checks the items that the index finds between two points. Something without a length is
  /// between them if it stands there.
  private func expect(
    _ index: ExtentIndex, finds row: Row, from start: Double, to end: Double, _ comment: Comment
  ) {
    let found = index.places(from: start, to: end).map { row.places[$0] }
    let expected = row.places(from: start, to: end)
    #expect(
      Set(found.filter { row.extent($0) > 0 }) == expected.filter { row.extent($0) > 0 }, comment)
    let items = row.places.filter { $0.kind == .item }
    let foundItems = index.items(from: start, to: end).map { items[$0] }
    #expect(foundItems == found.filter { $0.kind == .item }, comment)
    let first = items.first { item in
      let behind = row.places.firstIndex(of: item).map { row.places[...$0] } ?? []
      return behind.reduce(0) { $0 + row.extent($1) } > start
    }
    #expect(
      index.item(at: start) == first.flatMap { items.firstIndex(of: $0) } ?? items.count, comment)
  }

  @Test func aHeaderStandsBeforeItsItemsAndAFooterBehindThem() throws {
    let list = try TrackedList(
      ListRows<String, String>([.init(items: ["a", "b"]), .init(items: []), .init(items: ["c"])]))
    var extents = ListExtents(list.state, .vertical, Self.estimates)
    #expect(extents.length == 60)
    extents.measure([
      MeasuredTree(
        place: .supplement(.footer, ofSection: 0), isThere: false, size: nil),
      MeasuredTree(
        place: .supplement(.header, ofSection: 1), isThere: true,
        size: .init(width: 1, height: 7)),
    ])
    #expect(extents.offset(of: .header, ofSection: 0) == 0)
    #expect(extents.offset(of: ItemPath(section: 0, item: 0)) == 4)
    #expect(extents.offset(of: ItemPath(section: 0, item: 1)) == 14)
    #expect(extents.offset(of: .footer, ofSection: 0) == 24)
    #expect(extents.offset(ofSection: 1) == 24)
    #expect(extents.offset(of: .footer, ofSection: 1) == 31)
    #expect(extents.offset(of: ItemPath(section: 2, item: 0)) == 41)
    #expect(extents.extent(ofSection: 0) == 24)
    #expect(extents.extent(ofSection: 1) == 13)
    #expect(extents.extent(ofSection: 3) == 0)
    #expect(extents.length == 57)
    #expect(extents.isMeasured(.footer, ofSection: 0))
    #expect(!extents.isMeasured(.header, ofSection: 0))
    #expect(extents.item(at: 25) == ItemPath(section: 2, item: 0))
    let visible = try extents.supplements(in: Viewport(offset: 20, length: 20))
    #expect(
      visible.map(\.description) == [
        "footer of section 1", "header of section 2", "footer of section 2", "header of section 3",
      ])
  }

  @Test func aListWithoutThemHasNoPlacesForThem() throws {
    let list = try TrackedList(
      ListRows<String, String>([.init(items: ["a"]), .init(items: ["b"])]))
    let extents = ListExtents(list.state, .vertical, ExtentEstimates(item: 10))
    #expect(extents.index.runs.count == 1)
    #expect(extents.extent(of: .header, ofSection: 1) == 0)
    #expect(extents.offset(of: .header, ofSection: 1) == 10)
    #expect(extents.offset(of: .footer, ofSection: 1) == 20)
    #expect(extents.isMeasured(.header, ofSection: 1))
  }

  /// The index agrees with the array through insertions, removals, moves and measurements.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func randomHistoriesAreFollowed(seed: UInt64) throws {
    var history = RandomHistory(seed: seed)
    var state = ListState()
    var index = ListExtents(state, .vertical, Self.estimates).index
    var row = try Row(state)
    for step in 0..<50 {
      let comment: Comment = "seed \(seed), step \(step)"
      let change = try state.applying(history.next())
      index.apply(change.proof.rowSplices(from: change.source, to: change.target, hasMargins: true))
      state = change.target
      let extents = row.extents
      row = try Row(state)
      row.extents = extents.filter { row.places.contains($0.key) }
      expect(index, is: row, comment)
      for _ in 0..<3 where !row.places.isEmpty {
        let place = row.places[history.random.index(below: row.places.count)]
        let number = row.places.prefix { $0 != place }.count { $0.kind == place.kind }
        let extent = [nil, 0, 3, 8.5][history.random.index(below: 4)]
        index.setExtents([extent], from: number, place.kind)
        row.extents[place] = extent
      }
      expect(index, is: row, comment)
      let start = Double(history.random.index(below: Int(row.length) + 10))
      let end = start + Double(history.random.index(below: 40))
      expect(index, finds: row, from: start, to: end, "\(comment), \(start)..<\(end)")
    }
  }

  /// New estimates keep what was measured, except for kinds that no section has any more.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func otherEstimatesKeepWhatWasMeasured(seed: UInt64) throws {
    var history = RandomHistory(seed: seed)
    var state = ListState()
    for _ in 0..<10 { state = try state.applying(history.next()).target }
    let all: [ExtentEstimates] = [
      Self.estimates, ExtentEstimates(item: 10), ExtentEstimates(item: 10, header: 5),
      ExtentEstimates(item: 10, footer: 5),
    ]
    for former in all {
      var row = try Row(state)
      var extents = ListExtents(state, .vertical, former)
      var numbers: [ExtentKind: Int] = [:]
      for place in row.places where former.has(place.kind) {
        let number = numbers[place.kind, default: 0]
        numbers[place.kind] = number + 1
        guard history.random.happens(percent: 50) else { continue }
        let extent = Double(history.random.index(below: 20))
        row.extents[place] = extent
        let measured: TreePlace
        if place.kind == .item {
          measured = .item(try #require(state.path(atOffset: number)))
        } else {
          measured = .supplement(place.kind == .header ? .header : .footer, ofSection: number)
        }
        extents.measure([
          MeasuredTree(
            place: measured, isThere: true, size: .init(width: 1, height: extent))
        ])
      }
      for later in all {
        var expected = row
        expected.extents = row.extents.filter { later.has($0.key.kind) }
        if !later.hasSupplements { expected.places.removeAll { $0.kind != .item } }
        let found = extents.estimated(by: later).index
        #expect(
          runs(found).map(\.extent) == expected.places.map { expected.extents[$0] },
          "seed \(seed), \(former), \(later)")
        #expect(found.estimates == later)
      }
    }
  }
}
