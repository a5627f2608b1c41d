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
  private static let application = Task { try await FaultAttack.application() }
  private static let together = Task { try await FaultAttack.together() }

  @Test(arguments: FaultKind.all.map(\.name), FaultDuration.allCases)
  func everyKindKeepsThePromises(name: String, duration: FaultDuration) async throws {
    try await expectKeptPromises(of: Self.attack.get(), name, duration)
  }

  /// Rows and lists are written together or not at all, and the application is told what it is told without lists.
  @Test(arguments: FaultKind.all.map(\.name), FaultDuration.allCases)
  func everyKindKeepsThePromisesToAnApplication(name: String, duration: FaultDuration) async throws
  {
    try await expectKeptPromises(of: Self.application.value, name, duration)
  }

  /// Lists that are kept together with another one are in its transactions, or are told to be left behind.
  @Test(arguments: FaultKind.all.map(\.name), FaultDuration.allCases)
  func everyKindKeepsThePromisesToListsThatAreKeptTogether(
    name: String, duration: FaultDuration
  ) async throws {
    // At the first call nothing is together yet, and if each one from there on stalls, that takes long.
    try await expectKeptPromises(
      of: Self.together.value, name, duration, limit: 3, skipping: name == "stall" ? 2 : 1)
  }

  /// - Parameters:
  ///   - limit: The most points that are looked for, evenly spread.
  ///   - skipCount: How many of the first ones are left out, if there are others.
  private func expectKeptPromises(
    of attack: FaultAttack, _ name: String, _ duration: FaultDuration, limit: Int = 2,
    skipping skipCount: Int = 0
  ) async throws {
    let kind = try #require(FaultKind.named(name))
    var faultCount = 0
    let points = attack.points(of: kind, duration, limit: limit)
    for point in points.suffix(max(1, points.count - skipCount)) {
      let outcome = try await attack.run(point)
      #expect(outcome.finding == nil)
      faultCount += outcome.faultCount
    }
    #expect(faultCount > 0, "no call has met the fault")
  }

  @Test func faultsAreToldToTheCaller() async throws {
    let attack = try Self.attack.get()
    for (name, code) in [("full", StorageError.Code.full), ("sync", .failed), ("read", .failed)] {
      let kind = try #require(FaultKind.named(name))
      var errors: [StorageError.Code] = []
      for point in attack.points(of: kind, .lasting, limit: 4) {
        errors += try await attack.run(point).errors
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
  @Test func aListThatAcknowledgesWhatItCouldNotCommitIsFound() async throws {
    let attack = try FaultAttack { ForgetfulList($0) }
    let kind = try #require(FaultKind.named("sync"))
    var findings: [String] = []
    for point in attack.points(of: kind, .lasting, limit: 12) {
      if let finding = try await attack.run(point).finding { findings.append(finding) }
    }
    #expect(findings.contains { $0.contains("was published") }, "\(findings)")
  }

  @Test func listsThatAreKeptTogetherAndAreCommittedApartAreFound() async throws {
    let attack = try await FaultAttack.together(isDivided: true)
    let kind = try #require(FaultKind.named("sync"))
    var findings: [String] = []
    var isFound: Bool { findings.contains { $0.contains("shows revision") } }
    // A change of two lists that is committed in one of them alone may be found before.
    for point in attack.points(of: kind, .lasting, limit: 24) where !isFound {
      if let finding = try await attack.run(point).finding { findings.append(finding) }
    }
    #expect(isFound, "\(findings)")
  }
}

/// A list that says that a commit went well also if it failed.
private struct ForgetfulList: JournalForwarding, KeyForwarding {
  let storage: any ListStorage

  init(_ storage: any ListStorage) { self.storage = storage }

  func commit(_ group: CommitGroup) throws(StorageError) { try? storage.commit(group) }
}
