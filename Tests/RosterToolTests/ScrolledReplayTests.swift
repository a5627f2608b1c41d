import RosterJSON
import Testing

/// `replay --viewport`: the visible results of each batch.
struct ScrolledReplayTests {
  /// A section of a hundred short models, one of three lines in front of them, and then a removal of
  /// what is visible.
  private static var log: String {
    let models = (0..<100).map { "[[0,\($0)],\"\($0)\"]" }.joined(separator: ",")
    let long = String(repeating: "x", count: 200)
    return """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,null]],"insertedItems":[\(models)]}}
      {"changeset":{"insertedItems":[[[0,0],"\(long)"]]}}
      {"changeset":{"removedItems":[[0,0],[0,1],[0,2],[0,3]]}}
      """
  }

  private func shown(_ arguments: String...) async throws -> [JSONValue] {
    let outcome = try await RosterProgram.run(
      ["replay", "-", "--output", "ndjson"] + arguments, input: Self.log)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try outcome.lines.compactMap { try JSONParser().parse($0)["shown"] }
  }

  private func items(_ value: JSONValue?) -> [Double]? {
    value?.arrayValue?.compactMap { $0.arrayValue?.last?.numberValue }
  }

  @Test func aWindowShowsWhatIsVisibleFirstAndLetsGoWhatHasLeft() async throws {
    let shown = try await shown("--viewport", "0,4", "--window", "3,2")
    #expect(shown.map { $0["revision"]?.numberValue } == [1, 1, 2, 3, 3])
    #expect(items(shown[0]["items"]) == [0, 1, 2, 3])
    #expect(shown[0]["omitted"] == 96)
    #expect(items(shown[1]["items"]) == [4, 5, 6])
    #expect(shown[1]["causes"] == ["workingRange"])
    // The one of three lines, which is estimated at one before it is built.
    #expect(items(shown[2]["items"]) == [0])
    #expect(shown[2]["length"] == 103)
    #expect(shown.last?["length"] == 97)
  }

  @Test func withoutAWindowTheRestFollows() async throws {
    let shown = try await shown("--viewport", "0,4")
    #expect(items(shown[0]["items"]) == [0, 1, 2, 3])
    #expect(shown[0]["awaited"] == 96)
    #expect(items(shown[1]["items"])?.count == 96)
    #expect(shown[1]["causes"] == ["remainder"])
    #expect(shown[1]["unmeasured"] == 0)
  }

  @Test func textSaysWhatIsShownAndWhatIsHidden() async throws {
    let outcome = try await RosterProgram.run(
      "replay", "-", "--viewport", "0,4", "--window", "3,2", input: Self.log)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("    shown   0:0–3"))
    #expect(outcome.output.contains("    later   96 not built"))
    #expect(outcome.output.contains("workingRange"))
    #expect(outcome.output.contains("3 changesets applied, 0 refused"))
  }

  @Test func aWindowNeedsAViewport() async throws {
    // Without input: the program would not read it, and writing it would break the pipe.
    let window = try await RosterProgram.run("replay", "-", "--window", "3,2")
    #expect(window.exitCode == 2)
    #expect(window.errors.contains("--viewport"))
    let odd = try await RosterProgram.run("replay", "-", "--viewport", "3")
    #expect(odd.exitCode == 2)
    #expect(odd.errors.contains("--viewport"))
  }
}
