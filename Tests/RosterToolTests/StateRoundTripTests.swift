import RosterJSON
import RosterTestKit
import Testing

/// Random histories with states: the journal, replayed into a new file, is the same history.
struct StateRoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func roster(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RosterProgram.Outcome {
    let outcome = try await RosterProgram.run(arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }

  /// What comes of each batch, and the end. The changesets themselves may differ: the journal leaves
  /// out what has no effect.
  private func effects(of outcome: RosterProgram.Outcome) throws -> [JSONValue] {
    try outcome.lines.compactMap { line in
      let value = try JSONParser().parse(line)
      guard let batch = value["batch"] else { return value["end"] }
      return .array(["to", "counts", "states", "origin"].map { batch[$0] ?? .null })
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func journalReplaysToTheSameHistory(seed: UInt64) async throws {
    let revisionCount = 80
    var history = StateHistory(seed: seed)
    let log = try folder.write(history.log(revisionCount: revisionCount), to: "log.jsonl")
    let (first, second) = (folder.path(of: "first.sqlite"), folder.path(of: "second.sqlite"))

    var reader = NaiveReader()
    let output = try await roster("replay", log, "--db", first, "--output", "ndjson")
    try reader.read(output)
    #expect(reader.revision == revisionCount)

    let journal = try await roster("log", first)
    let copy = try folder.write(journal.output, to: "copy.jsonl")
    let copied = try await roster(
      "replay", copy, "--db", second, "--output", "ndjson", "--mode", "sync")
    #expect(try effects(of: copied) == effects(of: output))
    #expect(try await roster("log", second).output == journal.output)

    for revision in [1, revisionCount / 3, revisionCount - 1, revisionCount] {
      let arguments = ["--state", "--output", "ndjson", "--at", "\(revision)"]
      let shown = try await RosterProgram.run(["show", first] + arguments)
      #expect(shown.output == (try await RosterProgram.run(["show", second] + arguments)).output)
      if revision == revisionCount { #expect(try ShownStates(shown) == ShownStates(reader)) }
    }
    for path in [first, second] { _ = try await roster("check", path) }
  }
}
