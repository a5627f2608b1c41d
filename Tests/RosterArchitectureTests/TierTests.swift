import Testing

/// `Tests/full.txt`, by which each test is in one tier.
struct TierTests {
  private static let reasons: Set<Substring> = [
    "exhaustive", "seeded", "attack", "unicode", "process",
  ]

  private struct Entry {
    let suite: String
    /// The test of the suite; all of them if there is none.
    let test: String?
    let reason: Substring
  }

  private static func entries() throws -> [Entry] {
    try SourceTree.file("Tests/full.txt").lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
      .map { line in
        let match = try #require(line.wholeMatch(of: /(\w+\.\w+)(?:\/(\w+))? +(\w+)/), "\(line)")
        return Entry(
          suite: String(match.1), test: match.2.map(String.init), reason: match.3)
      }
  }

  @Test func everyEntryIsATestAndSaysWhyItIsThere() throws {
    let names = try TestNames.ofPackage.get()
    let entries = try Self.entries()
    #expect(entries.count > 20)
    for entry in entries {
      #expect(names.suites.contains(entry.suite), "there is no \(entry.suite)")
      if let test = entry.test {
        let suite = entry.suite.drop { $0 != "." }.dropFirst()
        #expect(names.tests[String(suite), default: []].contains(test), "\(suite) has no \(test)")
      }
      #expect(Self.reasons.contains(entry.reason), "\(entry.suite): \(entry.reason)")
      // Tools/test lets these run behind all others.
      for timed in ["PhotoAppTests.", "RosterWebTests.", "RosterWebTests."] {
        #expect(!entry.suite.hasPrefix(timed), "\(entry.suite) cannot run beside others")
      }
    }
  }

  @Test func noEntryIsPartOfAnother() throws {
    let entries = try Self.entries()
    let whole = entries.filter { $0.test == nil }.map(\.suite)
    #expect(Set(whole).count == whole.count)
    let tests = entries.compactMap { entry in entry.test.map { "\(entry.suite)/\($0)" } }
    #expect(Set(tests).count == tests.count)
    for entry in entries where entry.test != nil {
      #expect(!whole.contains(entry.suite), "all of \(entry.suite) is there already")
    }
  }

  @Test func promisesThatRestOnTheFullTierSaySo() throws {
    let full = Set(try Self.entries().map(\.suite))
    for line in try SourceTree.file("Tests/README.md").lines where line.hasPrefix("| **") {
      for match in line.matches(of: /`(\w+Tests\.\w+)`(†?)/) {
        #expect(
          full.contains(String(match.1)) == !match.2.isEmpty,
          "\(match.1) is \(match.2.isEmpty ? "" : "not ")in Tests/full.txt")
      }
    }
  }
}
