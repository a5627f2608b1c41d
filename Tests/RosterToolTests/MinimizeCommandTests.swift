import Foundation
import RosterTestKit
import Testing

struct MinimizeCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A log whose entries with the word bug are two, and of which more is needed than the word.
  private func log() throws -> String {
    try folder.write(
      """
      {"changesetLog":1,"name":"shopping"}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]},"origin":"me"}
      {"changeset":{"removedItems":[[0,0]]}}
      {"changeset":{"insertedItems":[[[0,1],{"text":"a bug","id":7}]]}}
      {"expect":{"counts":[2],"revision":3}}
      {"changeset":{"updatedItems":[[[0,1],"no bug"]],"removedItems":[[0,0]]}}
      {"expect":{"sections":[["no bug"]]}}
      """ + "\n", to: "log.jsonl")
  }

  /// Fails if an item that was inserted is updated, and something has a bug.
  private static let check = "! (grep -q updatedItems {} && grep -q bug {})"

  @Test func smallestLogThatFailsIsPrinted() async throws {
    let outcome = try await RosterProgram.run("minimize", try log(), "--check", Self.check)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("updatedItems") && outcome.output.contains("bug"))
    #expect(outcome.lines.count <= 3, "\(outcome.output)")
    #expect(outcome.errors.contains("of 6 entries"))
  }

  @Test func failureOfAReplayIsKeptAndNoOther() async throws {
    let log = try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}
      {"changeset":{"removedItems":[[0,0]]}}
      {"expect":{"counts":[1],"sectionModels":["A"]}}
      """, to: "log.jsonl")
    let outcome = try await RosterProgram.run(
      "minimize", log, "--check", "'\(RosterProgram.path)' replay {} --output none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines == [#"{"changesetLog":1}"#, #"{"expect":{"sectionModels":[null]}}"#])
  }

  @Test(arguments: ["{}", "\"$LOG\"", "$1", ""])
  func pathOfTheLogIsGivenInEveryWay(_ path: String) async throws {
    let outcome = try await RosterProgram.run(
      "minimize", try log(), "--check", "! grep -q bug \(path)".trimmingCharacters(in: .whitespaces)
    )
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.count == 2, "\(outcome.output)")
  }

  @Test func textThatIsPrintedTellsOneFailureFromAnother() async throws {
    let outcome = try await RosterProgram.run(
      "minimize", try log(), "--check", "grep -o bug {} >&2; grep -o text {}; false", "--contains",
      "text")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.count == 2)
    #expect(outcome.output.contains("text") && !outcome.output.contains("bug"))
  }

  @Test func statusOfASignalIsThatOfTheShell() async throws {
    let outcome = try await RosterProgram.run(
      "minimize", try log(), "--check", "grep -q bug {} && kill -ABRT $$", "--exit-code", "134")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.count == 2)
  }

  // MARK: What cannot be minimized

  private func expectFailure(
    _ code: Int32, _ words: String, _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await RosterProgram.run(["minimize", try log()] + arguments)
    #expect(outcome.exitCode == code, sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func logThatDoesNotFailEndsWith1() async throws {
    try await expectFailure(
      1, "does not fail: the check ends with exit status 1; --exit-code asks for 2", "--check",
      "! grep -q bug", "--exit-code", "2")
    try await expectFailure(
      1, "does not fail: the check ends with exit status 0 and does not print \"crash\"", "--check",
      "grep bug", "--contains", "crash")
  }

  @Test func checkThatFailsForEveryLogEndsWith1() async throws {
    for (check, status) in [("no-such-program", 127), ("true", 0), ("exit 3;", 3)] {
      try await expectFailure(
        1, "the check ends with exit status \(status) for a log without entries as well", "--check",
        check)
    }
  }

  @Test func checkThatTakesTooLongIsEnded() async throws {
    try await expectFailure(
      1, "the check ends with exit status 124; --exit-code asks for 0", "--check",
      "tail -f /dev/null; :", "--timeout", "1", "--exit-code", "0")
  }

  @Test func malformedLogEndsWith3() async throws {
    let log = try folder.write("{\"changesetLog\":1}\n{]", to: "malformed.jsonl")
    let outcome = try await RosterProgram.run("minimize", log, "--check", "false")
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("malformed.jsonl, line 2, column 2"))
  }

  // MARK: Going on

  /// A check that counts how often it is run, and at one of the runs ends the program that runs it.
  private func counting(killAt: Int? = nil) -> String {
    let runs = folder.path(of: "runs")
    let kill = killAt.map { "[ $(wc -l < '\(runs)') = \($0) ] && kill -KILL $PPID; " } ?? ""
    return "echo >> '\(runs)'; \(kill)\(Self.check)"
  }

  private func runCount() throws -> Int {
    let runs = try String(contentsOfFile: folder.path(of: "runs"), encoding: .utf8)
    try FileManager.default.removeItem(atPath: folder.path(of: "runs"))
    return runs.count
  }

  @Test func killedMinimizationGoesOnWhereItWas() async throws {
    let (log, output) = (try log(), folder.path(of: "small.jsonl"))
    let whole = try await RosterProgram.run("minimize", log, "--check", counting())
    let count = try runCount()
    for victim in [1, 2, 12, 25, count - 1] {
      let arguments = ["minimize", log, "-o", output, "--check", counting(killAt: victim)]
      let killed = try await RosterProgram.run(arguments)
      #expect(killed.exitCode == nil, "ended by the signal")
      let checks = try String(contentsOfFile: output + ".checks", encoding: .utf8)
      #expect(checks.split(separator: "\n").count == victim, "the first line and those before")
      // The run that killed is run again, and is not the one that kills then.
      let resumed = try await RosterProgram.run(arguments)
      #expect(resumed.exitCode == 0, "\(resumed.errors)")
      #expect(try runCount() == count + 1)
      #expect(try String(contentsOfFile: output, encoding: .utf8) == whole.output)
      #expect(!FileManager.default.fileExists(atPath: output + ".checks"))
    }
  }

  @Test func limitedMinimizationGoesOnWhereItWas() async throws {
    let (log, output) = (try log(), folder.path(of: "small.jsonl"))
    let whole = try await RosterProgram.run("minimize", log, "--check", counting())
    let count = try runCount()
    let arguments = ["minimize", log, "-o", output, "--check", counting(), "--limit", "40"]
    for _ in 0..<count / 40 {
      let part = try await RosterProgram.run(arguments)
      #expect(part.exitCode == 0)
      #expect(part.errors.contains("stopped by --limit"))
      #expect(try await RosterProgram.run("replay", output, "--output", "none").exitCode != 3)
    }
    let last = try await RosterProgram.run(arguments)
    #expect(!last.errors.contains("stopped by --limit"))
    #expect(try runCount() == count)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == whole.output)
  }

  @Test func checksOfAnotherCommandAreRefused() async throws {
    let (log, output) = (try log(), folder.path(of: "small.jsonl"))
    let limited = try await RosterProgram.run(
      "minimize", log, "-o", output, "--check", Self.check, "--limit", "3")
    #expect(limited.exitCode == 0)
    let other = try await RosterProgram.run("minimize", log, "-o", output, "--check", "false")
    #expect(other.exitCode == 2)
    #expect(other.errors.contains("small.jsonl.checks: made for another log or check"))
  }
}
