import RosterLayout
import Testing

@Suite("Rules: ratio") struct RatioRuleTests {
  @Test func ofTheLargestWidthAndTheLargestHeightTheNearerToTheShapeIsTaken() throws {
    let wide = Probe(1, 1)
    let run = try RuleRun(RatioRule(heightByWidth: 0.5), [wide], in: .range(0...100, 0...80))
    #expect(run.size == [100, 50])
    #expect(wide.first?.range == SizeRange(exactly: Size(width: 100, height: 50)))
    #expect(wide.first?.parentSize == ParentSize(width: 100, height: 50))
    let high = try RuleRun(
      RatioRule(heightByWidth: 2), [Probe(1, 1)], in: .range(0...100, 0...80))
    #expect(high.size == [40, 80])
  }

  @Test func theOtherLengthIsRoundedDown() throws {
    let width = try RuleRun(
      RatioRule(heightByWidth: 0.3), [Probe(1, 1)], in: .range(0...99, 0...(.infinity)))
    #expect(width.size == [99, 29])
    let height = try RuleRun(
      RatioRule(heightByWidth: 3), [Probe(1, 1)], in: .range(0...(.infinity), 0...100))
    #expect(height.size == [33, 100])
  }

  @Test func bothAreBroughtIntoTheRange() throws {
    let run = try RuleRun(
      RatioRule(heightByWidth: 1), [Probe(1, 1)], in: .range(50...100, 10...20))
    #expect(run.size == [50, 20])
  }

  @Test func ofTwoThatAreAsNearTheWidestIsTaken() throws {
    let run = try RuleRun(
      RatioRule(heightByWidth: 1), [Probe(1, 1)], in: .range(0...60, 0...60))
    #expect(run.size == [60, 60])
  }

  @Test func withoutAnEndTheRangeIsPassedOn() throws {
    let probe = Probe(30, 10)
    let range = SizeRange.range(5...(.infinity), 7...(.infinity))
    let run = try RuleRun(RatioRule(heightByWidth: 1), [probe], in: range)
    #expect(run.size == [30, 10])
    #expect(probe.first == Probe.Question(range: range, parentSize: ParentSize()))
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func aRatioThatCannotBePassesTheRangeOn(ratio: Double) throws {
    let run = try RuleRun(
      RatioRule(heightByWidth: ratio), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.size == [30, 10])
  }

  @Test func noRoomIsNoSize() throws {
    let run = try RuleRun(
      RatioRule(heightByWidth: 2), [Probe(30, 10)], in: SizeRange(exactly: .zero))
    #expect(run.size == [0, 0])
  }
}
