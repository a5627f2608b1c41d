import RosterLayout
import RosterText
import Testing

@Suite struct TextMeasuringTests {
  @Test func largestWidthIsThatOfTheLongestLineBetweenNewlines() {
    #expect(size("one two\nthree", .maxContent) == Size(7, 2))
  }

  @Test func smallestWidthIsThatOfTheLongestWord() {
    #expect(size("one three five", .minContent) == Size(5, 3))
    #expect(size("one-three five", .minContent) == Size(5, 3))
    #expect(size("one\u{A0}three five", .minContent) == Size(9, 2))
  }

  @Test func smallestWidthIsOfOneCharacterIfWordsMayBreak() {
    #expect(size("世界", .minContent, .maxContent, TextOptions(wrapping: .characters)) == Size(2, 2))
    let options = TextOptions(wrapping: .wordsOrCharacters)
    #expect(size("abc", .minContent, .maxContent, options) == Size(1, 3))
    #expect(size("abc d", .minContent, .maxContent, TextOptions(wrapping: .never)) == Size(5, 1))
  }

  @Test func smallestWidthDoesNotGoByTheLinesThatAreShown() {
    let options = TextOptions(maximumLines: 1)
    #expect(size("a\nlonger", .minContent, .maxContent, options).width == 2)
    #expect(size("a longer", .minContent, .maxContent, options).width == 6)
  }

  @Test func textIsAsWideAsItsWidestLineWithinARoom() {
    #expect(size("one two six", .atMost(8)) == Size(7, 2))
    #expect(size("one two six", .atMost(7)) == Size(7, 2))
    #expect(size("one two six", .atMost(6)) == Size(3, 3))
    #expect(size("one two six", .atMost(100)) == Size(11, 1))
  }

  @Test func givenLengthsAreKept() {
    #expect(size("one two", .exactly(4)) == Size(4, 2))
    #expect(size("one two", .exactly(40), .exactly(30)) == Size(40, 30))
    #expect(size("one two", .exactly(3), .atMost(1)) == Size(3, 1))
  }

  @Test func wordThatSticksOutDoesNotMakeTheTextWiderThanItsRoom() {
    #expect(size("antidisestablishment", .atMost(5)) == Size(5, 1))
  }

  @Test func emptyTextHasNoSizeAndNoLines() {
    #expect(size("", .maxContent) == .zero)
    #expect(size("", .minContent) == .zero)
    #expect(size("", .atMost(0)) == .zero)
    let content = TextContent("", measurer: TerminalMeasurer())
    #expect(content.measure(width: .maxContent, height: .maxContent).baseline == nil)
    #expect(content.lines(in: .zero).isEmpty)
  }

  @Test func spacesCountUnlessALineIsBrokenBehindThem() {
    #expect(size("   ", .maxContent) == Size(3, 1))
    #expect(size("   ", .atMost(2)) == Size(2, 1))
    #expect(size("   ", .minContent) == Size(0, 1))
    #expect(size("ab   cd", .atMost(4)) == Size(2, 2))
    #expect(size("ab   ", .maxContent) == Size(5, 1))
  }

  @Test func newlinesEndLinesAndTheLastOneBeginsNone() {
    #expect(size("\n", .maxContent) == Size(0, 1))
    #expect(size("\n\n\n", .maxContent) == Size(0, 3))
    #expect(size("a\n", .maxContent) == Size(1, 1))
    #expect(size("a\r\n\r\nb", .maxContent) == Size(1, 3))
    #expect(size("a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f", .maxContent) == Size(1, 6))
  }

  @Test func noRoomPutsEveryWordOnALineOfItsOwn() {
    #expect(size("a bc d", .atMost(0)) == Size(0, 3))
    #expect(size("a bc d", .exactly(0)) == Size(0, 3))
    #expect(size("a bc d", .atMost(-5)) == Size(0, 3))
  }

  @Test func roomWithoutANumberIsAllThatIsWanted() {
    #expect(size("a bc d", .atMost(.nan)) == Size(6, 1))
    #expect(size("a bc d", .exactly(.nan)) == Size(6, 1))
    #expect(size("a bc d", .atMost(.infinity), .atMost(.nan)) == Size(6, 1))
    #expect(size("a bc d", .atMost(1e300)) == Size(6, 1))
  }

  @Test func lengthsAreRoundedUpToWholePointsWithinTheRoom() {
    let measurer = TerminalMeasurer(cell: Size(2.3, 1.1))
    #expect(size("abc", .maxContent, measurer: measurer) == Size(7, 2))
    #expect(size("abc", .atMost(6.95), .atMost(1.5), measurer: measurer) == Size(6.95, 1.5))
  }

  @Test func baselineIsThatOfTheFirstLine() {
    let content = TextContent("a\nb", measurer: FlexboxCaseMeasurer())
    #expect(content.measure(width: .maxContent, height: .maxContent).baseline == 8)
  }

  @Test func lengthsOfAMeasurerThatAreNoneCountAsNothing() {
    let measurer = FlexboxCaseMeasurer(character: .nan, height: .infinity)
    #expect(size("a b\tc", .maxContent, measurer: measurer) == .zero)
    #expect(size("a b", .maxContent, measurer: FlexboxCaseMeasurer(character: -1)) == Size(0, 10))
  }

  @Test func sameTextIsMeasuredAlikeOnAllThreads() async {
    let content = TextContent(
      String(repeating: "some words ", count: 50), measurer: TerminalMeasurer())
    let expected = (0..<40).map {
      size(content.text, .atMost(Double($0 % 8) * 7))
    }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<40).allSatisfy {
            let width = AvailableLength.atMost(Double($0 % 8) * 7)
            return content.measure(width: width, height: .maxContent).size == expected[$0]
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  /// The rule of conformance/flexbox.json for texts: 10 points a character, words fill lines.
  @Test func textOfTheFlexboxCasesIsMeasuredAsTheySay() {
    let text = "lorem ipsum dolor"
    let measurer = FlexboxCaseMeasurer()
    #expect(size(text, .maxContent, measurer: measurer) == Size(170, 10))
    #expect(size(text, .atMost(110), measurer: measurer) == Size(110, 20))
    #expect(size(text, .atMost(109), measurer: measurer) == Size(50, 30))
    #expect(size(text, .exactly(20), measurer: measurer) == Size(20, 30))
  }
}

/// Every character, a space too, is as wide as every other.
struct FlexboxCaseMeasurer: TextMeasurer {
  var character = 10.0
  var height = 10.0

  var lineMetrics: LineMetrics { LineMetrics(height: height, baseline: height * 0.8) }
  var tabWidth: Double { character * 8 }

  func measure(_ runs: inout [TextRun], of text: String) {
    for index in runs.indices { runs[index].width = Double(runs[index].columns) * character }
  }
}
