package import RosterCore

/// Makes random keys and paths of scopes, biased to what their text must escape and to texts that
/// look alike.
package struct RandomScopes: Sendable {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let pieces = [
    "Row", "Feed.", "a", "B", "0", "7", "/", "[", "]", "#", "%", "%2F", "\"", "\\", "\u{0}", "\n",
    "\u{1f}",
    "\u{7f}", "\u{80}", "é", "e\u{301}", "\u{301}", "\u{212b}", "\u{c5}", "🦆", "👩‍👧", "\u{feff}",
    "\u{ffff}", "'", " ",
    "-", "<Int>",
  ]
  private static let numbers = [0, 1, -1, 7, 10, -42, 1 << 53 + 1, .max, .min]

  package mutating func text() -> String {
    (0..<random.index(below: 5)).map { _ in Self.pieces[random.index(below: Self.pieces.count)] }
      .joined()
  }

  package mutating func key() -> ScopeKey {
    let name = text()
    let identifier: ScopeIdentifier? =
      switch random.index(below: 4) {
      case 0: .text(text())
      case 1: .number(Self.numbers[random.index(below: Self.numbers.count)])
      default: nil
      }
    return ScopeKey(
      typeName: name.isEmpty ? "Row" : name, identifier: identifier,
      ordinal: random.happens(percent: 30) ? random.index(below: 12) : 0)
  }

  /// A path, now and then that of the root.
  package mutating func path() -> ScopePath {
    ScopePath((0..<random.index(below: 5)).map { _ in key() })
  }
}
