import RosterLayout
import Testing

/// What a dimension is in points.
@Suite("Sizes: dimensions") struct DimensionTests {
  @Test func aNumberIsALengthInPoints() {
    #expect(Dimension(integerLiteral: 12) == .points(12))
    #expect((1.5 as Dimension) == .points(1.5))
  }

  @Test func pointsAreWhatTheyAreWhateverTheParent() {
    #expect(Dimension.points(10.25).resolved(in: 7) == 10.25)
    #expect(Dimension.points(10.25).resolved(in: nil) == 10.25)
    #expect(Dimension.points(-3).resolved(in: nil) == -3)
    #expect(Dimension.points(.infinity).resolved(in: 1) == .infinity)
  }

  @Test(arguments: [
    (50.0, 100.0, 50.0), (50, 101, 51), (50, 99, 50), (33, 10, 3), (100.0 / 3, 100, 33),
    (0, 100, 0), (250, 10, 25), (-50, 101, -51), (50, 0, 0),
  ])
  func aPercentageIsRoundedToAWholePoint(percent: Double, parent: Double, points: Double) {
    #expect(Dimension.percent(percent).resolved(in: parent) == points)
  }

  @Test(arguments: [nil, .infinity, -.infinity, .nan] as [Double?])
  func aPercentageOfWhatIsNotKnownIsAuto(parent: Double?) {
    #expect(Dimension.percent(50).resolved(in: parent) == nil)
  }

  @Test(
    arguments: [
      .auto, .minContent, .maxContent, .fitContent, .stretch, .points(.nan), .percent(.nan),
      .percent(.infinity),
    ] as [Dimension])
  func whatFollowsFromTheRestHasNoLength(dimension: Dimension) {
    #expect(dimension.resolved(in: 100) == nil)
  }
}
