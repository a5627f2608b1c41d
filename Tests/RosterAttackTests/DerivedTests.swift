import RosterAttacks
import Testing

/// Some seeds of lists that are derived from others and from each other, and all pairs of operators of one list.
///
/// `Tools/attack derived` runs 10,000 steps.
@Suite("Attack: derived lists")
struct DerivedTests {
  // L1, L2, L6 to L9: after any steps each list is what its definition makes of its sources, and its batches lead there.
  @Test(arguments: AttackSeeds(first: 0, count: 12).map { $0 })
  func eachListIsWhatItsDefinitionMakesOfItsSources(seed: UInt64) async throws {
    let finding = try await DerivedAttack().finding(seed: seed)
    #expect(finding == nil, "\(finding ?? "")")
  }

  // A list of a list that was limited once: the revision that its note names cannot be read any more.
  @Test func whatWasFoundIsNotFoundAgain() async throws {
    let finding = try await DerivedAttack(stepCount: 100).finding(seed: 102)
    #expect(finding == nil, "\(finding ?? "")")
  }

  @Test(arguments: DerivedAttack.PlantedFault.allCases)
  func aFaultThatIsPutInIsFound(fault: DerivedAttack.PlantedFault) async throws {
    var findings: [String] = []
    for seed in AttackSeeds(first: 0, count: 4) where findings.isEmpty {
      if let finding = try await DerivedAttack(fault: fault).finding(seed: seed) {
        findings.append(finding)
      }
    }
    #expect(!findings.isEmpty)
  }

  // L1 and L2 for each operator and each pair of them.
  @Test(arguments: DerivedOperator.allCases)
  func twoOperatorsComeToWhatTheModelSays(first: DerivedOperator) async throws {
    let (finding, listCount) = try await DerivedChangesetAttack(pairsWith: first).finding()
    #expect(finding == nil, "\(finding ?? "")")
    #expect(listCount >= 5)
  }

  // L12: the batch of a window is the window of the batch, for all ranges.
  @Test(
    arguments: [
      [], [.sorted, .grouped], [.ofSource], [.filter, .ofSourceKeepingEmpty],
    ] as [[DerivedOperator]])
  func eachWindowIsThatOfTheWholeList(operators: [DerivedOperator]) async throws {
    let (finding, listCount) = try await DerivedChangesetAttack(windowsOf: operators).finding()
    #expect(finding == nil, "\(finding ?? "")")
    #expect(listCount == 72)
  }
}
