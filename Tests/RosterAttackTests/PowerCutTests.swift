import RosterAttacks
import RosterStore
import Testing

/// A small part of the cuts that `Tools/attack powercuts` makes.
@Suite("Power cuts")
struct PowerCutTests {
  private static func run(
    _ workload: PowerCutWorkload, _ durability: SQLiteConfiguration.Durability, cuts: Int,
    _ change: (inout PowerCutAttack) -> Void = { _ in }
  ) async throws -> PowerCutReport {
    var attack = PowerCutAttack(workload, durability)
    attack.cutCountMax = cuts
    change(&attack)
    return try await attack.run()
  }

  @Test(arguments: PowerCutWorkload.all)
  func nothingAcknowledgedIsLostUnderFullDurability(workload: PowerCutWorkload) async throws {
    let report = try await Self.run(workload, .full, cuts: 90)
    #expect(report.findings.map(\.description) == [])
    #expect(report.cutCount == 90)
    #expect(report.losingCutCount > 0, "no cut has lost anything")
    #expect(report.cutCountWithAllowedLoss == 0)
  }

  @Test(arguments: PowerCutWorkload.all)
  func underNormalDurabilityAFileIsWhatItWasAfterOneOfItsCommits(
    workload: PowerCutWorkload
  ) async throws {
    let report = try await Self.run(workload, .normal, cuts: 90)
    #expect(report.findings.map(\.description) == [])
    #expect(report.cutCountWithAllowedLoss > 0, "no commit was ever lost")
  }

  @Test func aFileWhoseCreationWasCutOffOpens() async throws {
    let report = try await Self.run(.creation, .full, cuts: 500)
    #expect(report.findings.map(\.description) == [])
  }

  // MARK: The attack itself

  @Test func aLogThatIsNotSyncedAtCommitsIsFoundOut() async throws {
    let report = try await Self.run(.changesets, .normal, cuts: 60) { $0.promise = .full }
    #expect(report.findingCount > 10)
    let finding = try #require(report.findings.first)
    #expect(finding.description.contains("--cut \(finding.cut.operation)"))
  }

  @Test(arguments: SQLiteConfiguration.Durability.allCases)
  func aDiskThatDoesNotSyncIsFoundOut(durability: SQLiteConfiguration.Durability) async throws {
    let report = try await Self.run(.vacuum, durability, cuts: 60) { $0.ignoresSyncs = true }
    #expect(report.findingCount > 0)
  }

  @Test func rowsAndListsThatAreWrittenApartAreFoundOut() async throws {
    let report = try await Self.run(.apart, .full, cuts: 60)
    #expect(report.findings.contains { $0.found.contains("which was never there") })
  }

  @Test func listsThatAreKeptTogetherAndAreWrittenApartAreFoundOut() async throws {
    let report = try await Self.run(.divided, .full, cuts: 60)
    #expect(report.findings.contains { $0.found.contains("shows revision") })
  }

  @Test func theSameSeedMakesTheSameCuts() async throws {
    let reports = [
      try await Self.run(.changesets, .full, cuts: 30),
      try await Self.run(.changesets, .full, cuts: 30),
    ]
    #expect(reports[0].operationCount == reports[1].operationCount)
    #expect(reports[0].losingCutCount == reports[1].losingCutCount)
  }
}
