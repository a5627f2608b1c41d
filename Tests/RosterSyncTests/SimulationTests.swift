import Foundation
import RosterSync
import Testing

/// Many devices and one hub, with everything that can go wrong between them.
///
/// A failing seed is shrunk to a program that still fails, which is printed.
@Suite struct SimulationTests {
  /// How many seeds are run; more if the environment says so.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["ROSTER_SYNC_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + (environment["ROSTER_SYNC_SEEDS"].flatMap(UInt64.init) ?? 12)
  }()

  @Test func allListsEndEqualWithEachItemOnce() {
    run { seed in
      SimulatedStep.program(
        seed: seed, count: 40 + Int(seed % 5) * 60, devices: 2 + Int(seed % 4))
    }
  }

  @Test func whatAnUndoBringsBackIsThereOnceWhateverOthersHaveKept() {
    run { seed in
      SimulatedStep.undoProgram(
        seed: seed, count: 40 + Int(seed % 5) * 40, devices: 2 + Int(seed % 4))
    }
  }

  private func run(_ program: (_ seed: UInt64) -> [SimulatedStep]) {
    var failureCount = 0
    for seed in Self.seeds where failureCount < 3 {
      let program = program(seed)
      guard Self.failure(of: program, seed) != nil else { continue }
      failureCount += 1
      let smallest = Self.shrunk(program, seed)
      let steps = smallest.map { ".\($0)" }.joined(separator: ",\n")
      Issue.record("seed \(seed): \(Self.failure(of: smallest, seed) ?? "")\n\(steps)")
    }
  }

  private static func failure(of program: [SimulatedStep], _ seed: UInt64) -> String? {
    var limits = SyncLimits()
    if seed.isMultiple(of: 3) {
      limits.messageCountMax = 3
      limits.sentCountMax = 3
      limits.lookBackMax = 6
    }
    if seed % 5 == 2 { limits.messageByteCountMax = 300 }
    do {
      _ = try Simulation.run(program, devices: 2 + Int(seed % 4), limits: limits)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns a program without the steps that are not needed for the failure.
  private static func shrunk(_ program: [SimulatedStep], _ seed: UInt64) -> [SimulatedStep] {
    var program = program
    var length = max(1, program.count / 2)
    var attemptCount = 0
    while attemptCount < 300 {
      var start = 0
      var isShorter = false
      while start < program.count {
        var candidate = program
        attemptCount += 1
        candidate.removeSubrange(start..<min(start + length, program.count))
        if failure(of: candidate, seed) != nil {
          program = candidate
          isShorter = true
        } else {
          start += length
        }
      }
      if length == 1, !isShorter { return program }
      length = max(1, length / 2)
    }
    return program
  }
}
