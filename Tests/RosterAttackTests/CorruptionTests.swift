import RosterAttacks
import Testing

/// A few damages of each kind; `Tools/attack corruption` does thousands.
@Suite("Attack: corruption")
struct CorruptionTests {
  @Test func noDamageBreaksAPromise() throws {
    let findings = try CorruptionRun(seed: 1).findings(0..<120)
    #expect(findings == [])
  }

  @Test func aCheckThatIsBlindIsFound() throws {
    let findings = try CorruptionRun(seed: 1, fault: .blindCheck).findings(0..<20)
    #expect(findings.contains { $0.contains("calls it well") })
  }

  @Test func exportsThatCheckNothingAreFound() throws {
    let findings = try CorruptionRun(seed: 1, fault: .blindExport).findings(0..<80)
    #expect(findings.contains { $0.contains("is given") })
  }

  @Test func aCrashIsFoundAndDoesNotEndTheAttack() throws {
    let findings = try CorruptionRun(seed: 1, fault: .crash).findings(0..<3)
    #expect(findings.count == 3)
    #expect(findings.allSatisfy { $0.contains("the process ended") })
  }
}
