import Foundation
import Testing

/// The tables of behaviours and defects are complete, and what they name exists.
struct BehaviourTableTests {
  private struct Row {
    let number: String
    let proof: String
    let note: String

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
      #expect(!named.isEmpty && row.proof == named, "\(row.number) is \(row.proof)")
    }
  }

  @Test func everyNamedTestExists() throws {
    let suites = try Self.suites()
    for row in try Self.rows() {
      for (suite, name) in row.tests {
        let names = suites[suite, default: []]
        #expect(names.contains(name), "\(row.number) names \(suite).\(name), which does not exist")
      }
    }
  }

  /// The tests of each suite.
  private static func suites() throws -> [String: Set<String>] {
    var suites: [String: Set<String>] = [:]
    for file in try SourceTree.files(under: ["Tests"], ending: "Tests.swift") {
      var suite = ""
      var isTest = false
      for line in file.lines {
        // Suites stand at the margin, with or without their attribute before them.
        if line.first?.isWhitespace == false {
          for word in ["struct ", "class ", "extension "] {
            if let name = name(after: word, in: line) { suite = name }
          }
        }
        if line.drop(while: \.isWhitespace).hasPrefix("@Test") { isTest = true }
        guard let function = name(after: "func ", in: line) else { continue }
        if isTest { suites[suite, default: []].insert(function) }
        isTest = false
      }
    }
    return suites
  }

  /// The name that stands behind a word. Regular expressions take seconds for all lines.
  private static func name(after word: String, in line: Substring) -> String? {
    guard let range = line.range(of: word) else { return nil }
    let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
