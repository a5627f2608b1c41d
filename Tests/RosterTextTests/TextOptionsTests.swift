import RosterText
import Testing

@Suite struct TextOptionsTests {
  @Test func allLinesAreShownByDefault() {
    #expect(TextOptions().maximumLines == nil)
  }
}
