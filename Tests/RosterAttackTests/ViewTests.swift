import RosterAttacks
import RosterTestKit
import Testing

/// A few histories; `Tools/attack views` tells a million batches.
@Suite("Attack: views")
struct ViewTests {
  @Test(arguments: 1_000..<1_010 as Range<UInt64>)
  func noViewIsToldWhatItRefuses(seed: UInt64) {
    let outcome = ViewAttack(stepCount: 40).outcome(seed: seed)
    #expect(outcome.finding == nil)
    #expect(outcome.batchCount == 40)
  }

  /// A call that is left out is found in each kind of view.
  @Test(arguments: ViewAttack.Kind.allCases)
  func aMissingCallIsFound(kind: ViewAttack.Kind) throws {
    let attack = ViewAttack(stepCount: 40, fault: .lastCallMissing)
    let finding = try #require(attack.outcome(seed: 1, [kind]).finding)
    #expect(finding.contains(", \(kind.rawValue): "))
  }

  /// The order of calls has a meaning for tables and outlines of AppKit, and none for collection views.
  @Test(arguments: ViewAttack.Kind.allCases)
  func callsInTheWrongOrderAreFound(kind: ViewAttack.Kind) {
    let attack = ViewAttack(stepCount: 40, fault: .callsReversed)
    let findings = (0..<5 as Range<UInt64>).compactMap { attack.outcome(seed: $0, [kind]).finding }
    #expect(findings.count == (kind == .collection ? 0 : 5))
  }

  @Test func theProgramSaysHowManyBatchesItHasTold() throws {
    let outcome = try ProgramOutcome(
      of: "roster-attack", ["views", "--batches", "25", "--steps", "10", "--seed", "7"])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines == ["30 batches of 3 histories from seed 7: nothing was found"])
  }
}
