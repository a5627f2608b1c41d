import RosterLayout
import RosterTestKit
import Testing

/// Ranges of sizes, whatever they are made of.
@Suite("Sizes: ranges") struct SizeRangeTests {
  private func range(_ width: ClosedRange<Double>, _ height: ClosedRange<Double>) -> SizeRange {
    SizeRange(
      min: Size(width: width.lowerBound, height: height.lowerBound),
      max: Size(width: width.upperBound, height: height.upperBound))
  }

  // MARK: Making

  @Test func aRangeBeginsWithAllSizes() {
    #expect(SizeRange().min == .zero)
    #expect(SizeRange().max == Size(width: Double.infinity, height: .infinity))
  }

  @Test func aMaximumBelowTheMinimumIsTheMinimum() {
    let range = SizeRange(
      min: Size(width: 20, height: 5), max: Size(width: 10, height: 7))
    #expect(range.min == Size(width: 20, height: 5))
    #expect(range.max == Size(width: 20, height: 7))
  }

  @Test(arguments: [-1, -Double.infinity, Double.infinity, Double.nan])
  func aMinimumThatCannotBeIsZero(length: Double) {
    let range = SizeRange(min: Size(width: length, height: length))
    #expect(range == SizeRange())
  }

  @Test func aMaximumThatIsNotANumberIsTheMinimum() {
    let range = SizeRange(
      min: Size(width: 3, height: 0), max: Size(width: .nan, height: -4))
    #expect(range.max == Size(width: 3, height: 0))
  }

  // MARK: Clamping

  @Test func aSizeWithinIsNotClamped() {
    let size = Size(width: 15, height: 25)
    #expect(range(10...20, 20...30).clamping(size) == size)
  }

  @Test func eachAxisIsClampedByItself() {
    let range = range(10...20, 20...30)
    #expect(range.clamping(Size(width: 5, height: 50)) == Size(width: 10, height: 30))
    #expect(range.clamping(Size(width: 25, height: 1)) == Size(width: 20, height: 20))
    #expect(
      range.clamping(Size(width: -.infinity, height: .infinity)) == Size(width: 10, height: 30))
  }

  @Test func whatIsNotANumberIsClampedToTheLeast() {
    #expect(range(10...20, 0...30).clamping(Size(width: .nan, height: .nan)).width == 10)
    #expect(SizeRange().clamping(Size(width: .nan, height: .nan)) == .zero)
  }

  // MARK: Intersecting

  @Test func anIntersectionHasWhatIsInBoth() {
    #expect(
      range(0...100, 10...60).intersection(range(50...200, 20...40)) == range(50...100, 20...40))
  }

  @Test func aRangeWithinAnotherIsTheIntersection() {
    let (inner, outer) = (range(20...30, 5...5), range(0...100, 0...10))
    #expect(inner.intersection(outer) == inner)
    #expect(outer.intersection(inner) == inner)
  }

  @Test func ofDisjointRangesTheReceiverCountsForMore() {
    #expect(
      range(0...100, 50...100).intersection(range(150...200, 0...30))
        == range(100...100, 50...50))
    #expect(
      range(150...200, 0...30).intersection(range(0...100, 50...100))
        == range(150...150, 30...30))
  }

  @Test func eachAxisIsIntersectedByItself() {
    #expect(
      range(0...100, 50...100).intersection(range(20...40, 0...30)) == range(20...40, 50...50))
  }

  @Test func allSizesLeaveARangeAsItIs() {
    let some = SizeRange(
      min: Size(width: 10, height: 0), max: Size(width: .infinity, height: 5))
    #expect(some.intersection(SizeRange()) == some)
    #expect(SizeRange().intersection(some) == some)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func anIntersectionIsWithinTheReceiverAndAgreesWithAllPoints(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for number in 0..<200 {
      let first = randomRange(&random)
      let second = randomRange(&random)
      let both = first.intersection(second)
      for length in 0...12 {
        let size = Size(width: Double(length), height: 0)
        let isInBoth =
          first.clamping(size).width == size.width
          && second.clamping(size).width == size.width
        let isDisjoint =
          first.max.width < second.min.width || second.max.width < first.min.width
        if !isDisjoint {
          #expect(
            (both.clamping(size).width == size.width) == isInBoth,
            "seed \(seed), case \(number): \(first) and \(second) at \(length)")
        }
      }
      #expect(first.clamping(both.min) == both.min, "seed \(seed), case \(number)")
      #expect(first.clamping(both.max) == both.max, "seed \(seed), case \(number)")
    }
  }

  private func randomRange(_ random: inout SplitMix64) -> SizeRange {
    let least = random.index(below: 10)
    let most = least + random.index(below: 8)
    return SizeRange(
      min: Size(width: Double(least), height: 0),
      max: Size(width: most > 14 ? .infinity : Double(most), height: 0))
  }

  // MARK: The parent

  @Test func whatIsFiniteOfTheMaximumIsTheParentSize() {
    let range = SizeRange(max: Size(width: 30, height: .infinity))
    #expect(range.parentSize == ParentSize(width: 30))
  }
}
