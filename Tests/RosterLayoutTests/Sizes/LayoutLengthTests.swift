import RosterLayout
import Testing

/// What a length is in points.
@Suite("Sizes: lengths") struct LayoutLengthTests {
  @Test func aNumberIsALengthInPoints() {
    #expect(LayoutLength(integerLiteral: 12) == .points(12))
    #expect((1.5 as LayoutLength) == .points(1.5))
  }

  @Test func pointsAreWhatTheyAreWhateverTheParent() {
    #expect(LayoutLength.points(10.25).resolved(in: 7) == 10.25)
    #expect(LayoutLength.points(10.25).resolved(in: nil) == 10.25)
    #expect(LayoutLength.points(-3).resolved(in: nil) == -3)
    #expect(LayoutLength.points(.infinity).resolved(in: 1) == .infinity)
  }

  @Test(arguments: [
    (50.0, 100.0, 50.0), (50, 101, 51), (50, 99, 50), (33, 10, 3), (100.0 / 3, 100, 33),
    (0, 100, 0), (250, 10, 25), (-50, 101, -51), (50, 0, 0),
  ])
  func aPercentageIsRoundedToAWholePoint(percent: Double, parent: Double, points: Double) {
    #expect(LayoutLength.percent(percent).resolved(in: parent) == points)
  }

  @Test(arguments: [nil, .infinity, -.infinity, .nan] as [Double?])
  func aPercentageOfWhatIsNotKnownIsAuto(parent: Double?) {
    #expect(LayoutLength.percent(50).resolved(in: parent) == nil)
  }

  @Test(
    arguments: [
      .auto, .minContent, .maxContent, .fitContent, .stretch, .points(.nan), .percent(.nan),
      .percent(.infinity),
    ] as [LayoutLength])
  func whatFollowsFromTheRestHasNoLength(dimension: LayoutLength) {
    #expect(dimension.resolved(in: 100) == nil)
  }
}
