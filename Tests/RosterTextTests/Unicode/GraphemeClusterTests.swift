import Testing

@testable import RosterText

@Suite struct GraphemeClusterTests {
  /// Where two simple scalars meet, nothing is asked of the standard library. So none may join with
  /// what is beside it: a letter, a syllable that takes another sound, a consonant that takes another.
  @Test func simpleScalarsJoinWithNothingSimple() {
    var count = 0
    for scalar in (UInt32(0)...0x3FFFF).compactMap(Unicode.Scalar.init) {
      guard GraphemeCluster.isSimple(scalar.value) else { continue }
      count += 1
      let character = String(scalar)
      for neighbour in ["a", "가", "각", "世", "क"] {
        if (character + neighbour).count != 2 || (neighbour + character).count != 2 {
          Issue.record("U+\(String(scalar.value, radix: 16)) joins with \(neighbour)")
        }
      }
    }
    #expect(count > 80_000)
  }

  @Test func runsEndBetweenCharacters() {
    let text = "e\u{301}👨‍👩‍👧🇩🇪🇫🇷각\u{1112}\u{1161}\u{11AB}क्षि\r\n\u{600}1 \u{301}x"
    let ends = RunScanner.runs(of: text, wrapping: .characters).map(\.end)
    let starts = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
    #expect(ends == starts.dropFirst() + [text.utf8.count])
  }
}
