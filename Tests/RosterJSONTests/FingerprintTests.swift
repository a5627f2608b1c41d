import RosterJSON
import Testing

@Suite struct FingerprintTests {
  /// The list `C: x c`, `A: b2`, `B: d y z`, whose fingerprint the format's description states.
  private let sections: [(title: String, items: [String])] = [
    ("C", ["x", "c"]), ("A", ["b2"]), ("B", ["d", "y", "z"]),
  ]

  @Test func exampleOfTheFormatHasItsFingerprint() {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(model: ["title": .string(section.title)])
      for item in section.items { fingerprint.addItem(model: .string(item)) }
    }
    #expect(fingerprint.hex == "a9430eab8057ae18")
  }

  @Test func canonicalBytesGiveTheSameFingerprint() {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(canonicalModel: "{\"title\":\"\(section.title)\"}".utf8)
      for item in section.items { fingerprint.addItem(canonicalModel: Array("\"\(item)\"".utf8)) }
    }
    #expect(fingerprint.hex == "a9430eab8057ae18")
  }

  @Test func bytesNeedNotLieTogether() {
    var lazyOnes = Fingerprint()
    lazyOnes.addItem(canonicalModel: (0..<3).lazy.map { UInt8(ascii: "0") + UInt8($0) })
    var contiguousOnes = Fingerprint()
    contiguousOnes.addItem(model: .number(12))
    #expect(lazyOnes != contiguousOnes)
    contiguousOnes = Fingerprint()
    contiguousOnes.addItem(canonicalModel: "012".utf8)
    #expect(lazyOnes == contiguousOnes)
  }

  @Test func sectionWithoutAModelCountsAsNull() {
    var without = Fingerprint()
    without.addSection(model: nil)
    var null = Fingerprint()
    null.addSection(model: .null)
    #expect(without == null)
  }

  @Test func emptyListHasTheOffsetBasis() {
    #expect(Fingerprint().hex == "cbf29ce484222325")
  }

  @Test func hexHasSixteenDigitsAlways() {
    var fingerprint = Fingerprint()
    for _ in 0..<1_000 {
      fingerprint.addItem(model: .null)
      #expect(fingerprint.hex.utf8.count == 16)
    }
  }
}
