import RosterLayout
import RosterLayoutCases
import Testing

@Suite struct CaseTextTests {
  private func size(
    _ text: String, isInRow: Bool = false, width: AvailableLength,
    height: AvailableLength = .maxContent
  ) -> Size {
    CaseText(text, isInRow: isInRow).measure(width: width, height: height).size
  }

  @Test func theNaturalWidthIsTenPointsACharacter() {
    #expect(size("two words", width: .maxContent) == Size(width: 90, height: 10))
    #expect(size("two words", width: .atMost(100)) == Size(width: 90, height: 10))
  }

  @Test func wordsFillLinesGreedily() {
    #expect(size("a bb ccc", width: .atMost(40)) == Size(width: 40, height: 20))
    #expect(size("a bb ccc", width: .atMost(39)) == Size(width: 39, height: 30))
    #expect(size("a bb ccc", width: .exactly(80)) == Size(width: 80, height: 10))
  }

  @Test func aWordLongerThanALineHasALineOfItsOwn() {
    #expect(size("a longer b", width: .exactly(20)).height == 30)
    #expect(size("longer longer", width: .exactly(5)).height == 20)
  }

  @Test func inARowLinesAreAsLongAsTheLongestWord() {
    #expect(size("a b longer", isInRow: true, width: .exactly(10)) == Size(width: 10, height: 20))
    #expect(size("a b longer", width: .exactly(10)).height == 30)
  }

  @Test func theNarrowestWidthIsTheLongestWord() {
    #expect(size("a longer b", width: .minContent) == Size(width: 60, height: 30))
  }

  @Test func aGivenHeightIsTheHeight() {
    #expect(size("a b", width: .exactly(10), height: .exactly(7)).height == 7)
    #expect(size("a b", width: .exactly(10), height: .atMost(15)).height == 15)
    #expect(size("a b", width: .exactly(10), height: .atMost(25)).height == 20)
  }

  @Test func noTextIsNoLine() {
    #expect(size("", width: .maxContent) == .zero)
    #expect(CaseText("").measure(width: .maxContent, height: .maxContent).baseline == nil)
  }

  @Test func textStandsOnItsFirstLine() {
    let text = CaseText("a b").measure(width: .exactly(10), height: .maxContent)
    #expect(text.baseline == 10)
  }
}
