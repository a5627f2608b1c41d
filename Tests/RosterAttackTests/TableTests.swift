import RosterAttacks
import Testing

/// Some seeds of statements on tables that are lists.
///
/// `Tools/attack tables` runs a million statements.
@Suite("Attack: tables")
struct TableTests {
  // L14 and L16: after any statements the list has what the table has, and no reader sees one without the other.
  @Test(arguments: TableAttack.schemas, AttackSeeds(first: 0, count: 12).map { $0 })
  func aListHasTheRowsOfItsTableInTheirOrder(schema: String, seed: UInt64) async throws {
    let (finding, statementCount) = try await TableAttack(schema: schema).run(seed: seed)
    #expect(finding == nil, "\(finding ?? "")")
    #expect(statementCount > 60)
  }

  // L15: the application's statements give the same results, errors and counts with and without the triggers.
  @Test(arguments: TableAttack.schemas, AttackSeeds(first: 0, count: 12).map { $0 })
  func statementsGiveTheSameWithTheTriggers(schema: String, seed: UInt64) async throws {
    let finding = try await TriggerAttack(schema: schema).finding(seed: seed)
    #expect(finding == nil, "\(finding ?? "")")
  }

  @Test(arguments: TableAttack.PlantedFault.allCases)
  func aFaultThatIsPutInIsFound(fault: TableAttack.PlantedFault) async throws {
    let attack = TableAttack(schema: TableAttack.schemas[0], fault: fault)
    var findings: [String] = []
    for seed in AttackSeeds(first: 0, count: 2) {
      if let finding = try await attack.run(seed: seed).finding { findings.append(finding) }
    }
    #expect(!findings.isEmpty)
  }
}
