import Testing

/// Every log replays with exit code 0, in both modes and at every durability.
///
/// The long logs take minutes in a debug build; here they run once, and in full under
/// `Tools/conformance`.
struct LogFixtureReplayTests {
  private func expectReplay(
    _ log: LogFixture, _ mode: String, _ durability: String
  ) async throws {
    let outcome = try await RosterProgram.run(
      "replay", log.path, "--mode", mode, "--durability", durability, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: LogFixture.short, ["sync", "async"])
  func shortLogReplays(_ log: LogFixture, _ mode: String) async throws {
    for durability in ["normal", "full"] { try await expectReplay(log, mode, durability) }
  }

  @Test(arguments: LogFixture.long)
  func longLogReplays(_ log: LogFixture) async throws {
    try await expectReplay(log, "async", "normal")
  }

  @Test(
    .enabled(if: LogFixture.isConformanceRun), arguments: LogFixture.long, ["sync", "async"])
  func longLogReplaysInEveryWay(_ log: LogFixture, _ mode: String) async throws {
    for durability in ["normal", "full"] { try await expectReplay(log, mode, durability) }
  }
}
