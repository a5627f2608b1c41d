import RosterTestKit
import Testing

@testable import RosterRows

@Suite("Texts in texts")
struct StringFindingTests {
  /// Letters of one to four bytes, and some that Swift takes for one character together.
  private static let scalars: [Unicode.Scalar] = [
    "a", "a", "b", "\"", "\r", "\n", "\u{301}", "\u{E1}", "\u{4E2D}", "\u{1F600}",
  ]

  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(scalars[random.index(below: scalars.count)]) }
    return String(text)
  }

  @Test func textsAreFoundByTheirBytes() {
    let seed: UInt64 = 46
    var random = SplitMix64(seed: seed)
    for _ in 0..<3_000 {
      let text = Self.text(random.index(below: 12), &random)
      let wanted = Self.text(1 + random.index(below: 2), &random)
      let (bytes, part) = (Array(text.utf8), Array(wanted.utf8))
      let place = bytes.indices.first { bytes[$0...].starts(with: part) }
      let found = text.firstOccurrence(of: wanted)
      let comment: Comment = "seed \(seed), \(bytes), \(part)"
      #expect(
        found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == place, comment
      )
      #expect(found.map { Array(text[$0].utf8) } == place.map { _ in part }, comment)
      #expect(text.contains(text: wanted) == (place != nil), comment)

      var (rest, expected): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
      while let first = rest.first {
        let isPart = rest.starts(with: part)
        expected += isPart ? Array("<>".utf8) : [first]
        rest = rest.dropFirst(isPart ? part.count : 1)
      }
      #expect(Array(text.replacing(text: wanted, with: "<>").utf8) == expected, comment)
    }
  }

  @Test func halfALineEndIsFound() {
    #expect("a\r\nb".contains(text: "\n"))
    #expect("a\r\nb".dropFirst().firstOccurrence(of: "b").map { "a\r\nb"[$0] } == "b")
  }
}
