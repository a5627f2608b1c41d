import Foundation
import RosterCore
import RosterLog
import RosterTestKit
import RosterTestSupport
import Testing

/// The list is the same through Swift, C and Python.
@Suite("Lists through C")
struct EquivalenceTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether there is time for everything; set by `Tools/conformance`.
  private static let isConformanceRun = environment["ROSTER_CONFORMANCE"] != nil

  /// The seeds of the random logs: `ROSTER_C_SEEDS` of them, from `ROSTER_C_SEED` on.
  private static var seeds: Range<UInt64> {
    let first = environment["ROSTER_C_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["ROSTER_C_SEEDS"].flatMap(UInt64.init)
    return first..<first + (count ?? (isConformanceRun ? 1_000 : 50))
  }

  /// Logs of one kind.
  enum Logs: CaseIterable {
    /// The recorded cases of other lists, a log each.
    case cases
    case fixtures
    /// Fixtures that take minutes in a debug build.
    case longFixtures
    case random

    static var chosen: [Logs] { allCases.filter { $0 != .longFixtures || isConformanceRun } }

    var all: [ReplayedLog] {
      get throws {
        switch self {
        case .cases: try ReplayedLog.cases
        case .fixtures:
          try ["thrash-101", "thrash-102", "history-small", "states-small", "states-random"]
            .map { try ReplayedLog(fixture: $0) }
        case .longFixtures: try ["history-large", "typing"].map { try ReplayedLog(fixture: $0) }
        case .random: try seeds.map { try ReplayedLog(seed: $0) }
        }
      }
    }
  }

  @Test(arguments: Logs.chosen)
  func logsLeadToTheSameListThroughC(logs: Logs) async throws {
    try await onThread {
      for log in try logs.all {
        try compare(log, with: ListOfC(isInFile: logs != .cases, isShown: logs != .longFixtures))
      }
    }
  }

  /// Compares what Swift and C make of each entry of a log, what the batches of C are told to a renderer, and the log
  /// that C exports.
  private func compare(_ log: ReplayedLog, with list: ListOfC) throws {
    var steps: [ReplayedStep] = []
    let outcome = try ListOfSwift().replay(log, stepped: { steps.append($1) })
    var rest = steps[...]
    let other = try list.replay(
      log, stepped: { #expect($1 == rest.popFirst(), "\(log) line \($0)") })
    #expect(other == outcome, "\(log)")
    #expect(rest.isEmpty)
    let copy = try ListOfSwift().replay(ReplayedLog(log.name, list.exportedLines()))
    #expect(copy.fingerprint == outcome.fingerprint && copy.refusals.isEmpty, "\(log)")
  }

  @Test(.enabled(if: PythonProgram.isThere, "Python 3.10 runs the package"), arguments: Logs.chosen)
  func logsLeadToTheSameListThroughPython(logs: Logs) async throws {
    try #require(BuiltLibrary.path != nil, "swift build builds the library with the tests")
    try await onThread {
      let folder = try TemporaryFolder()
      var expected: [String: ReplayOutcome] = [:]
      for log in try logs.all {
        try folder.write(log.text, to: "\(log.name).jsonl")
        expected[log.name] = try ListOfSwift().replay(log)
      }
      let outcomes = folder.path(of: "outcomes.json")
      // One process for all logs.
      let (status, errors) = try PythonProgram.run(
        ["\(PythonProgram.tests)/replay_logs.py", folder.path, outcomes])
      try #require(status == 0, "\(errors)")
      let found = try JSONDecoder().decode(
        [String: ReplayOutcome].self, from: Data(contentsOf: URL(filePath: outcomes)))
      #expect(found.count == expected.count)
      for (name, outcome) in expected { #expect(found[name] == outcome, "\(name)") }
    }
  }

  @Test func randomLogsHaveRefusalsAndSteps() throws {
    let logs = try (1...50).map { try ReplayedLog(seed: $0) }
    let outcomes = try logs.map { try ListOfSwift().replay($0) }
    #expect(outcomes.allSatisfy { $0.revision > 10 })
    #expect(outcomes.contains { $0.refusals.values.contains { $0.part != "" } })
    #expect(logs.contains { $0.lines.contains(#"{"undo":true}"#) })
  }
}

extension ReplayedLog {
  /// The recorded cases that are changesets.
  fileprivate static var cases: [ReplayedLog] {
    get throws {
      let verified = try VerificationCase.all.map { each in
        ReplayedLog(
          each.name,
          [ListRows(counts: each.initial).logLine] + each.pending.map(\.changeset.logLine)
            + [each.changeset.changeset.logLine])
      }
      let applied = try AppliedChangesCase.all.map { each in
        ReplayedLog(
          each.name, [ListRows(counts: each.initial).logLine, each.changes.changeset.logLine])
      }
      let modified = try ModificationCase.ofChangesets.map { each in
        ReplayedLog(
          each.name, [ListRows(items: each.initial).logLine, each.changeset.logLine])
      }
      // Cases of different kinds may have one name.
      return [("verified", verified), ("applied", applied), ("modified", modified)]
        .flatMap { kind, logs in logs.map { ReplayedLog("\(kind)-\($0.name)", $0.lines) } }
    }
  }
}
