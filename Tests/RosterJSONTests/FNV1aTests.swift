import RosterJSON
import Testing

@Suite("FNV-1a") struct FNV1aTests {
  /// From the description of the hash by its authors.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func textsHaveTheirHashes(_ text: String, _ hex: String) {
    #expect(FNV1a(of: text.utf8).hex == hex)
    #expect(FNV1a(of: text.utf8.lazy.map { $0 }).hex == hex)
  }

  @Test func hashGoesOnWhereAnotherOneEnds() {
    var hash = FNV1a(after: FNV1a(of: "foo".utf8).value)
    hash.add(UInt8(ascii: "b"))
    hash.add("ar".utf8)
    #expect(hash == FNV1a(of: "foobar".utf8))
  }

  @Test func hexHasSixteenDigitsAlways() {
    #expect(FNV1a(after: 0).hex == "0000000000000000")
  }
}
