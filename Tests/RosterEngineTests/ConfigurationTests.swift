import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// Limits at and beyond their bounds.
@Suite("Limits") struct ConfigurationTests {
  @Test func theSmallestLimitsWork() async throws {
    let smallest = DataSourceConfiguration(
      pendingCountMax: 1, groupCountMax: 1, cachedModelCountMax: 0, subscriberBufferCountMax: 0,
      generationPartCountMax: 1)
    try await ListFile.withList(smallest) { list, _ in
      let every = try list.batches()
      let merged = try list.batches(delivery: .merged)
      _ = try await list.apply(.section("AB"))
      for number in 0..<20 { _ = try await list.apply(.insert("\(number)")) }
      await list.close()
      let batches = try await every.collect()
      #expect(batches.revisions == Array(1...21))
      #expect(batches.last?.items.map { $0.output } == ["<19>"])
      #expect(try await merged.collect().revisions.last == 21)
    }
  }

  @Test func noRoomForAnyChangeTraps() async {
    await #expect(processExitsWith: .failure) {
      DataSourceConfiguration(pendingCountMax: 0).requireSound()
    }
  }

  @Test func emptyGroupsTrap() async {
    await #expect(processExitsWith: .failure) {
      DataSourceConfiguration(groupCountMax: 0).requireSound()
    }
  }

  @Test func noPartsOfGenerationTrap() async {
    await #expect(processExitsWith: .failure) {
      DataSourceConfiguration(generationPartCountMax: 0).requireSound()
    }
  }

  @Test func aNegativeLimitTraps() async {
    await #expect(processExitsWith: .failure) {
      DataSourceConfiguration(cachedModelCountMax: -1).requireSound()
    }
  }
}
