import Foundation
import RosterTestKit
import Testing

/// What the commands log on standard error.
struct LogLevelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func log() throws -> String {
    try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]},"origin":"phone"}
      {"changeset":{"insertedItems":[[[0,0],"b"]]},"origin":"tablet"}
      {"changeset":{"removedItems":[[0,5]]},"origin":"tablet"}

      """, to: "log.jsonl")
  }

  @Test func everyModificationHasALineWithItsOrigin() async throws {
    let path = folder.path(of: "list.sqlite")
    let outcome = try await RosterProgram.run(
      "replay", try log(), "--db", path, "--list", "inbox", "--mode", "sync", "--log-level",
      "debug", "--output", "none")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains(" inbox: ") }
    #expect(lines.count == 3)
    for (line, words) in zip(
      lines,
      [
        [" debug ", "origin=phone", "revision=1", "inserted=1", "applied"],
        [" debug ", "origin=tablet", "revision=2", "inserted=1", "applied"],
        [" warning ", "origin=tablet", "source path [0, 5]", "refused"],
      ])
    {
      for word in words { #expect(line.contains(word), "\(line)") }
    }
    #expect(outcome.output.isEmpty)
    #expect(outcome.exitCode == 1)
  }

  @Test func belowTheLevelNothingIsLogged() async throws {
    let outcome = try await RosterProgram.run(
      "replay", try log(), "--mode", "sync", "--log-level", "error", "--output", "none")
    #expect(!outcome.errors.contains("origin="))
  }

  @Test func whatIsFollowedIsLogged() async throws {
    let path = folder.path(of: "list.sqlite")
    _ = try await RosterProgram.run("replay", try log(), "--db", path, "--output", "none")
    let outcome = try await RosterProgram.run(
      "follow", path, "--after", "0", "--until", "2", "--log-level", "trace", "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let delivered = outcome.errors.split(separator: "\n").filter { $0.hasSuffix(" delivered") }
    #expect(delivered.count == 2)
    #expect(delivered.first?.contains("origin=phone") == true)
  }

  @Test func anUnknownLevelIsWrongUsage() async throws {
    let outcome = try await RosterProgram.run("replay", try log(), "--log-level", "loud")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("critical"))
  }
}
