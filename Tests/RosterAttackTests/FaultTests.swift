import RosterAttacks
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Quick runs of `Tools/attack faults`.
@Suite("Faults of the disk")
struct FaultTests {
  private static let attack = Result { try FaultAttack() }

  @Test(arguments: FaultKind.all.map(\.name), FaultDuration.allCases)
  func everyKindKeepsThePromises(name: String, duration: FaultDuration) throws {
    let attack = try Self.attack.get()
    let kind = try #require(FaultKind.named(name))
    var faultCount = 0
    for point in attack.points(of: kind, duration, limit: 2) {
      let outcome = try attack.run(point)
      #expect(outcome.finding == nil)
      faultCount += outcome.faultCount
    }
    #expect(faultCount > 0, "no call has met the fault")
  }

  @Test func faultsAreToldToTheCaller() throws {
    let attack = try Self.attack.get()
    for (name, code) in [("full", StorageError.Code.full), ("sync", .failed), ("read", .failed)] {
      let kind = try #require(FaultKind.named(name))
      let errors = try attack.points(of: kind, .lasting, limit: 4).flatMap {
        try attack.run($0).errors
      }
      #expect(errors.contains(code), "\(name)")
    }
  }

  /// In a process of its own, since there is one allocator for a process.
  @Test(arguments: FaultDuration.allCases)
  func memoryThatRunsOutKeepsThePromises(duration: FaultDuration) throws {
    let arguments = ["--kind", "allocation", "--duration", duration.rawValue, "--limit", "12"]
    let lines = try ChildProgram("roster-attack", ["faults"] + arguments).lines()
    let report = try #require(lines.last)
    #expect(report.contains(" 0 broken promises"))
    #expect(report.contains("told as failed"))
  }

  /// The attack is right to find nothing only if it finds a list that forgets.
  @Test func aListThatAcknowledgesWhatItCouldNotCommitIsFound() throws {
    let attack = try FaultAttack { ForgetfulList($0) }
    let kind = try #require(FaultKind.named("sync"))
    let findings = try attack.points(of: kind, .lasting, limit: 12).compactMap {
      try attack.run($0).finding
    }
    #expect(findings.contains { $0.contains("was published") }, "\(findings)")
  }
}

/// A list that says that a commit went well also if it failed.
private struct ForgetfulList: JournalForwarding, KeyForwarding {
  let storage: any ListStorage

  init(_ storage: any ListStorage) { self.storage = storage }

  func commit(_ group: CommitGroup) throws(StorageError) { try? storage.commit(group) }
}
