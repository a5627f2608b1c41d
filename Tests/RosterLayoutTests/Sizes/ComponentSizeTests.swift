import RosterLayout
import Testing

/// The sizes that a component's size means.
@Suite("Sizes: component sizes") struct ComponentSizeTests {
  private let parent = ParentSize(width: 200, height: 100)

  private func widths(
    _ width: LayoutLength, min: LayoutLength = .auto, max: LayoutLength = .auto,
    in parent: ParentSize? = nil
  ) -> [Double] {
    let size = ComponentSize(width: width, minWidth: min, maxWidth: max)
    let range = size.resolved(in: parent ?? self.parent)
    #expect([range.min.height, range.max.height] == [0, .infinity])
    return [range.min.width, range.max.width]
  }

  private func heights(
    _ height: LayoutLength, min: LayoutLength = .auto, max: LayoutLength = .auto,
    in parent: ParentSize? = nil
  ) -> [Double] {
    let size = ComponentSize(height: height, minHeight: min, maxHeight: max)
    let range = size.resolved(in: parent ?? self.parent)
    #expect([range.min.width, range.max.width] == [0, .infinity])
    return [range.min.height, range.max.height]
  }

  @Test func withoutAnythingItMayBeAnySize() {
    #expect(ComponentSize().resolved(in: parent) == SizeRange())
  }

  @Test func aLengthAloneIsTheOnlyOne() {
    #expect(widths(40) == [40, 40])
    #expect(heights(40) == [40, 40])
  }

  @Test func aPercentageRefersToTheSameAxisOfTheParent() {
    #expect(widths(.percent(50)) == [100, 100])
    #expect(heights(.percent(50)) == [50, 50])
    #expect(widths(.auto, min: .percent(10), max: .percent(20)) == [20, 40])
    #expect(heights(.auto, min: .percent(10), max: .percent(20)) == [10, 20])
  }

  @Test func aPercentageOfAnUnknownParentIsAuto() {
    #expect(widths(.percent(50), in: ParentSize(height: 100)) == [0, .infinity])
    #expect(heights(.percent(50), min: 5, in: ParentSize(width: 100)) == [5, .infinity])
  }

  @Test func withoutALengthItIsFromTheMinimumToTheMaximum() {
    #expect(widths(.auto, min: 10, max: 20) == [10, 20])
    #expect(widths(.auto, min: 10) == [10, .infinity])
    #expect(widths(.auto, max: 20) == [0, 20])
    #expect(heights(.auto, min: 10, max: 20) == [10, 20])
  }

  @Test func aLengthBeyondABoundIsThatBound() {
    #expect(widths(30, min: 10, max: 20) == [20, 20])
    #expect(widths(5, min: 10, max: 20) == [10, 10])
    #expect(widths(15, min: 10, max: 20) == [15, 15])
    #expect(heights(30, max: 20) == [20, 20])
    #expect(heights(5, min: 10) == [10, 10])
  }

  @Test func aMaximumThatIsNotAboveTheMinimumIsTheMinimum() {
    #expect(widths(.auto, min: 20, max: 10) == [20, 20])
    #expect(widths(15, min: 20, max: 10) == [20, 20])
    #expect(widths(50, min: 20, max: 20) == [20, 20])
    #expect(heights(.auto, min: 20, max: 10) == [20, 20])
  }

  @Test func aLengthThatIsNotFiniteIsNone() {
    #expect(widths(.points(.nan), min: 10, max: 20) == [10, 20])
    #expect(widths(.points(.infinity), min: 10, max: 20) == [10, 20])
    #expect(widths(.points(-.infinity), min: 10, max: 20) == [10, 20])
  }

  @Test func hostileBoundsLeaveAValidRange() {
    #expect(widths(.auto, min: -5) == [0, .infinity])
    #expect(widths(.auto, min: .points(.infinity)) == [0, .infinity])
    #expect(widths(.auto, min: .points(.nan), max: .points(.nan)) == [0, .infinity])
    #expect(widths(.auto, max: -5) == [0, 0])
    #expect(widths(-5) == [0, 0])
    #expect(widths(-5, max: -10) == [0, 0])
  }

  @Test func whatFollowsFromContentIsAuto() {
    for dimension in [LayoutLength.minContent, .maxContent, .fitContent, .stretch] {
      #expect(widths(dimension, min: dimension, max: dimension) == [0, .infinity])
    }
  }
}
