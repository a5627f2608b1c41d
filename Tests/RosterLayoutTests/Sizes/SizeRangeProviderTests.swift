import RosterLayout
import Testing

/// The sizes that something may have in an area.
@Suite("Sizes: providers of ranges") struct SizeRangeProviderTests {
  private let area = Size(width: 320, height: 480)

  private func bounds(_ provider: SizeRangeProvider) -> [Double] {
    let range = provider.range(for: area)
    return [range.min.width, range.min.height, range.max.width, range.max.height]
  }

  @Test func noneIsExactlyTheArea() { #expect(bounds(.none) == [320, 480, 320, 480]) }

  @Test func flexibleWidthKeepsTheHeight() {
    #expect(bounds(.flexibleWidth) == [0, 480, .infinity, 480])
  }

  @Test func flexibleHeightKeepsTheWidth() {
    #expect(bounds(.flexibleHeight) == [320, 0, 320, .infinity])
  }

  @Test func bothKeepNothing() {
    #expect(bounds(.flexibleWidthAndHeight) == [0, 0, .infinity, .infinity])
  }

  @Test func fitContentIsAtMostTheArea() { #expect(bounds(.fitContent) == [0, 0, 320, 480]) }

  @Test func anAreaThatCannotBeLeavesAValidRange() {
    let area = Size(width: -5, height: .nan)
    for provider in SizeRangeProvider.allCases where provider != .flexibleWidthAndHeight {
      let range = provider.range(for: area)
      #expect(range.min == .zero)
      #expect(range.max.width == (provider == .flexibleWidth ? .infinity : 0))
      #expect(range.max.height == (provider == .flexibleHeight ? .infinity : 0))
    }
  }
}
