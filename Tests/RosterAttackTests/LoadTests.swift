import Foundation
import RosterAttacks
import RosterTestKit
import RosterTestSupport
import Testing

/// Writers, followers, undo and compaction: what they take must come to rest.
///
/// `Tools/attack load` runs them for minutes, and draws the picture.
@Suite("Load of a list", .serialized) struct AttackLoadTests {
  private func verdicts(_ series: [LoadSeries]) -> [String: LoadSeries.Verdict] {
    Dictionary(uniqueKeysWithValues: series.map { ($0.name, $0.verdict) })
  }

  /// Other tests of the process use its memory, descriptors and threads.
  @Test func fileAndLogComeToRest() async throws {
    let series = try await LoadAttack(seed: 1, changeCount: 20).run { $0 < 60 }
    let verdicts = verdicts(series)
    #expect(verdicts["database"] == .flat)
    #expect(verdicts["write-ahead log"] == .flat)
  }

  @Test func aReaderThatDoesNotEndIsFound() async throws {
    let series = try await LoadAttack(seed: 1, holdsTransaction: true).run { $0 < 40 }
    #expect(verdicts(series)["write-ahead log"] == .growing)
  }

  // MARK: Verdicts

  private func verdict(_ value: (Double) -> Double) -> LoadSeries.Verdict {
    LoadSeries("values", unit: "", tolerance: 1, values: (0..<100).map { value(Double($0)) })
      .verdict
  }

  @Test func whatRisesInALineGrows() {
    #expect(verdict { 100 + $0 } == .growing)
    #expect(verdict { 100 + $0 + 10 * sin($0) } == .growing)
  }

  @Test func whatHasComeToRestIsFlat() {
    #expect(verdict { min($0, 50) } == .flat)
    #expect(verdict { 100 * (1 - exp(-$0 / 10)) } == .flat)
    #expect(verdict { 100 + 20 * sin($0) } == .flat)
    #expect(verdict { _ in 0 } == .flat)
  }

  @Test func oneLargeValueAtTheEndIsNoGrowth() {
    #expect(verdict { $0 < 99 ? 100 : 300 } == .flat)
  }

  @Test func aPictureHasAPanelForEachSeries() throws {
    let picture = LoadPicture(
      title: "a <load>",
      series: [
        LoadSeries("memory", unit: "MB", tolerance: 1, values: [1, 2, 3]),
        LoadSeries("threads", unit: "running", tolerance: 1, values: [4, 4]),
      ])
    let svg = picture.svg
    #expect(svg.split(separator: "<polyline").count == 3)
    #expect(svg.contains("a &lt;load>"))
    #expect(svg.contains("memory: 3 MB, at most 3;"))
  }
}
