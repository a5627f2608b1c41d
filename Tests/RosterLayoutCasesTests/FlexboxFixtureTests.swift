import Foundation
import RosterLayout
import RosterLayoutCases
import Testing

/// Every case of the fixtures, as browsers have measured them.
@Suite struct FlexboxFixtureTests {
  private static let files = [
    (name: "flexbox.json", count: 580), (name: "browser.json", count: 829),
    (name: "grid.json", count: 423),
  ]

  @Test(arguments: files) func everyCaseHasAnExpectation(_ name: String, _ count: Int) throws {
    let cases = try LayoutFixture.cases(name)
    #expect(cases.count == count)
    #expect(cases.allSatisfy { $0.expected != nil && $0.name != nil })
  }

  @Test(arguments: files.map(\.name)) func everyCaseComesOutAsExpected(_ name: String) throws {
    for layoutCase in try LayoutFixture.cases(name) {
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

  /// What comes out as expected by now belongs into browser.json.
  @Test func whatIsNamedAsDifferentFromABrowserStillDiffersAndHasAReason() throws {
    let name = "differing.json"
    let reasons = try JSONDecoder().decode([Reason].self, from: LayoutFixture.bytes(name))
    let cases = try LayoutFixture.cases(name)
    #expect(reasons.count == cases.count && cases.count == 22)
    for (layoutCase, reason) in zip(cases, reasons) {
      let expected = try #require(layoutCase.expected)
      let differences = try layoutCase.frame().differences(from: expected)
      #expect(!differences.isEmpty, "\(layoutCase.name ?? "") agrees: \(reason.reason)")
      #expect(reason.reason.hasPrefix("CSS "), "\(layoutCase.name ?? "") names no rule")
    }
  }

  private struct Reason: Decodable {
    let reason: String
  }
}
