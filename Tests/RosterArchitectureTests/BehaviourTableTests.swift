import Foundation
import Testing

/// The tables of behaviours and defects are complete, and what they name exists.
struct BehaviourTableTests {
  private struct Row {
    let number: String
    let proof: String
    let note: String

    /// Whether the project does otherwise, which the tests show.
    var isDeviation: Bool { proof.hasPrefix("deviation: ") }

    /// The tests that are named, as suite and name.
    var tests: [(suite: String, name: String)] {
      proof.matches(of: /`(\w+)\.(\w+)`/).map { (String($0.1), String($0.2)) }
    }
  }

  private static func rows() throws -> [Row] {
    try SourceTree.file("Tests/BEHAVIOURS.md").lines.compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, cells[1].wholeMatch(of: /D?\d+/) != nil else { return nil }
      return Row(number: cells[1], proof: cells[2], note: cells[3])
    }
  }

  @Test func everyBehaviourAndEveryDefectIsThereOnceInOrder() throws {
    let expected = (1...116).map { "\($0)" } + (1...22).map { "D\($0)" }
    #expect(try Self.rows().map(\.number) == expected)
  }

  @Test func everyRowHasAProofOrSaysWhyNot() throws {
    for row in try Self.rows() {
      if ["later", "UIKit"].contains(row.proof) {
        #expect(!row.note.isEmpty, "\(row.number) says no reason")
        continue
      }
      let named = row.tests.map { "`\($0.suite).\($0.name)`" }.joined(separator: ", ")
      let proof = (row.isDeviation ? "deviation: " : "") + named
      #expect(!named.isEmpty && row.proof == proof, "\(row.number) is \(row.proof)")
    }
  }

  @Test func everyDeviationSaysHowItDeviates() throws {
    let deviations = try Self.rows().filter(\.isDeviation)
    #expect(deviations.map(\.number) == ["19", "20", "29", "30", "37", "49", "52"])
    for row in deviations {
      #expect(
        row.note.contains("ComponentKit") || row.note.hasPrefix("as "),
        "\(row.number) does not say what the original does")
    }
  }

  @Test func everyNamedTestExists() throws {
    let names = try TestNames.ofPackage.get()
    for row in try Self.rows() {
      for (suite, name) in row.tests {
        let tests = names.tests[suite, default: []]
        #expect(tests.contains(name), "\(row.number) names \(suite).\(name), which does not exist")
      }
    }
  }
}
