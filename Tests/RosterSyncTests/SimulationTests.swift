import Foundation
import RosterCore
import RosterEngine
import RosterSync
import Testing

/// Many devices and one hub, with everything that can go wrong between them.
///
/// A failing program is shrunk to one that still fails, whose log is printed. To run it again, put it
/// into a file that `ROSTER_SYNC_LOG` names.
@Suite struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// How many seeds are run; more if the environment says so.
  private static let seeds: Range<UInt64> = {
    let first = environment["ROSTER_SYNC_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + (environment["ROSTER_SYNC_SEEDS"].flatMap(UInt64.init) ?? 12)
  }()

  @Test func allListsEndEqualWithEachItemOnce() throws {
    try run { seed in
      SimulatedStep.program(
        seed: seed, count: 40 + Int(seed % 5) * 60, devices: SimulatedProgram.deviceCount(seed))
    }
  }

  @Test func whatAnUndoBringsBackIsThereOnceWhateverOthersHaveKept() throws {
    try run { seed in
      SimulatedStep.undoProgram(
        seed: seed, count: 40 + Int(seed % 5) * 40, devices: SimulatedProgram.deviceCount(seed))
    }
  }

  private func run(_ steps: (_ seed: UInt64) -> [SimulatedStep]) throws {
    if let path = Self.environment["ROSTER_SYNC_LOG"] {
      let program = try SimulatedProgram(log: String(contentsOfFile: path, encoding: .utf8))
      return #expect(program.failure == nil)
    }
    var failureCount = 0
    for seed in Self.seeds where failureCount < 3 {
      let program = SimulatedProgram(seed: seed, steps(seed))
      guard program.failure != nil else { continue }
      failureCount += 1
      let smallest = program.shrunk { $0.failure != nil }
      Issue.record("seed \(seed): \(smallest.failure ?? "")\n\(try smallest.log())")
    }
  }

  /// Two items in the list of the hub count as a failure here.
  @Test func aFailureShrinksToALogThatReplays() throws {
    let program = SimulatedProgram(
      seed: 5, SimulatedStep.program(seed: 5, count: 80, devices: 3))
    let fails: (SimulatedProgram) -> Bool = { program in
      ((try? program.run())?.hubList.snapshot.state.itemCount ?? 0) >= 2
    }
    try #require(fails(program))
    let smallest = program.shrunk(while: fails)
    #expect(smallest.steps.count < 10)
    let log = try smallest.log()
    #expect(log.split(separator: "\n").count == 1 + smallest.steps.count)
    let again = try SimulatedProgram(log: log)
    #expect(again == smallest)
    let (one, other) = (try again.run().hubList, try smallest.run().hubList)
    #expect(try one.snapshot.contents() == other.snapshot.contents())
  }

  @Test(arguments: [(500, 5), (-500, 0)])
  func theClockDecidesWhatACompactionByAgeRemoves(_ row: (time: Int, oldest: Revision)) throws {
    let steps: [SimulatedStep] =
      (0..<6).map { .editHub(seed: $0) } + [
        .setHubClock(to: row.time), .compactHubByAge(minutes: 30),
      ]
    let list = try SimulatedProgram(seed: 4, steps).run().hubList
    #expect(list.snapshot.revision == 6)
    #expect(try list.oldestRevision == row.oldest)
  }

  @Test func aLogHasEachKindOfStep() throws {
    let steps = (0..<40 as Range<UInt64>).flatMap { seed in
      SimulatedStep.program(seed: seed, count: 100, devices: 4)
        + SimulatedStep.undoProgram(seed: seed, count: 100, devices: 4)
    }
    let program = SimulatedProgram(seed: .max, steps)
    #expect(try SimulatedProgram(log: program.log()) == program)
  }
}
