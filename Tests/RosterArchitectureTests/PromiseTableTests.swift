import Testing

/// The table in `Tests/README.md`, of what each promise rests on, names suites that exist.
struct PromiseTableTests {
  private static func rows() throws -> [[Substring]] {
    try SourceTree.file("Tests/README.md").lines.map { $0.split(separator: "|") }
      .filter { $0.count >= 3 && $0[0].contains("**") }
  }

  @Test func everyPromiseNamesSuitesThatExist() throws {
    let suites = try TestNames.ofPackage.get().suites
    let rows = try Self.rows()
    #expect(rows.count > 15)
    for row in rows {
      let named = row[1].matches(of: /`(\w+\.\w+)`/).map { String($0.1) }
      #expect(!named.isEmpty, "\(row[0]) rests on no test")
      for suite in named where !suites.contains(suite) {
        Issue.record("\(row[0]) rests on \(suite), which does not exist")
      }
    }
  }

  @Test func everyPromiseSaysHowStrongItsTestsAre() throws {
    for row in try Self.rows() {
      #expect(row[2].contains { $0.isLetter }, "\(row[0]) does not say how strong its tests are")
    }
  }
}
