import Foundation
import RosterJSON
import RosterTestKit
import Testing

struct AnonymizeCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a replay prints, line by line.
  private func batches(of log: String) async throws -> [JSONValue] {
    let outcome = try await RosterProgram.run("replay", log, "--mode", "sync", "--output", "ndjson")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try outcome.lines.map { try JSONParser().parse($0) }
  }

  /// A line of which only the lengths of texts and numbers are left, but for what has no contents.
  private func shape(_ value: JSONValue, in key: String = "") -> JSONValue {
    if ["from", "to", "counts", "changes", "refused", "revision", "items"].contains(key) {
      return value
    }
    switch value {
    case .null, .bool: return value
    case .number, .decimal: return .number(Double(value.canonicalText.utf8.count))
    case .string(let text): return .string("\(text.utf8.count)")
    case .array(let elements):
      let shapes = elements.map { shape($0) }
      // States come in the order of their scopes, whose names have changed.
      guard key == "states" else { return .array(shapes) }
      return .array(shapes.sorted { $0.canonicalText < $1.canonicalText })
    case .object(let members):
      // The keys of models have changed, and with them their order.
      let shapes = members.map { JSONValue.array([shape(.string($0)), shape($1, in: $0)]) }
      return .array(shapes.sorted { $0.canonicalText < $1.canonicalText })
    }
  }

  @Test(arguments: LogFixture.short)
  func anonymousLogGivesBatchesOfTheSameShape(_ log: LogFixture) async throws {
    let output = folder.path(of: "anonymous.jsonl")
    let outcome = try await RosterProgram.run("anonymize", log.path, "-o", output)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (before, after) = (try await batches(of: log.path), try await batches(of: output))
    #expect(after.count == before.count)
    for (index, (old, new)) in zip(before, after).enumerated() where shape(old) != shape(new) {
      Issue.record("batch \(index): \(old.canonicalText) became \(new.canonicalText)")
      break
    }
  }

  @Test(.enabled(if: LogFixture.isConformanceRun), arguments: LogFixture.long)
  func longAnonymousLogReplays(_ log: LogFixture) async throws {
    let output = folder.path(of: "anonymous.jsonl")
    let outcome = try await RosterProgram.run("anonymize", log.path, "-o", output)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let replay = try await RosterProgram.run("replay", output, "--output", "none")
    #expect(replay.exitCode == 0, "\(replay.errors)")
  }

  @Test func logWithUndoReplaysWithItsFingerprint() async throws {
    let lines = [
      #"{"changesetLog":1}"#,
      #"{"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}"#,
      #"{"state":{"item":[0,1],"scope":"Row","value":1}}"#,
      #"{"changeset":{"updatedItems":[[[0,0],"c"]],"removedItems":[[0,1]]},"group":"g"}"#,
      #"{"changeset":{"insertedItems":[[[0,0],"d"]]},"group":"g"}"#,
      #"{"undo":true}"#,
      #"{"expect":{"sections":[["a","b"]],"state":{"item":[0,1],"scope":"Row","value":1}}}"#,
      #"{"redo":true}"#, #"{"expect":{"sections":[["d","c"]],"revision":8}}"#,
    ]
    let summary = try await RosterProgram.run(
      "replay", "-", "--output", "ndjson", input: lines.joined(separator: "\n"))
    let end = try #require(try summary.lines.last.map { try JSONParser().parse($0) })
    let fingerprint = try #require(end["end"]?["fingerprint"])
    let log = try folder.write(
      (lines + [#"{"expect":{"fingerprint":\#(fingerprint.canonicalText)}}"#])
        .joined(separator: "\n"), to: "log.jsonl")
    let output = folder.path(of: "anonymous.jsonl")
    let outcome = try await RosterProgram.run("anonymize", log, "-o", output)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let replay = try await RosterProgram.run("replay", output, "--output", "none")
    #expect(replay.exitCode == 0, "\(replay.errors)")
    #expect(
      try String(contentsOfFile: output, encoding: .utf8).contains(fingerprint.canonicalText)
        == false)
  }

  @Test func seedMakesTheResultRepeatable() async throws {
    let log = LogFixture.statesSmall.path
    let first = try await RosterProgram.run("anonymize", log, "--seed", "7")
    let second = try await RosterProgram.run("anonymize", log, "--seed", "7")
    let third = try await RosterProgram.run("anonymize", log)
    #expect(first.output == second.output)
    #expect(first.output != third.output)
    #expect(first.output.utf8.count == third.output.utf8.count)
    #expect(!first.output.contains("Snow"))
  }

  @Test func malformedLogEndsWith3() async throws {
    let outcome = try await RosterProgram.run("anonymize", "-", input: "{\"changesetLog\":1}\nx")
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("standard input, line 2"))
  }
}
