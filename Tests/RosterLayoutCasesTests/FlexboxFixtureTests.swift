import RosterLayout
import RosterLayoutCases
import Testing

/// Every case of `flexbox.json`; which of them are known to come out otherwise is said here.
@Suite struct FlexboxFixtureTests {
  @Test func everyCaseHasAnExpectation() throws {
    let cases = try LayoutFixture.cases("flexbox.json")
    #expect(cases.count == 580)
    #expect(cases.allSatisfy { $0.expected != nil && $0.name != nil })
  }

  @Test func everyCaseComesOutAsExpected() throws {
    for layoutCase in try LayoutFixture.cases("flexbox.json") {
      let expected = try #require(layoutCase.expected)
      let differences = try layoutCase.frame().differences(from: expected)
      #expect(
        differences.isEmpty,
        """
        \(layoutCase.name ?? "") \(layoutCase.direction):
        \(differences.map(\.description).joined(separator: "\n"))
        """)
    }
  }
}
