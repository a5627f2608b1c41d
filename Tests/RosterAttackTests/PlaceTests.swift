import RosterAttacks
import Testing

/// Some seeds of lists behind links, without rights, and beside an application's tables.
///
/// `Tools/attack places` runs hundreds.
@Suite("Attack: places")
struct PlaceTests {
  @Test func noPlaceBreaksAPromise() throws {
    #expect(try PlaceRun().findings(0..<6) == [])
  }

  @Test(arguments: PlaceAttack.PlantedFault.allCases)
  func aFaultThatIsPutInIsFound(fault: PlaceAttack.PlantedFault) throws {
    #expect(try !PlaceRun(fault: fault).findings(0..<4).isEmpty)
  }
}
