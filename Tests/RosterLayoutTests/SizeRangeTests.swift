import RosterLayout
import Testing

@Suite struct SizeRangeTests {
  @Test func aMaximumBelowTheMinimumIsTheMinimum() {
    let range = SizeRange(min: Size(width: 5, height: 0), max: Size(width: 3, height: 9))
    #expect(range.max == Size(width: 5, height: 9))
  }
}
