import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Every modification has exactly one end, which its listener and its caller both learn.
@Suite("Observing: the life of a modification", .fileOnly) struct ModificationLifeTests {
  /// Modifications of all kinds that wait for each other, with occasional storage failures.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func hasOneEndWhateverFails(seed: UInt64) async throws {
    try await run(seed: seed, isShared: false)
  }

  /// The same, while a second writer also changes the list.
  @Test(arguments: 1_000..<1_040 as Range<UInt64>)
  func hasOneEndWhoeverWritesAsWell(seed: UInt64) async throws {
    try await run(seed: seed, isShared: true)
  }

  private func run(seed: UInt64, isShared: Bool) async throws {
    let lives = ModificationLives()
    var fates: [String] = []
    try await ListFile.with { file in
      var configuration = isShared ? DataSourceConfiguration.shared : DataSourceConfiguration()
      configuration.tell(lives)
      let storage = try file.openGated()
      let list = try file.openRows(configuration, storage)
      let other = isShared ? try file.openRows(.shared) : nil
      var modifications = RandomModifications(seed: seed, list, storage, other: other)
      for _ in 0..<6 { try await modifications.runBurst() }
      fates = await modifications.fates
      await list.close()
      await other?.close()
      #expect(list.pendingCount == 0)
    }
    #expect(lives.offence == nil, "seed \(seed)")
    let told = lives.ends
    #expect(told.count == fates.count, "seed \(seed)")
    let difference = zip(told, fates).enumerated().first { !isSame($0.element.0, $0.element.1) }
    if let difference {
      Issue.record(
        """
        seed \(seed), modification \(difference.offset + 1): told "\(difference.element.0)", its \
        caller "\(difference.element.1)"
        """)
    }
  }

  /// Returns whether both ends agree. A synchronous caller cannot tell whether its modification was
  /// refused or has failed.
  private func isSame(_ told: String, _ fate: String) -> Bool {
    guard fate.hasPrefix("not done: ") else { return told == fate }
    let error = fate.dropFirst("not done: ".count)
    return told == "refused: \(error)" || told == "failed: \(error)"
  }

  /// Checks that the random runs above cover everything.
  @Test func everyKindHasEveryEndThatItCanHave() async throws {
    var missing: Set<String> = ["reload superseded", "configuration superseded"]
    for kind in ObservedModification.Kind.allCases {
      missing.formUnion(["applied", "failed", "refused"].map { "\(kind.rawValue) \($0)" })
    }
    for seed in 0..<60 as Range<UInt64> where !missing.isEmpty {
      let lives = ModificationLives()
      try await ListFile.with { file in
        var configuration = DataSourceConfiguration()
        configuration.tell(lives)
        let storage = try file.openGated()
        let list = try file.openRows(configuration, storage)
        var modifications = RandomModifications(seed: seed, list, storage, other: nil)
        for _ in 0..<6 { try await modifications.runBurst() }
        await list.close()
      }
      missing.subtract(lives.kindsWithEnds)
    }
    #expect(missing == [])
  }
}

extension DataSourceConfiguration {
  /// Small limits, so that every end occurs.
  fileprivate mutating func tell(_ listener: any DataSourceListener) {
    listeners = [listener]
    groupCountMax = 4
    pendingCountMax = 6
    cachedModelCountMax = 0
  }
}
