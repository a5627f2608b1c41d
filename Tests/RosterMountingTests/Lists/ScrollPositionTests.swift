import RosterCore
import RosterMounting
import RosterTestKit
import Testing

@Suite("ScrollPosition")
struct ScrollPositionTests {
  private let extents = NaiveExtents(sections: [
    .init(header: 5, items: Array(repeating: 10, count: 10))
  ])

  private func item(_ item: Int) -> TreePlace { .item(ItemPath(section: 0, item: item)) }

  private func position(_ offset: Double) -> ScrollPosition {
    ScrollPosition(offset: offset, length: 30)
  }

  // MARK: Holding

  @Test func atTheTopTheRuleDecides() {
    #expect(position(0).hold(in: extents, rules: ScrollRules()) == .start)
    #expect(position(-8).hold(in: extents, rules: ScrollRules()) == .start)
    let keeps = ScrollRules(top: .keepsRows)
    #expect(position(0).hold(in: extents, rules: keeps) == .row(item(0), distance: 5))
    #expect(position(0.25).hold(in: extents, rules: ScrollRules()) == .row(item(0), distance: 4.75))
  }

  @Test func atTheEndTheRuleDecides() {
    let follows = ScrollRules(followsEnd: true)
    #expect(position(75).hold(in: extents, rules: follows) == .end)
    #expect(position(74).hold(in: extents, rules: follows) == .row(item(6), distance: -9))
    #expect(position(75).hold(in: extents, rules: ScrollRules()) == .row(item(7), distance: 0))
    let short = NaiveExtents(sections: [.init(items: [10])])
    #expect(position(0).hold(in: short, rules: follows) == .end, "it is at both ends")
  }

  @Test func theFirstVisibleItemIsHeldUnlessAnotherIsPreferred() {
    #expect(position(16).hold(in: extents, rules: ScrollRules()) == .row(item(1), distance: -1))
    #expect(
      position(16).hold(in: extents, rules: ScrollRules(), preferring: item(3))
        == .row(item(3), distance: 19))
    #expect(
      position(16).hold(in: extents, rules: ScrollRules(), preferring: item(8))
        == .row(item(1), distance: -1), "it is not visible")
  }

  @Test func whereNoItemIsVisibleAHeaderIsHeld() {
    let header = TreePlace.supplement(.header, ofSection: 0)
    let extents = NaiveExtents(sections: [.init(header: 50, items: [10])])
    #expect(position(5).hold(in: extents, rules: ScrollRules()) == .row(header, distance: -5))
  }

  @Test func whatIsHeldStaysWhereItWas() {
    let held = ScrollHold.row(item(1), distance: -1)
    #expect(position(16).offset(keeping: held, at: 45, in: extents) == 46)
    #expect(position(16).offset(keeping: held, at: nil, in: extents) == 16)
    #expect(position(16).offset(keeping: held, at: 500, in: extents) == 75)
    #expect(position(16).offset(keeping: held, at: -500, in: extents) == 0)
    #expect(position(16).offset(keeping: .start, at: nil, in: extents) == 0)
    #expect(position(16).offset(keeping: .end, at: nil, in: extents) == 75)
  }

  @Test func offsetsAreLimitedToTheContent() {
    #expect(position(0).clamped(.nan, in: extents) == 0)
    #expect(position(0).clamped(.infinity, in: extents) == 75)
    #expect(position(0).clamped(5, in: NaiveExtents(sections: [])) == 0)
  }

  // MARK: Scrolling to rows

  @Test func aRowIsAlignedInTheVisiblePart() {
    func offset(_ alignment: ScrollAlignment, sticks: Bool = false) -> Double? {
      position(0).offset(showing: item(5), alignment, in: extents, sticksHeaders: sticks)
    }
    #expect(offset(.start) == 55)
    #expect(offset(.start, sticks: true) == 50)
    #expect(offset(.center) == 45)
    #expect(offset(.end) == 35)
    #expect(position(0).offset(showing: item(99), .start, in: extents) == nil)
    #expect(position(0).offset(showing: item(9), .start, in: extents) == 75, "the end")
  }

  @Test func theNearestAlignmentScrollsNoFurtherThanNeeded() {
    func offset(from offset: Double, sticks: Bool = false) -> Double? {
      position(offset).offset(showing: item(5), .nearest, in: extents, sticksHeaders: sticks)
    }
    #expect(offset(from: 0) == 35)
    #expect(offset(from: 40) == 40)
    #expect(offset(from: 75) == 55)
    #expect(offset(from: 75, sticks: true) == 50)
  }

  @Test(arguments: 0..<200)
  func aHeldRowNeverMovesOnTheScreen(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var extents = NaiveExtents.random(&random)
    extents.sections.append(.init(items: Array(repeating: 50, count: 4)))
    let length = Double(10 + random.index(below: 40))
    var position = ScrollPosition(offset: 0, length: length)
    position.offset = position.clamped(Double(random.index(below: 300)) / 4, in: extents)
    let rules = ScrollRules(top: .keepsRows)
    guard case .row(let place, let distance) = position.hold(in: extents, rules: rules),
      let path = place.path
    else { return }
    // New rows before the held one.
    let count = random.index(below: 4)
    let lengths = (0..<count).map { _ in NaiveExtents.length(&random) }
    extents.sections[path.section].items.insert(contentsOf: lengths, at: 0)
    let held = TreePlace.item(ItemPath(section: path.section, item: path.item + count))
    let start = try #require(extents.span(at: held)?.start)
    position.offset = position.offset(
      keeping: .row(place, distance: distance), at: start, in: extents)
    #expect(start - position.offset == distance)
  }
}
