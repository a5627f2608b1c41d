import RosterAttacks
import Testing

/// Processes that write are killed at random moments.
///
/// `Tools/attack kills` kills a thousand.
@Suite("Kills", .serialized) struct KillTests {
  @Test(arguments: KillAttack.Kind.promised)
  func whatWasAcknowledgedIsThereAndNothingIsHalf(kind: KillAttack.Kind) throws {
    var attack = try KillAttack(kind, seed: 1)
    let report = try attack.run(roundCount: 10)
    #expect(report.findings == [])
    #expect(report.roundCount == 10)
  }

  @Test func processesAreKilledAtWork() throws {
    var attack = try KillAttack(.lists, seed: 2)
    #expect(try attack.run(roundCount: 10).workingCount >= 5)
  }

  @Test func aProcessThatAcknowledgesTooEarlyIsFound() throws {
    var attack = try KillAttack(.boasting, seed: 3)
    #expect(try !attack.run(roundCount: 20).findings.isEmpty)
  }

  @Test func aProcessThatCommitsEachListByItselfIsFound() throws {
    var findings: [String] = []
    // A kill between the transactions of one change is found.
    for seed in UInt64(4)..<10 where findings.isEmpty {
      var attack = try KillAttack(.divided, seed: seed)
      findings = try attack.run(roundCount: 10).findings
    }
    #expect(findings.contains { $0.contains("shows revision") }, "\(findings)")
  }

  @Test func anApplicationWhoseListsFollowIsFound() throws {
    var findings: [String] = []
    // A kill between a write and the transaction of a list that follows is found.
    for seed in UInt64(4)..<10 where findings.isEmpty {
      var attack = try KillAttack(.following, seed: seed)
      findings = try attack.run(roundCount: 10).findings
    }
    #expect(findings.contains { $0.contains("shows revision") }, "\(findings)")
  }
}
