import RosterAttacks
import Testing

/// Processes that write are suspended at random points and stopped.
///
/// `Tools/attack suspensions` does it 100,000 times.
@Suite("Attack: suspensions", .serialized)
struct SuspensionAttackTests {
  @Test(arguments: SuspensionAttack.Kind.promised)
  func aSuspendedProcessHoldsNoLockAndGoesOn(kind: SuspensionAttack.Kind) async {
    let report = await SuspensionAttack(kind, seed: 40).run(pointCount: 100)
    #expect(report.findings == [])
    #expect(report.pointCount == 100)
  }

  @Test func anotherProcessGoesOnWithAnotherProgram() async {
    var points: [Int] = []
    let count = SuspensionAttack.pointCountOfProcess + 4
    let report = await SuspensionAttack(.application, seed: 41).run(pointCount: count) {
      points.append($0)
    }
    #expect(report.findings == [])
    #expect(points == [SuspensionAttack.pointCountOfProcess, count])
  }

  @Test func aProcessThatOnlySaysThatItIsSuspendedIsFound() async {
    let report = await SuspensionAttack(.heedless, seed: 42).run(pointCount: 40)
    #expect(report.findings.contains { $0.contains("it runs on") }, "\(report.findings)")
  }
}
