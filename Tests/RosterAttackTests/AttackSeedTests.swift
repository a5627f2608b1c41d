import RosterAttacks
import Testing

struct AttackSeedTests {
  @Test func seedsAreThoseThatTheCommandNames() {
    #expect(AttackSeeds(first: 3, count: 2).map { $0 } == [3, 4])
  }
}
